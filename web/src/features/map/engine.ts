// The map engine: Leaflet with the product's own base map and marks. A mark is a pin for one holiday
// or a circle for several. The engine is loaded when a map is first shown.
import {
  DomEvent,
  divIcon,
  latLngBounds,
  map as makeMap,
  marker as makeMarker,
  tileLayer,
  type LatLngBounds,
  type Map as LeafletMap,
  type Marker,
} from 'leaflet'
import { chunked } from '../../rules/chunked'
import { boxRound, type Box } from '../../rules/map-box'
import { formatPence } from '../../rules/money'
import { scrollBehaviour } from '../../ui'
import { loadBaseMap } from './base-map'
import { BaseLayer } from './base-layer'
import { showNames } from './names-layer'
import { markLabel, markText, PinIndex, type Mark, type Pin } from './pins'
import './map.css'

/** Map tiles from another server. */
export interface Tiles {
  url: string
  credit: string
}

export interface MapEvents {
  /**
   * The visitor chose a holiday, or closed its card. `byKey`: with the keyboard, so the focus must
   * move to the card.
   */
  select: (id: string | undefined, byKey: boolean) => void
  /** The visitor has moved the map. */
  moved: () => void
  /** The base map could not be loaded: the marks are on a plain blue background. */
  noBase: () => void
}

/** The map cannot be moved out of this part of Europe. */
const WORLD: [[number, number], [number, number]] = [
  [33, -20],
  [63, 26],
]
/** The UK and Ireland, shown when there is no box and no holiday. */
const HOME: Box = { west: -9.5, south: 49.8, east: 2.2, north: 58.8 }
const FIRST_ZOOM = 5
const LAST_ZOOM = 12
const LAST_TILE_ZOOM = 17
/** The closest zoom level at which the map opens, even if the holidays are close together. */
const CLOSEST_FIT = 10
/** How many marks are drawn in one frame. */
const MARKS_A_FRAME = 8
/** Free pixels around the holidays or the box in view: a mark is drawn above its position. */
const EDGE = { paddingTopLeft: [48, 64], paddingBottomRight: [48, 28] } as {
  paddingTopLeft: [number, number]
  paddingBottomRight: [number, number]
}

/** A map in an element of the page. */
export class HolidayMap {
  private readonly map: LeafletMap
  private readonly marks = new Map<string, { marker: Marker; mark: Mark; button: HTMLElement }>()
  private index = new PinIndex([])
  private pins: readonly Pin[] = []
  private selected: string | undefined
  private pointed: string | undefined
  /** The code is moving the map, not the visitor. */
  private fitting = false
  /** The animation frame in which the next marks will be drawn. */
  private frame = 0
  /**
   * The pointer has dragged the map since it was pressed, so its release is not a press of a mark.
   */
  private dragged = false

  constructor(
    private readonly container: HTMLElement,
    private readonly events: MapEvents,
    tiles: Tiles | undefined,
  ) {
    const still = scrollBehaviour() === 'auto'
    this.map = makeMap(container, {
      zoomControl: false,
      attributionControl: false,
      boxZoom: false,
      minZoom: FIRST_ZOOM,
      maxZoom: tiles ? LAST_TILE_ZOOM : LAST_ZOOM,
      maxBounds: WORLD,
      maxBoundsViscosity: 0.7,
      zoomAnimation: !still,
      fadeAnimation: false,
      markerZoomAnimation: !still,
      inertia: !still,
    })
    this.fit(HOME)
    if (tiles) tileLayer(tiles.url, { maxZoom: LAST_TILE_ZOOM }).addTo(this.map)
    else void this.addBase()
    this.listen()
  }

  private async addBase() {
    try {
      const base = await loadBaseMap()
      if (this.container.isConnected && this.map.getPane('mapPane')) {
        new BaseLayer(base).addTo(this.map)
        showNames(this.map, base.places)
      }
    } catch {
      this.events.noBase()
    }
  }

  private listen() {
    this.map.on('moveend', () => {
      this.draw()
      if (!this.fitting) this.events.moved()
      this.fitting = false
    })
    this.map.on('dragstart', () => {
      this.dragged = true
    })
    this.map.on('click', () => this.events.select(undefined, false))
    this.container.addEventListener(
      'pointerdown',
      () => {
        this.dragged = false
      },
      { capture: true },
    )
  }

  /** Replaces the holidays on the map. */
  setPins(pins: readonly Pin[]) {
    this.pins = pins
    this.index = new PinIndex(pins)
    for (const key of this.marks.keys()) this.removeMark(key)
    this.draw()
  }

  /** Moves the map so that it shows a box or, without one, all holidays. */
  fit(box: Box | undefined) {
    const round = box ?? boxRound(this.pins) ?? HOME
    this.fitting = true
    // An address contains a box rounded outwards. Without the smaller bounds, Leaflet would zoom
    // out one level more.
    this.map.fitBounds(box ? boundsOf(round).pad(-0.01) : boundsOf(round), {
      ...(box ? {} : EDGE),
      maxZoom: box ? LAST_ZOOM : CLOSEST_FIT,
      animate: false,
    })
    // If the map is in the right position already, Leaflet moves nothing and sends no event.
    this.fitting = false
  }

  /** Highlights the holiday whose card is open. */
  select(id: string | undefined) {
    this.selected = id
    this.highlight()
  }

