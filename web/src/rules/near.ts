// A point that results are sorted from: a town, a postcode, or where the visitor is.

/** A point with the name that a visitor knows it by. */
export interface Near {
  /** 'Newquay', 'TR7'. */
  name: string
  /** Degrees, WGS 84. */
  lat: number
  lon: number
  /** It is the visitor's own position: it stays in the page and out of the address. */
  own?: true
}

/** The visitor's own position, as it is named: 'Miles from you'. */
export const OWN_POSITION = 'you'

const EARTH_MILES = 3958.8
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Miles between two points on the ground, as the crow flies; undefined where the second is unknown. */
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

/** '4 miles from Newquay'; under a mile says so. */
export function distanceText(miles: number, name: string): string {
  const whole = Math.round(miles)
  if (whole < 1) return `Less than a mile from ${name}`
  return `${whole} ${whole === 1 ? 'mile' : 'miles'} from ${name}`
}

/** The value of the address parameter `near`: '50.415,-5.082,Newquay'. The visitor's own position has none. */
export function nearToQuery(near: Near | undefined): string | undefined {
  if (near === undefined || near.own) return undefined
  return `${near.lat.toFixed(3)},${near.lon.toFixed(3)},${near.name}`
}

/** Longest name that an address may give a point. */
const NAME_MAX = 60

/** Reads what `nearToQuery` writes; undefined for anything else. */
export function nearFromQuery(value: string | null): Near | undefined {
  const [lat, lon, ...rest] = (value ?? '').split(',')
  const name = rest.join(',').trim()
  const point = { lat: toDegrees(lat, 90), lon: toDegrees(lon, 180) }
  if (point.lat === undefined || point.lon === undefined) return undefined
  return name === '' || name.length > NAME_MAX
    ? undefined
    : { name, lat: point.lat, lon: point.lon }
}

/** Reads degrees as the server writes them, at most `most` from zero; undefined for anything else. */
export function toDegrees(text: string | undefined, most = 180): number | undefined {
  if (text === undefined || !/^-?\d{1,3}(\.\d+)?$/.test(text.trim())) return undefined
  const degrees = Number(text)
  return Math.abs(degrees) > most ? undefined : degrees
}
