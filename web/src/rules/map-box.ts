// The area of a map that a search is for: an address parameter of west, south, east and north.

/** An area of the map, in degrees. */
export interface Box {
  west: number
  south: number
  east: number
  north: number
}

/** Decimals of a degree in an address: some hundred metres. */
const DECIMALS = 3
const FACTOR = 10 ** DECIMALS

/** A box as an address has it. It is never smaller than the area asked for, so that nothing at its edge is lost. */
export function boxToText({ west, south, east, north }: Box): string {
  return [
    Math.max(-180, Math.floor(west * FACTOR) / FACTOR),
    Math.max(-90, Math.floor(south * FACTOR) / FACTOR),
    Math.min(180, Math.ceil(east * FACTOR) / FACTOR),
    Math.min(90, Math.ceil(north * FACTOR) / FACTOR),
  ].join(',')
}

/** The box that a text names; undefined where the server would refuse it. */
export function boxFromText(text: string | null | undefined): Box | undefined {
  if (!text || !/^[-+.\d,]+$/.test(text)) return undefined
  const numbers = text.split(',').map((part) => (part === '' ? Number.NaN : Number(part)))
  if (numbers.length !== 4 || !numbers.every(Number.isFinite)) return undefined
  const [west = 0, south = 0, east = 0, north = 0] = numbers
  const valid =
    west >= -180 && west < east && east <= 180 && south >= -90 && south < north && north <= 90
  return valid ? { west, south, east, north } : undefined
}

/** The smallest box round some positions; undefined without any. */
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
