import { readFileSync } from 'node:fs'
import { Point, type Coords } from 'leaflet'
import { afterEach, expect, it, vi } from 'vitest'
import { BaseLayer } from './base-layer'
import { projected } from './base-map'
import { FrameWork } from './frame-work'

const base = projected(
  JSON.parse(readFileSync('../internal/content/picture/basemap/base.json', 'utf8')) as never,
)

afterEach(() => vi.useRealTimers())

/** The tile of a zoom level in the column and row, drawn. */
function tileAt(z: number, x: number, y: number) {
  vi.useFakeTimers()
  const done = vi.fn()
  const coords = Object.assign(new Point(x, y), { z }) as Coords
  const tile = new BaseLayer(base, new FrameWork()).createTile(coords, done)
  expect(tile.childElementCount).toBe(0)
  document.body.replaceChildren(tile)
  vi.advanceTimersToNextFrame()
  expect(done).toHaveBeenCalledWith(undefined, tile)
  return tile
}

const all = (tile: HTMLElement, name: string) => [...tile.querySelectorAll(`.map-${name}`)]
const corners = (path: Element | undefined) =>
  [...(path?.getAttribute('d') ?? '').matchAll(/[ML]([-\d.]+) ([-\d.]+)/g)].map(([, x, y]) => [
    Number(x),
    Number(y),
  ])

it('a tile of Cornwall has land with a coast, and no border', () => {
  const tile = tileAt(8, 124, 86)
  const [land] = all(tile, 'land')
  expect(corners(land).length).toBeGreaterThan(20)
  expect(corners(all(tile, 'coast')[0])).toEqual(corners(land))
  expect(corners(all(tile, 'border')[0])).toEqual([])
})

it('a tile of the Lake District has its lakes in their width and the national park round them', () => {
  const tile = tileAt(9, 251, 163)
  const lakes = all(tile, 'lake')
  expect(lakes.length).toBeGreaterThan(3)
  for (const lake of lakes) expect(Number(lake.getAttribute('stroke-width'))).toBeGreaterThan(1)
  const [park] = all(tile, 'national-park')
  expect(Number(park?.getAttribute('rx'))).toBeGreaterThan(50)
})

const widthOf = (path: Element | undefined) => Number(path?.getAttribute('stroke-width'))

/** How far a point is from a line of corners. */
function distance(line: readonly (readonly number[])[], x: number, y: number) {
  const each = line.slice(1).map(([bx = 0, by = 0], i) => {
    const [ax = 0, ay = 0] = line[i] ?? []
    const [dx, dy] = [bx - ax, by - ay]
    const along = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)
    const part = Math.min(1, Math.max(0, along))
    return Math.hypot(x - ax - part * dx, y - ay - part * dy)
  })
  return Math.min(...each)
}

it('a lake that is wider than a tile continues on the tiles beside its line', () => {
  const zoom = 12
  const tiles = 2 ** zoom
  const lake = base.lakes.find(({ line }) => {
    const [west, north] = line.box
    return Math.floor(west * tiles) === 2120 && Math.floor(north * tiles) === 1449
  })
  const [west = 0, north = 0, east = 0, south = 0] = lake?.line.box ?? []
  const whole = [...(lake?.line.points ?? [])].map((unit) => unit * tiles * 256)
  for (let row = Math.floor(north * tiles) - 1; row <= south * tiles + 1; row++) {
    for (let column = Math.floor(west * tiles) - 1; column <= east * tiles + 1; column++) {
      const [shown] = all(tileAt(zoom, column, row), 'lake').toSorted(
        (a, b) => widthOf(b) - widthOf(a),
      )
      const line = Array.from({ length: whole.length / 2 }, (_, i) => [
        (whole[2 * i] ?? 0) - column * 256,
        (whole[2 * i + 1] ?? 0) - row * 256,
      ])
      const reach = widthOf(shown) / 2
      expect(reach).toBeGreaterThan(128)
      // Points at the middle and at the corners, on the lake in both or in neither.
      for (const [x, y] of [
        [128, 128],
        [0, 0],
        [256, 0],
        [0, 256],
        [256, 256],
      ] as const) {
        const beyond = distance(line, x, y) - reach
        if (Math.abs(beyond) < 2) continue
        const drawn = distance(corners(shown), x, y) <= reach
        expect([column, row, x, y, drawn]).toEqual([column, row, x, y, beyond < 0])
      }
    }
  }
})

it('from far away, there are borders of countries, and no small lakes and national parks', () => {
  const tile = tileAt(5, 16, 11)
  expect(corners(all(tile, 'border')[0]).length).toBeGreaterThan(20)
  expect(all(tile, 'national-park')).toEqual([])
  expect(all(tile, 'lake').length).toBeLessThan(base.lakes.length / 4)
})

it('a tile that the visitor has left is not drawn', () => {
  vi.useFakeTimers()
  const done = vi.fn()
  const coords = Object.assign(new Point(124, 86), { z: 8 }) as Coords
  const tile = new BaseLayer(base, new FrameWork()).createTile(coords, done)
  vi.advanceTimersToNextFrame()
  expect(tile.childElementCount).toBe(0)
  expect(done).not.toHaveBeenCalled()
})
