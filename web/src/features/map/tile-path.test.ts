import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { projected, type Line } from './base-map'
import { addLine, BESIDE, meets, type Projection } from './tile-path'

const base = projected(
  JSON.parse(readFileSync('../internal/content/picture/basemap/base.json', 'utf8')) as never,
)
const SIZE = 256

function projectionOf(x: number, y: number, zoom: number): Projection {
  const world = 256 * 2 ** zoom
  return {
    x: (unit) => unit * world - x * SIZE,
    y: (unit) => unit * world - y * SIZE,
    size: SIZE,
    world,
    beside: BESIDE,
  }
}

type Corner = [number, number]

/** The corners of a line as a tile draws it. */
function drawn(line: Line, at: Projection): Corner[] {
  const corners: Corner[] = []
  const add = (x: number, y: number) => void corners.push([x, y])
  addLine({ moveTo: add, lineTo: add, closePath: () => {} }, line, at, true)
  return corners
}

function all({ points }: Line, at: Projection): Corner[] {
  return Array.from({ length: points.length / 2 }, (_, i) => [
    at.x(points[2 * i] ?? 0),
    at.y(points[2 * i + 1] ?? 0),
  ])
}

/** Whether a point is on land, by the even-odd rule. */
function onLand(lines: Corner[][], x: number, y: number): boolean {
  let inside = false
  for (const line of lines) {
    for (const [i, [ax, ay]] of line.entries()) {
      const [bx, by] = line[(i + 1) % line.length] ?? [0, 0]
      if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside
    }
  }
  return inside
}

it.each([
  ['the British Isles', 5, 15, 10],
  ['Cornwall', 8, 124, 86],
  ['the Solent', 10, 508, 343],
  ['the Hebrides', 9, 246, 154],
  ['the open sea', 10, 480, 345],
  ['far inland', 11, 1013, 665],
])('a tile of %s has its land where all points of the coast have it', (_, zoom, x, y) => {
  const at = projectionOf(x, y, zoom)
  const lines = base.land.filter((line) => meets(line, at))
  const [shown, whole] = [lines.map((line) => drawn(line, at)), lines.map((line) => all(line, at))]
  const points = (of: Corner[][]) => of.reduce((sum, { length }) => sum + length, 0)
  if (zoom > 7) expect(points(shown)).toBeLessThan(points(whole) / 4 + 8)
  for (let row = 8; row < SIZE; row += 32) {
    for (let column = 8; column < SIZE; column += 32) {
      const around = [0, -1.5, 1.5].flatMap((dx) =>
        [0, -1.5, 1.5].map((dy) => onLand(whole, column + dx, row + dy)),
      )
      if (new Set(around).size > 1) continue // at the coast
      expect([column, row, onLand(shown, column, row)]).toEqual([column, row, around[0]])
    }
  }
})

it('a line that leaves a tile and returns is drawn where it is on the tile', () => {
  const at = projectionOf(124, 86, 8)
  for (const line of base.land.filter((one) => meets(one, at))) {
    const onTile = ([x, y]: Corner) => x > 0 && x < SIZE && y > 0 && y < SIZE
    const shown = drawn(line, at).filter(onTile)
    // Of the points on the tile, it may skip those less than a pixel from another.
    for (const [x, y] of all(line, at).filter(onTile))
      expect(shown.some(([a, b]) => Math.abs(a - x) + Math.abs(b - y) < 1)).toBe(true)
  }
})
