// A point near which the visitor searches, and from which results are sorted: a town, a postcode,
// or the visitor's position.

/** A point, with the name that is shown for it. */
export interface Near {
  /** 'Newquay', 'TR7'. */
  name: string
  /** Degrees, WGS 84. */
  lat: number
  lon: number
  /**
   * This is the visitor's own position. It stays in the page and is never in the address; a search
   * sends it only rounded.
   */
  own?: true
}

/** The name of the visitor's own position: '4 miles from you'. */
export const OWN_POSITION = 'you'

const EARTH_MILES = 3958.8
const radians = (degrees: number) => (degrees * Math.PI) / 180

/**
 * The distance in miles between two points, in a straight line; undefined if the second is unknown.
 */
export function milesFrom(
  from: Pick<Near, 'lat' | 'lon'>,
  to: { lat?: string; lon?: string },
): number | undefined {
  const lat = toDegrees(to.lat, 90)
  const lon = toDegrees(to.lon, 180)
  if (lat === undefined || lon === undefined) return undefined
  const half = (a: number, b: number) => Math.sin(radians(b - a) / 2) ** 2
  const chord =
    half(from.lat, lat) + Math.cos(radians(from.lat)) * Math.cos(radians(lat)) * half(from.lon, lon)
  return 2 * EARTH_MILES * Math.asin(Math.sqrt(Math.min(1, chord)))
}

/** '4 miles from Newquay', or 'Less than a mile from Newquay'. */
export function distanceText(miles: number, name: string): string {
  const whole = Math.round(miles)
  if (whole < 1) return `Less than a mile from ${name}`
  return `${whole} ${whole === 1 ? 'mile' : 'miles'} from ${name}`
}

/**
 * The value of the address parameter `near`: '50.415,-5.082,Newquay'. It is undefined for the
 * visitor's own position.
 */
export function nearToQuery(near: Near | undefined): string | undefined {
  if (near === undefined || near.own) return undefined
  return `${near.lat.toFixed(3)},${near.lon.toFixed(3)},${near.name}`
}

/**
 * The latitude and longitude that a search sends. The visitor's own position is rounded to a quarter
 * of a degree, up to 10 miles from it, because a search needs no more.
 */
export function nearToSend(near: Near | undefined): number[] | undefined {
  if (near === undefined) return undefined
  const steps = near.own ? 4 : 1000
  return [near.lat, near.lon].map((degrees) => Math.round(degrees * steps) / steps)
}

/** The id of a place's prices: that of a region, or '12@50.25,-5' for a search near a point of it. */
export const placeId = ({ regionId, near }: { regionId: string; near?: Near }): string =>
  near ? `${regionId}@${String(nearToSend(near))}` : regionId

/**
 * The id of a place in a table by place. A point without an entry of its own, because it is not
 * loaded or no other region is near, has that of its region.
 */
export function placeIn(
  table: object | undefined,
  place: { regionId: string; near?: Near },
): string {
  const id = placeId(place)
  return table && id in table ? id : place.regionId
}

/** The longest name of a point that is accepted from an address. */
const NAME_MAX = 60

/** Reads what `nearToQuery` writes; undefined for any other text. */
export function nearFromQuery(value: string | null): Near | undefined {
  const [lat, lon, ...rest] = (value ?? '').split(',')
  const name = rest.join(',').trim()
  const point = { lat: toDegrees(lat, 90), lon: toDegrees(lon, 180) }
  if (point.lat === undefined || point.lon === undefined) return undefined
  return name === '' || name.length > NAME_MAX
    ? undefined
    : { name, lat: point.lat, lon: point.lon }
}

/** Parses degrees, at most `most` from zero; undefined for any other text. */
export function toDegrees(text: string | undefined, most = 180): number | undefined {
  if (text === undefined || !/^-?\d{1,3}(\.\d+)?$/.test(text.trim())) return undefined
  const degrees = Number(text)
  return Math.abs(degrees) > most ? undefined : degrees
}
