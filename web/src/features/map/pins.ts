// The marks on the map: a price for a single holiday, and a circle for several that are close
// together.
import Supercluster from 'supercluster'
import type { Box } from '../../rules/map-box'
import { formatPence } from '../../rules/money'
import { plural } from '../../rules/plural'

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
  /** The position in the list of the mark's first holiday. */
  first: number
  /** Only of a single holiday. */
  id?: string
  name?: string
  /** Only of a circle: its id in the index. */
  cluster?: number
}

interface Totals {
  price: number
  first: number
}

/** Holidays within this many pixels become one circle. */
const RADIUS = 58
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

/** The accessible name of a mark. */
export function markLabel({ count, price, name = '' }: Mark): string {
  const from = Number.isFinite(price) ? ` from ${formatPence(price)}` : ''
  return count > 1 ? `${plural(count, 'holiday')}${from}, zoom in` : name + (from && `,${from}`)
}

/** The text on the mark of a single holiday. */
export function markText({ price, name = '' }: Mark): string {
  return Number.isFinite(price) ? formatPence(price) : name
}
