import { readFileSync } from 'node:fs'
import { Point, type Coords } from 'leaflet'
import { afterEach, expect, it, vi } from 'vitest'
import { BaseLayer } from './base-layer'
import { projected } from './base-map'
import { FrameWork } from './frame-work'

const base = projected(JSON.parse(readFileSync('../internal/basemap/base.json', 'utf8')) as never)

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
