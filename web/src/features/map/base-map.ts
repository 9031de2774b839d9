// The data of the product's own map, converted to the unit square of the Mercator projection.
import address from '../../../../internal/basemap/base.json?url'

/** A line on the unit square as x, y, x, y, …, and its bounding box (west, north, east, south). */
interface Line {
  points: Float64Array
  box: readonly [number, number, number, number]
}

/** A name on the map, shown from one zoom level to another. */
export interface PlaceName {
  kind: string
  name: string
  lat: number
  lon: number
  zoom: readonly [number, number]
}

export interface BaseMap {
  land: Line[]
  borders: Line[]
  /** `stretch` is how much longer the projection makes a length at the lake. */
  lakes: { width: number; stretch: number; line: Line }[]
  parks: {
    name: string
    x: number
    y: number
    stretch: number
    radius: readonly [number, number]
  }[]
  places: PlaceName[]
  credits: string[]
}

/**
 * The format of internal/basemap/base.json: coordinates in thousandths of a degree. A line is its
 * first point, then the difference from each point to the next.
 */
interface Document {
  land: number[][]
  borders: number[][]
  lakes: { name: string; width: number; line: number[] }[]
  parks: { name: string; at: [number, number]; radius: [number, number] }[]
  places: { kind: string; name: string; at: [number, number]; zoom: [number, number] }[]
  credits: string[]
}

let loading: Promise<BaseMap> | undefined

/** Loads the map data once per page. After a failure, the next call tries again. */
export function loadBaseMap(): Promise<BaseMap> {
  loading ??= fetchBaseMap().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

async function fetchBaseMap(): Promise<BaseMap> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`The map's data answered ${response.status}`)
  return projected((await response.json()) as Document)
}

export function projected(document: Document): BaseMap {
  return {
    land: document.land.map(lineOf),
    borders: document.borders.map(lineOf),
    lakes: document.lakes.map(({ width, line }) => ({
      width,
      stretch: stretchAt(line[1] ?? 0),
      line: lineOf(line),
    })),
    parks: document.parks.map(({ name, at: [lon, lat], radius }) => ({
      name,
      x: unitX(lon),
      y: unitY(lat),
      stretch: stretchAt(lat),
      radius,
    })),
    // National parks and forests have names too.
    places: [
      ...document.places.map(({ kind, name, at, zoom }) => ({ kind, name, ...position(at), zoom })),
      ...document.parks.map(({ name, at }) => ({
        kind: 'park',
        name,
        ...position(at),
        zoom: [8, 11] as const,
      })),
    ],
    credits: document.credits,
  }
}

const position = ([lon, lat]: [number, number]) => ({ lat: lat / 1000, lon: lon / 1000 })
const unitX = (lon: number) => lon / 360_000 + 0.5
const unitY = (lat: number) =>
  0.5 - Math.log(Math.tan(Math.PI / 4 + (lat / 1000) * (Math.PI / 360))) / (2 * Math.PI)
const stretchAt = (lat: number) => 1 / Math.cos((lat / 1000) * (Math.PI / 180))

function lineOf(steps: readonly number[]): Line {
  const points = new Float64Array(steps.length)
  let [lon, lat, west, north, east, south] = [0, 0, 1, 1, 0, 0]
  for (let i = 0; i < steps.length; i += 2) {
    lon += steps[i] ?? 0
    lat += steps[i + 1] ?? 0
    const [x, y] = [unitX(lon), unitY(lat)]
    points[i] = x
    points[i + 1] = y
    west = Math.min(west, x)
    east = Math.max(east, x)
    north = Math.min(north, y)
    south = Math.max(south, y)
  }
  return { points, box: [west, north, east, south] }
}
