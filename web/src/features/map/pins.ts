// The marks on the map: a price for a single holiday, and a circle for several that are close
// together.
import Supercluster from 'supercluster'
import type { Box } from '../../rules/map-box'
import { formatPence } from '../../rules/money'

/** A holiday on the map. */
export interface Pin {
  id: string
  name: string
  lat: number
  lon: number
  /** In pence. Without a price, the mark shows the name. */
  price?: number | undefined
}

/** A mark on the map: one holiday, or a circle for several. */
export interface Mark {
  key: string
  lat: number
  lon: number
  /** The cheapest price, in pence; Infinity where no holiday has one. */
  price: number
  count: number
  /** The position of the mark's first holiday in the list, or, of the server's marks, their own. */
  first: number
  /** Only of a single holiday. */
  id?: string
  name?: string
  /** Only of a circle of the index: its id there. */
  cluster?: number
}

/**
 * Asks the server for the marks of a part of the map, where the browser does not have all holidays;
 * undefined after a failure.
 */
export type FarMarks = (box: Box, zoom: number) => Promise<Mark[] | undefined>

interface Totals {
  price: number
  first: number
}

/** Holidays within this many pixels become one circle. */
export const RADIUS = 58
/** Above this zoom level every holiday has a mark of its own. */
export const LAST_CLUSTERED_ZOOM = 11

/** An index of holidays by position. It computes the marks for a part of the map. */
export class PinIndex {
  private readonly clusters: Supercluster<Totals & { pin: Pin }, Totals>

  constructor(pins: readonly Pin[]) {
    this.clusters = new Supercluster<Totals & { pin: Pin }, Totals>({
      radius: RADIUS,
      extent: 256,
      maxZoom: LAST_CLUSTERED_ZOOM,
      map: ({ price, first }) => ({ price, first }),
      reduce: (sum, { price, first }) => {
        sum.price = Math.min(sum.price, price)
        sum.first = Math.min(sum.first, first)
      },
    })
    this.clusters.load(
      pins.map((pin, first) => ({
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [pin.lon, pin.lat] },
        properties: { pin, price: pin.price ?? Number.POSITIVE_INFINITY, first },
      })),
    )
  }

  /** The marks of a part of the map, in the order of the list. */
  marksIn({ west, south, east, north }: Box, zoom: number): Mark[] {
    return this.clusters
      .getClusters([west, south, east, north], zoom)
      .map(({ geometry, properties }): Mark => {
        const [lon = 0, lat = 0] = geometry.coordinates
        const { price, first } = properties
        if ('cluster_id' in properties) {
          const { cluster_id: cluster, point_count: count } = properties
          return { key: `c${cluster}`, lat, lon, price, first, count, cluster }
        }
        const { id, name } = (properties as { pin: Pin }).pin
        return { key: id, lat, lon, price, first, count: 1, id, name }
      })
      .toSorted((a, b) => a.first - b.first)
  }

  /** The zoom level at which the holidays of a circle become separate marks. */
  zoomThatParts(cluster: number): number {
    return this.clusters.getClusterExpansionZoom(cluster)
  }

  /** Whether a circle contains a holiday. */
  holds(cluster: number, id: string): boolean {
    return this.clusters
      .getLeaves(cluster, Number.POSITIVE_INFINITY)
      .some(({ properties }) => properties.pin.id === id)
  }
}

/** The accessible name of the mark of a single holiday. It contains the visible text. */
export function markLabel({ price, name = '' }: Mark): string {
  return Number.isFinite(price) ? `${name}, from ${formatPence(price)}` : name
}

/** The text on the mark of a single holiday. */
export function markText({ price, name = '' }: Mark): string {
  return Number.isFinite(price) ? formatPence(price) : name
}

/** A part of a circle's text: on the circle, or only read out. */
export interface TextPart {
  text: string
  seen: boolean
}

/** The two lines of a circle: '12 holidays' and 'from £189, zoom in', of which it shows the numbers. */
export function circleLines({ count, price }: Mark): [TextPart[], TextPart[]] {
  const seen = (text: string) => ({ text, seen: true })
  const read = (text: string) => ({ text, seen: false })
  const priced = Number.isFinite(price)
  return [
    [seen(String(count)), read(' holidays')],
    [
      ...(priced ? [read('from '), seen(formatPence(price))] : []),
      read(priced ? ', zoom in' : 'zoom in'),
    ],
  ]
}
