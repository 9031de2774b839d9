import type { Map as LeafletMap } from 'leaflet'
import type { PlaceName } from './base-map'
import { setFlatPosition } from './flat-position'
import type { FrameWork } from './frame-work'

/** The largest number of names on the screen: more would not be readable. */
const MOST = 48

interface Frame {
  left: number
  top: number
  right: number
  bottom: number
}

/** The approximate width of a letter in pixels, by kind of name. */
const LETTER: Record<string, number> = { town: 7.2, country: 12, sea: 10, region: 9, park: 8 }

/**
 * The names to draw, of those in view. A name that overlaps an earlier one is left out. `at`
 * returns the position of a name on the screen.
 */
export function namesThatFit(
  names: readonly PlaceName[],
  zoom: number,
  size: { x: number; y: number },
  at: (name: PlaceName) => { x: number; y: number },
): PlaceName[] {
  const taken: Frame[] = []
  const fitting: PlaceName[] = []
  for (const name of names) {
    if (zoom < name.zoom[0] || zoom > name.zoom[1]) continue
    const { x, y } = at(name)
    if (x < 0 || y < 0 || x > size.x || y > size.y) continue
    const width = name.name.length * (LETTER[name.kind] ?? 8)
    const left = name.kind === 'town' ? x - 6 : x - width / 2
    const frame = { left, top: y - 12, right: left + width + 14, bottom: y + 12 }
    if (taken.some((other) => overlaps(frame, other))) continue
    taken.push(frame)
    fitting.push(name)
    if (fitting.length === MOST) break
  }
  return fitting
}

function overlaps(a: Frame, b: Frame): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

/** Writes the names of seas, regions and towns on the map. They are hidden from screen readers. */
export function showNames(map: LeafletMap, places: readonly PlaceName[], work: FrameWork): void {
  const pane = map.createPane('names')
  pane.setAttribute('aria-hidden', 'true')
  const draw = () => {
    const fitting = namesThatFit(places, map.getZoom(), map.getSize(), ({ lat, lon }) =>
      map.latLngToContainerPoint([lat, lon]),
    )
    pane.replaceChildren(
      ...fitting.map(({ kind, name, lat, lon }) => {
        const label = document.createElement('span')
        label.className = `map-name map-name-${kind}`
        label.textContent = name
        setFlatPosition(label, map.latLngToLayerPoint([lat, lon]))
        return label
      }),
    )
    pane.hidden = false
  }
  map.on('zoomstart', () => {
    pane.hidden = true
  })
  const later = () => work.replace('names', [draw])
  map.on('moveend', later)
  map.whenReady(later)
}
