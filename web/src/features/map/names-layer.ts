import type { Map as LeafletMap, Point } from 'leaflet'
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

/** Free pixels between the edge of the map and the middle of a name beside it. */
const EDGE = { x: 76, y: 24 }
/** A town further away than this many diagonals of the map is of no help. */
const FAR = 3

/**
 * Where no town is in view, close to the ground: the nearest one on each side, at that edge of the map,
 * with an arrow to it. So a part of the map without coast, lakes and names still says where it is.
 */
export function townsBeyond(
  names: readonly PlaceName[],
  zoom: number,
  size: { x: number; y: number },
  at: (name: PlaceName) => { x: number; y: number },
): { text: string; x: number; y: number }[] {
  const middle = { x: size.x / 2, y: size.y / 2 }
  const nearest = new Map<number, { name: string; x: number; y: number; away: number }>()
  const angle = ({ x, y }: { x: number; y: number }) => Math.atan2(y - middle.y, x - middle.x)
  for (const name of names) {
    if (name.kind !== 'town' || zoom < name.zoom[0] || zoom > name.zoom[1]) continue
    const { x, y } = at(name)
    const away = Math.hypot(x - middle.x, y - middle.y)
    const side = (Math.round(angle({ x, y }) / (Math.PI / 2)) + 4) % 4
    if (away < (nearest.get(side)?.away ?? FAR * Math.hypot(size.x, size.y)))
      nearest.set(side, { name: name.name, x, y, away })
  }
  const within = (value: number, edge: number, whole: number) =>
    Math.min(Math.max(value, edge), whole - edge)
  return [...nearest.values()].map(({ name, x, y }) => ({
    text: `${'→↘↓↙←↖↑↗'.charAt((Math.round(angle({ x, y }) / (Math.PI / 4)) + 8) % 8)} ${name}`,
    x: within(x, EDGE.x, size.x),
    y: within(y, EDGE.y, size.y),
  }))
}

function overlaps(a: Frame, b: Frame): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

/** Writes the names of seas, regions and towns on the map. They are hidden from screen readers. */
export function showNames(map: LeafletMap, places: readonly PlaceName[], work: FrameWork): void {
  const pane = map.createPane('names')
  pane.setAttribute('aria-hidden', 'true')
  const label = (kind: string, text: string, point: Point) => {
    const element = document.createElement('span')
    element.className = `map-name map-name-${kind}`
    element.textContent = text
    setFlatPosition(element, point)
    return element
  }
  const draw = () => {
    const zoom = map.getZoom()
    const size = map.getSize()
    const at = ({ lat, lon }: PlaceName) => map.latLngToContainerPoint([lat, lon])
    const fitting = namesThatFit(places, zoom, size, at)
    const labels = fitting.map(({ kind, name, lat, lon }) =>
      label(kind, name, map.latLngToLayerPoint([lat, lon])),
    )
    if (!fitting.some(({ kind }) => kind === 'town'))
      for (const { text, x, y } of townsBeyond(places, zoom, size, at))
        labels.push(label('beyond', text, map.containerPointToLayerPoint([x, y])))
    pane.replaceChildren(...labels)
    pane.hidden = false
  }
  map.on('zoomstart', () => {
    pane.hidden = true
  })
  const later = () => work.replace('names', [draw])
  map.on('moveend', later)
  map.whenReady(later)
}
