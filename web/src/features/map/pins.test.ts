import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { namesThatFit, townsBeyond } from './names-layer'
import { projected, type BaseMap } from './base-map'
import { circleLines, markLabel, markText, PinIndex, type Pin } from './pins'

const EUROPE = { west: -12, south: 35, east: 20, north: 61 }
const UK = { west: -11, south: 49, east: 3, north: 61 }

const pin = (id: string, lat: number, lon: number, price?: number): Pin => ({
  id,
  name: `Park ${id}`,
  lat,
  lon,
  price,
})
const cornwall = [
  pin('A', 50.41, -5.08, 34900),
  pin('B', 50.42, -5.07, 18950),
  pin('C', 50.4, -5.09, 50000),
]
const readOut = (parts: { text: string }[]) => parts.map(({ text }) => text).join('')
const lakes = pin('D', 54.6, -3.13, 21000)

it('holidays that are close become one mark with their count and cheapest price', () => {
  const marks = new PinIndex([lakes, ...cornwall]).marksIn(UK, 6)
  expect(marks.map(({ count, price, first }) => [count, price, first])).toEqual([
    [1, 21000, 0],
    [3, 18950, 1],
  ])
  const cluster = marks[1]
  expect(cluster && circleLines(cluster).map(readOut)).toEqual([
    '3 holidays',
    'from £189.50, zoom in',
  ])
  expect(marks[0] && markLabel(marks[0])).toBe('Park D, from £210')
})

it('marks are in the order of the list, even if the index returns another order', () => {
  const south = new PinIndex([...cornwall, lakes]).marksIn(UK, 6)
  expect(south.map(({ first }) => first)).toEqual([0, 3])
})

it('each holiday is counted once at every zoom, even if several have the same position', () => {
  const many = Array.from({ length: 500 }, (_, i) =>
    pin(`P${i}`, 50 + (i % 7) * 0.9, -5 + (i % 11) * 0.4, 10_000 + i),
  )
  const index = new PinIndex(many)
  for (let zoom = 4; zoom <= 13; zoom++) {
    const marks = index.marksIn(EUROPE, zoom)
    expect(marks.reduce((sum, { count }) => sum + count, 0)).toBe(500)
    expect(Math.min(...marks.map(({ price }) => price))).toBe(10_000)
  }
})

it('a circle knows which holidays it contains, and splits at some zoom', () => {
  const index = new PinIndex([...cornwall, lakes])
  const cluster = index.marksIn(UK, 6).find(({ count }) => count === 3)?.cluster ?? -1
  expect(index.holds(cluster, 'B')).toBe(true)
  expect(index.holds(cluster, 'D')).toBe(false)
  expect(index.zoomThatParts(cluster)).toBeGreaterThan(6)
})

it('a circle of holidays without a price shows and says only how many there are', () => {
  const near = ['A', 'B'].map((id) => pin(id, 50.4, -5))
  const [circle] = new PinIndex(near).marksIn(UK, 6)
  const [count = [], rest = []] = circle ? circleLines(circle) : []
  expect([readOut(count), readOut(rest)]).toEqual(['2 holidays', 'zoom in'])
  expect(rest.filter(({ seen }) => seen)).toEqual([])
})

it('a mark without a price shows its name, in any script and length', () => {
  for (const name of ['Żółte Kąpielisko', 'Τὰ Κύματα', 'キャンプ場', 'x'.repeat(120)]) {
    const [mark] = new PinIndex([{ ...pin('A', 50, -5), name }]).marksIn(UK, 8)
    expect(mark && markText(mark)).toBe(name)
    expect(mark && markLabel(mark)).toBe(name)
  }
})

const base: BaseMap = projected(
  JSON.parse(readFileSync('../internal/content/picture/basemap/base.json', 'utf8')) as never,
)

const screen = { x: 800, y: 600 }

/** Where places are on a screen of 800 × 600 with this centre. */
function round(lat: number, lon: number, zoom: number) {
  const world = 256 * 2 ** zoom
  const y = (of: number) => Math.log(Math.tan(Math.PI / 4 + (of * Math.PI) / 360)) / (2 * Math.PI)
  return (place: { lat: number; lon: number }) => ({
    x: 400 + ((place.lon - lon) / 360) * world,
    y: 300 - (y(place.lat) - y(lat)) * world,
  })
}

/** The names that the map shows on a screen of 800 × 600 with this centre. */
const namesRound = (lat: number, lon: number, zoom: number) =>
  namesThatFit(base.places, zoom, screen, round(lat, lon, zoom)).map(({ name }) => name)

it.each([
  ['Cornwall', 50.4, -4.9, 8, ['Plymouth', 'CORNWALL', 'Truro']],
  ['the Lakes', 54.5, -3.1, 9, ['LAKE DISTRICT', 'Kendal', 'Penrith']],
  ['the Algarve', 37.1, -8.2, 9, ['Faro', 'ALGARVE', 'Lagos', 'Albufeira']],
])('a visitor recognises %s by its names', (_, lat, lon, zoom, expected) => {
  expect(namesRound(lat, lon, zoom)).toEqual(expect.arrayContaining(expected))
})

it('where no town is in view, the map names the nearest on each side, with an arrow', () => {
  const names = [
    { kind: 'town', name: 'Truro', lat: 50.26, lon: -5.05, zoom: [7, 12] },
    { kind: 'town', name: 'Bude', lat: 50.83, lon: -4.54, zoom: [9, 12] },
    { kind: 'town', name: 'Tintagel', lat: 50.66, lon: -4.75, zoom: [9, 11] },
    { kind: 'sea', name: 'CELTIC SEA', lat: 50.4, lon: -5, zoom: [5, 12] },
  ] as const
  const beyond = (lat: number, lon: number) => townsBeyond(names, 12, screen, round(lat, lon, 12))
  expect(beyond(50.26, -4.6)).toEqual([
    { text: '← Truro', x: 76, y: 300 },
    { text: '↑ Bude', x: expect.any(Number), y: 24 },
  ])
  expect(beyond(50.6, -4.54)).toContainEqual({ text: '↑ Bude', x: 400, y: 24 })
  expect(beyond(50.4, -5.3).map(({ text }) => text)).toContain('↘ Truro')
  // Too far away to be of help.
  expect(beyond(46, 4)).toEqual([])
})

it('names do not overlap: at a low zoom only countries, seas and the largest towns', () => {
  const names = namesRound(52, 0, 5)
  expect(names).toContain('London')
  expect(names).toContain('FRANCE')
  expect(names).not.toContain('Truro')
  expect(names.length).toBeLessThanOrEqual(48)
})
