// The area of the map to search in: an address parameter with west, south, east and north.

/** An area of the map, in degrees. */
export interface Box {
  west: number
  south: number
  east: number
  north: number
}

/** The decimals of a degree in an address: about a hundred metres. */
const DECIMALS = 3
const FACTOR = 10 ** DECIMALS

/**
 * Writes a box for an address. It is rounded outwards, so that nothing at the edge of the area is
 * lost.
 */
export function boxToText({ west, south, east, north }: Box): string {
  return [
    Math.max(-180, Math.floor(west * FACTOR) / FACTOR),
    Math.max(-90, Math.floor(south * FACTOR) / FACTOR),
    Math.min(180, Math.ceil(east * FACTOR) / FACTOR),
    Math.min(90, Math.ceil(north * FACTOR) / FACTOR),
  ].join(',')
}

/** Reads a box from an address; undefined if the server would refuse it. */
export function boxFromText(text: string | null | undefined): Box | undefined {
  if (!text || !/^[-+.\d,]+$/.test(text)) return undefined
  const numbers = text.split(',').map((part) => (part === '' ? Number.NaN : Number(part)))
  if (numbers.length !== 4 || !numbers.every(Number.isFinite)) return undefined
  const [west = 0, south = 0, east = 0, north = 0] = numbers
  const valid =
    west >= -180 && west < east && east <= 180 && south >= -90 && south < north && north <= 90
  return valid ? { west, south, east, north } : undefined
}

/** The smallest box that contains all positions; undefined if there are none. */
export function boxRound(positions: readonly { lat: number; lon: number }[]): Box | undefined {
  const [first] = positions
  if (!first) return undefined
  const box = { west: first.lon, south: first.lat, east: first.lon, north: first.lat }
  for (const { lat, lon } of positions) {
    box.west = Math.min(box.west, lon)
    box.east = Math.max(box.east, lon)
    box.south = Math.min(box.south, lat)
    box.north = Math.max(box.north, lat)
  }
  return box
}
