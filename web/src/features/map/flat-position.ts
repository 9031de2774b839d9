import { Marker, type Point } from 'leaflet'

/**
 * Moves an element of a pane. Leaflet would move it in three dimensions, for which the browser makes
 * a layer of each element: dozens of them take longer than all else.
 */
export function setFlatPosition(element: HTMLElement, { x, y }: Point): void {
  element.style.transform = `translate(${x}px, ${y}px)`
}

/** A marker that is not a layer of its own. */
export class FlatMarker extends Marker {
  /** Leaflet calls it whenever the marker has moved. */
  _setPos(position: Point): void {
    const element = this.getElement()
    if (!element) return
    setFlatPosition(element, position)
    element.style.zIndex = String(position.y)
  }
}
