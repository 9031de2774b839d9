// The map engine: Leaflet with the product's own base map and marks. A mark is a pin for one holiday
// or a circle for several. The engine is loaded when a map is first shown.
import {
  DomEvent,
  divIcon,
  latLngBounds,
  map as makeMap,
  tileLayer,
  type LatLngBounds,
  type Map as LeafletMap,
  type Marker,
} from 'leaflet'
import { boxRound, type Box } from '../../rules/map-box'
import { scrollBehaviour } from '../../ui'
import { loadBaseMap } from './base-map'
import { BaseLayer } from './base-layer'
import { FlatMarker } from './flat-position'
import { FrameWork } from './frame-work'
import { showNames } from './names-layer'
import {
  circleLines,
  markLabel,
  markText,
  PinIndex,
  RADIUS,
  type FarMarks,
  type Mark,
  type Pin,
  type TextPart,
} from './pins'
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
/** How much around the part in view the server's marks are asked for, as a share of its size. */
const AROUND = 0.25
/** How many zoom levels closer a press of one of the server's circles brings. */
const STEP_INTO_CIRCLE = 2
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
  private far: FarMarks | undefined
  /** The server's last marks, and the area and the zoom level to which they belong. */
  private fetched: { area: LatLngBounds; zoom: number; marks: Mark[] } | undefined
  /** Counts the views, because the server's answer is only of use for the last one. */
  private views = 0
  private pins: readonly Pin[] = []
  private selected: string | undefined
  private pointed: string | undefined
  /** The code is moving the map, not the visitor. */
  private fitting = false
  private readonly work = new FrameWork()
  /** The mark that had the focus when it was taken away, until another mark gets the focus. */
  private lost: Mark | undefined
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
        new BaseLayer(base, this.work).addTo(this.map)
        showNames(this.map, base.places, this.work)
      }
    } catch {
      this.events.noBase()
    }
  }

  private listen() {
    // The page's own controls in the element: a press of them is not one of the map.
    for (const child of this.container.children)
      if (child instanceof HTMLElement && !child.matches('.leaflet-pane'))
        DomEvent.disableClickPropagation(child)
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

  /** Replaces the holidays on the map. With `far`, there are more, of which the server has the marks. */
  setPins(pins: readonly Pin[], far?: FarMarks) {
    this.pins = pins
    this.far = far
    this.fetched = undefined
    this.index = new PinIndex(pins)
    // Marks of the pins before that are not yet on the map.
    this.work.replace('marks', [])
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
    if (id !== undefined) this.moveBesideCard()
  }

  /** Moves the map if the open card covers the mark of its holiday: by the shortest way that stays in view. */
  private moveBesideCard() {
    const card = this.container.parentElement?.querySelector('[data-map-card]')
    const chosen = [...this.marks.values()].find(({ mark }) => mark.id === this.selected)
    if (!card || !chosen) return
    const [over, mark, view] = [card, chosen.button, this.container].map((element) =>
      element.getBoundingClientRect(),
    ) as [DOMRect, DOMRect, DOMRect]
    const move = moveBeside(over, mark, view)
    if (!move) return
    this.fitting = true
    this.map.panBy([-move.x, -move.y], { animate: false })
    this.fitting = false
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
    this.views++
    this.work.stop()
    this.map.remove()
  }

  /** Draws the marks of the part in view. */
  private draw() {
    const area = this.map.getBounds().pad(0.02)
    const zoom = this.map.getZoom()
    const { far, fetched } = this
    this.views++
    if (!far) this.show(this.index.marksIn(boxOf(area), zoom))
    else if (fetched && fetched.zoom === zoom && fetched.area.contains(area))
      this.show(fetched.marks.filter(({ lat, lon }) => area.contains([lat, lon])))
    else void this.fetch(far, zoom)
  }

  /**
   * Asks the server for the marks of the part in view and what is around it. The marks of before
   * stay until the answer. After a failure, there are the marks of the holidays that the browser has.
   */
  private async fetch(far: FarMarks, zoom: number) {
    const area = this.map.getBounds().pad(AROUND)
    const view = this.views
    const marks = await far(boxOf(area), zoom)
    if (view !== this.views) return
    if (!marks) {
      this.show(this.index.marksIn(boxOf(area), zoom))
      return
    }
    this.fetched = { area, zoom, marks }
    this.draw()
  }

  /**
   * Shows marks, in the order of the list, because Tab moves through the elements in this order. A
   * new call replaces an unfinished one.
   */
  private show(wanted: readonly Mark[]) {
    const keys = new Set(wanted.map(({ key }) => key))
    let after: Element | undefined
    const put = (mark: Mark) => {
      const made = this.marks.get(mark.key) ?? this.addMark(mark)
      made.mark = mark
      const { button } = made
      const element = button.parentElement
      const pane = element?.parentElement
      const current = after ? after.nextElementSibling : pane?.firstElementChild
      // An element that is at its position already is not moved: it would lose the focus.
      if (element && pane && current !== element) {
        this.noteFocus(mark, button)
        pane.insertBefore(element, current ?? null)
      }
      after = element ?? after
    }
    const old = [...this.marks.keys()].filter((key) => !keys.has(key))
    this.work.replace('marks', [
      ...old.map((key) => () => this.removeMark(key)),
      ...wanted.map((mark) => () => put(mark)),
      () => {
        this.highlight()
        this.returnFocus()
      },
    ])
  }

  /** Must be called before a mark's element leaves its place. */
  private noteFocus(mark: Mark, button: HTMLElement) {
    if (button === document.activeElement) this.lost = mark
  }

  /**
   * If the mark with the focus has disappeared, and the visitor has not moved the focus meanwhile,
   * moves it to the mark whose first holiday is nearest in the list.
   */
  private returnFocus() {
    const { lost } = this
    this.lost = undefined
    if (!lost || document.activeElement !== document.body) return
    const { first } = lost
    const next = [...this.marks.values()]
      .toSorted((a, b) => Math.abs(a.mark.first - first) - Math.abs(b.mark.first - first))
      .at(0)
    ;(next?.button ?? this.container).focus({ preventScroll: true })
  }

  private addMark(mark: Mark) {
    const button = buttonOf(mark)
    const marker = new FlatMarker([mark.lat, mark.lon], {
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
      if (!button.matches(':focus-visible')) return
      this.bringIntoView(mark)
      // When a card is closed, the focus returns to its mark. This must not open the card again.
      const fromCard = relatedTarget instanceof Element && relatedTarget.closest('[data-map-card]')
      if (mark.id !== undefined && !fromCard) this.events.select(mark.id, false)
    })
    const made = { marker, mark, button }
    this.marks.set(mark.key, made)
    return made
  }

  /** Moves the map, if the mark is beyond its edge or cut off by it. */
  private bringIntoView({ lat, lon }: Mark) {
    this.fitting = true
    this.map.panInside([lat, lon], { ...EDGE, animate: false })
    this.fitting = false
  }

  private removeMark(key: string) {
    const made = this.marks.get(key)
    if (!made) return
    this.noteFocus(made.mark, made.button)
    made.marker.remove()
    this.marks.delete(key)
  }

  private press({ id, cluster, lat, lon }: Mark, byKey: boolean) {
    if (id !== undefined) {
      this.events.select(id, byKey)
      return
    }
    const zoom =
      cluster === undefined
        ? this.map.getZoom() + STEP_INTO_CIRCLE
        : this.index.zoomThatParts(cluster)
    this.map.setView([lat, lon], Math.min(zoom, this.map.getMaxZoom()))
  }

  private highlight() {
    const pointed = this.markWith(this.pointed)
    for (const { mark, button } of this.marks.values()) {
      const chosen = mark.id !== undefined && mark.id === this.selected
      button.toggleAttribute('data-chosen', chosen || mark === pointed)
      if (mark.id !== undefined) button.setAttribute('aria-pressed', String(chosen))
    }
  }

  /** The mark that contains a holiday of the list; of the server's circles, the nearest. */
  private markWith(id: string | undefined): Mark | undefined {
    const pin = id === undefined ? undefined : this.pins.find((one) => one.id === id)
    if (!pin) return undefined
    const marks = [...this.marks.values()].map(({ mark }) => mark)
    const own = marks.find(
      ({ id: single, cluster }) =>
        single === pin.id || (cluster !== undefined && this.index.holds(cluster, pin.id)),
    )
    if (own || !this.far) return own
    const pixels = ({ lat, lon }: Mark | Pin) => this.map.latLngToLayerPoint([lat, lon])
    const distance = (mark: Mark) => pixels(mark).distanceTo(pixels(pin))
    const [nearest] = marks.toSorted((a, b) => distance(a) - distance(b))
    return nearest && distance(nearest) <= RADIUS ? nearest : undefined
  }
}