  /** Highlights the holiday that the visitor points to in the list. */
  point(id: string | undefined) {
    this.pointed = id
    this.highlight()
  }

  /** The area in view. */
  area(): Box {
    return boxOf(this.map.getBounds())
  }

  zoomBy(steps: number) {
    this.map.setZoom(this.map.getZoom() + steps)
  }

  /** Must be called when the size of the element has changed. */
  resize() {
    this.map.invalidateSize({ animate: false, pan: false })
  }

  remove() {
    cancelAnimationFrame(this.frame)
    this.map.remove()
  }

  /**
   * Draws the marks of the part in view, in the order of the list, because Tab moves through the
   * elements in this order. It draws some in each frame, to avoid long tasks. A new call replaces
   * an unfinished one.
   */
  private draw() {
    const area = boxOf(this.map.getBounds().pad(0.02))
    const wanted = this.index.marksIn(area, this.map.getZoom())
    const keys = new Set(wanted.map(({ key }) => key))
    const focused = [...this.marks].find(([, { button }]) => button === document.activeElement)
    let after: Element | undefined
    const put = (mark: Mark) => {
      const { button } = this.marks.get(mark.key) ?? this.addMark(mark)
      const element = button.parentElement
      const pane = element?.parentElement
      const place = after ? after.nextElementSibling : pane?.firstElementChild
      // An element that is in the right place is not moved: it would lose the focus.
      if (element && pane && place !== element) pane.insertBefore(element, place ?? null)
      after = element ?? after
    }
    this.inFrames([
      () => {
        for (const key of this.marks.keys()) if (!keys.has(key)) this.removeMark(key)
      },
      ...chunked(wanted, MARKS_A_FRAME).map((marks) => () => marks.forEach(put)),
      () => {
        this.highlight()
        if (focused && !this.marks.has(focused[0])) this.focusNear(focused[1].mark)
      },
    ])
  }

  /** Runs one step in each frame. Remaining steps of an earlier call are dropped. */
  private inFrames(steps: (() => void)[]) {
    cancelAnimationFrame(this.frame)
    const [next, ...left] = steps
    if (!next) return
    this.frame = requestAnimationFrame(() => {
      next()
      this.inFrames(left)
    })
  }

  /**
   * The mark with the focus has disappeared: moves the focus to the mark whose first holiday is
   * nearest in the list.
   */
  private focusNear({ first }: Mark) {
    const next = [...this.marks.values()]
      .toSorted((a, b) => Math.abs(a.mark.first - first) - Math.abs(b.mark.first - first))
      .at(0)
    ;(next?.button ?? this.container).focus({ preventScroll: true })
  }

  private addMark(mark: Mark) {
    const button = buttonOf(mark)
    const marker = makeMarker([mark.lat, mark.lon], {
      icon: divIcon({ className: 'map-mark', html: button, iconSize: [0, 0] }),
      keyboard: false,
      interactive: false,
    }).addTo(this.map)
    DomEvent.on(button, 'dblclick', DomEvent.stop)
    button.addEventListener('click', (event) => {
      event.stopPropagation()
      if (!this.dragged) this.press(mark, event.detail === 0)
    })
    button.addEventListener('focus', ({ relatedTarget }) => {
      // When a card is closed, the focus returns to its mark. This must not open the card again.
      const fromCard = relatedTarget instanceof Element && relatedTarget.closest('[data-map-card]')
      if (mark.id !== undefined && !fromCard && button.matches(':focus-visible'))
        this.events.select(mark.id, false)
    })
    const made = { marker, mark, button }
    this.marks.set(mark.key, made)
    return made
  }

  private removeMark(key: string) {
    this.marks.get(key)?.marker.remove()
    this.marks.delete(key)
  }

  private press({ id, cluster, lat, lon }: Mark, byKey: boolean) {
    if (id !== undefined) this.events.select(id, byKey)
    if (cluster === undefined) return
    const zoom = Math.min(this.index.zoomThatParts(cluster), this.map.getMaxZoom())
    this.map.setView([lat, lon], zoom)
  }

  private highlight() {
    for (const { mark, button } of this.marks.values()) {
      const holds = (id: string | undefined) =>
        id !== undefined &&
        (mark.id === id || (mark.cluster !== undefined && this.index.holds(mark.cluster, id)))
      const chosen = mark.id !== undefined && mark.id === this.selected
      button.toggleAttribute('data-chosen', chosen || holds(this.pointed))
      if (mark.id !== undefined) button.setAttribute('aria-pressed', String(chosen))
    }
  }
}

function buttonOf(mark: Mark): HTMLElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.setAttribute('aria-label', markLabel(mark))
  if (mark.count === 1) {
    button.className = 'map-pin'
    button.textContent = markText(mark)
    return button
  }
  button.className = 'map-cluster'
  const count = document.createElement('b')
  count.textContent = String(mark.count)
  const price = document.createElement('span')
  price.textContent = Number.isFinite(mark.price) ? formatPence(mark.price) : ''
  button.append(count, price)
  return button
}

function boundsOf({ west, south, east, north }: Box): LatLngBounds {
  return latLngBounds([south, west], [north, east])
}

function boxOf(bounds: LatLngBounds): Box {
  return {
    west: bounds.getWest(),
    south: bounds.getSouth(),
    east: bounds.getEast(),
    north: bounds.getNorth(),
  }
}
