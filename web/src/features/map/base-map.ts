// The data of the product's own map, converted to the unit square of the Mercator projection.
import address from '../../../../internal/content/picture/basemap/base.json?url'

/** West, north, east and south on the unit square. */
export type Box = readonly [number, number, number, number]

/**
 * A line on the unit square as x, y, x, y, …, and its bounding box. `runs` are its successive parts
 * of at most RUN points, each with its own box, because most are outside a tile.
 */
export interface Line {
  points: Float64Array
  box: Box
  runs: { from: number; to: number; box: Box }[]
}

const RUN = 32

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
 * The format of internal/content/picture/basemap/base.json: coordinates in thousandths of a degree. A line is its
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
  if (!response.ok) throw new Error(`The data of the map answered ${response.status}`)
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
        zoom: [8, 12] as const,
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
  let [lon, lat] = [0, 0]
  for (let i = 0; i < steps.length; i += 2) {
    lon += steps[i] ?? 0
    lat += steps[i + 1] ?? 0
    points[i] = unitX(lon)
    points[i + 1] = unitY(lat)
  }
  const runs: Line['runs'] = []
  for (let from = 0; from < points.length; from += 2 * RUN) {
    const to = Math.min(points.length, from + 2 * RUN)
    runs.push({ from, to, box: boxOf(points, from, to) })
  }
  return { points, box: boxOf(points, 0, points.length), runs }
}

/** The bounding box of a line's points from one index to another. */
function boxOf(points: Float64Array, from: number, to: number): Box {
  let [west, north, east, south] = [1, 1, 0, 0]
  for (let i = from; i < to; i += 2) {
    const [x, y] = [points[i] ?? 0, points[i + 1] ?? 0]
    west = Math.min(west, x)
    north = Math.min(north, y)
    east = Math.max(east, x)
    south = Math.max(south, y)
  }
  return [west, north, east, south]
}