function buttonOf(mark: Mark): HTMLElement {
  const button = document.createElement('button')
  button.type = 'button'
  if (mark.count === 1) {
    button.className = 'map-pin'
    button.setAttribute('aria-label', markLabel(mark))
    button.textContent = markText(mark)
    return button
  }
  // Its name is its text, so that who sees a number can say it to a voice control.
  button.className = 'map-cluster'
  const [count, price] = circleLines(mark)
  button.append(lineOf('b', count), lineOf('span', price))
  return button
}

function lineOf(tag: 'b' | 'span', parts: readonly TextPart[]): HTMLElement {
  const line = document.createElement(tag)
  for (const { text, seen } of parts) {
    const part = seen ? document.createTextNode(text) : document.createElement('i')
    part.textContent = text
    line.append(part)
  }
  return line
}

/** The free pixels between a card and the mark beside it. */
const BESIDE_CARD = 12

type Sides = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>

/**
 * How a mark has to move so that a card does not cover it: to the nearest side of the card on which the
 * mark is in view. Undefined if it is not covered, or has no such side.
 */
export function moveBeside(card: Sides, mark: Sides, view: Sides) {
  const apart =
    mark.right <= card.left ||
    mark.left >= card.right ||
    mark.bottom <= card.top ||
    mark.top >= card.bottom
  if (apart) return undefined
  const moves = [
    { x: card.left - BESIDE_CARD - mark.right, y: 0 },
    { x: card.right + BESIDE_CARD - mark.left, y: 0 },
    { x: 0, y: card.top - BESIDE_CARD - mark.bottom },
    { x: 0, y: card.bottom + BESIDE_CARD - mark.top },
  ]
  return moves
    .filter(
      ({ x, y }) =>
        mark.left + x >= view.left &&
        mark.right + x <= view.right &&
        mark.top + y >= view.top &&
        mark.bottom + y <= view.bottom,
    )
    .toSorted((a, b) => Math.abs(a.x + a.y) - Math.abs(b.x + b.y))[0]
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
