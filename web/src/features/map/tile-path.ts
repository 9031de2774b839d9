// The part of a line of the base map that a tile shows, as a path in its pixels.
import type { Box, Line } from './base-map'

/** Thin lines are drawn this many pixels beyond a tile, so that their ends and edges do not show. */
export const BESIDE = 16

/** Converts the map's unit square (Mercator, 0 to 1) to pixels of a tile. */
export interface Projection {
  x: (unit: number) => number
  y: (unit: number) => number
  size: number
  /** The size of the whole map in pixels. */
  world: number
  /** How far beyond the tile a line is drawn, in pixels: at least BESIDE, and a wide line's width. */
  beside: number
}

/** What is added to. */
interface Path {
  moveTo: (x: number, y: number) => void
  lineTo: (x: number, y: number) => void
  closePath: () => void
}

/** Whether a line may be visible on a tile. */
export function meets({ box }: Line, at: Projection): boolean {
  return (
    at.x(box[2]) >= -at.beside &&
    at.x(box[0]) <= at.size + at.beside &&
    at.y(box[3]) >= -at.beside &&
    at.y(box[1]) <= at.size + at.beside
  )
}

/** On which sides of the tile a box is outside, one bit for each side. */
function sidesOfBox(box: Box, at: Projection): number {
  return sidesOf(at.x(box[0]), at.y(box[1]), at) & sidesOf(at.x(box[2]), at.y(box[3]), at)
}

/** On which sides of the tile a point is outside, one bit for each side. */
function sidesOf(x: number, y: number, { size, beside }: Projection): number {
  return (
    (x < -beside ? 1 : 0) |
    (x > size + beside ? 2 : 0) |
    (y < -beside ? 4 : 0) |
    (y > size + beside ? 8 : 0)
  )
}

/**
 * Adds a line to a path. To draw less, it skips points that change nothing visible: successive
 * points outside the same side of the tile, and points less than a pixel from the one before.
 */
export function addLine(path: Path, { points, runs }: Line, at: Projection, closed: boolean) {
  const pen = new Pen(path, at)
  for (const { from, to, box } of runs) {
    const sides = sidesOfBox(box, at)
    pen.through(points, from, sides === 0 ? to : from + 2)
    if (sides !== 0 && !pen.pass(points, to - 2, sides)) pen.through(points, from + 2, to)
  }
  pen.lift()
  if (closed) path.closePath()
}

class Pen {
  private x = Number.NaN
  private y = Number.NaN
  private sides = 0
  /** The bits of sidesOf that all points since the last drawn one have in common. */
  private shared = 0
  /** The last point has been skipped so far. It must be drawn before the line enters the tile. */
  private held = false

  constructor(
    private readonly path: Path,
    private readonly at: Projection,
  ) {}

  /** Draws to the points from one index to another. */
  through(points: Float64Array, from: number, to: number) {
    for (let i = from; i < to; i += 2)
      this.to(this.at.x(points[i] ?? 0), this.at.y(points[i + 1] ?? 0))
  }

  /**
   * Skips to the last of some points that are all outside some sides. It does not, and returns
   * false, where the points before are outside other sides.
   */
  pass(points: Float64Array, last: number, sides: number): boolean {
    if ((this.shared & sides) === 0) return false
    this.x = this.at.x(points[last] ?? 0)
    this.y = this.at.y(points[last + 1] ?? 0)
    this.sides = sidesOf(this.x, this.y, this.at)
    this.shared &= sides
    this.held = true
    return true
  }

  private to(x: number, y: number) {
    const sides = sidesOf(x, y, this.at)
    if (Number.isNaN(this.x)) {
      this.path.moveTo(x, y)
      this.shared = sides
    } else if (this.shared & sides) {
      this.shared &= sides
      this.held = true
    } else if (this.held && this.sides & sides) {
      this.path.lineTo(this.x, this.y)
      this.shared = this.sides & sides
    } else {
      const near = Math.abs(x - this.x) + Math.abs(y - this.y) < 1
      if (near && !this.held && sides === 0) return
      this.lift()
      this.path.lineTo(x, y)
      this.shared = sides
    }
    ;[this.x, this.y, this.sides] = [x, y, sides]
  }

  /** Draws the last point if it was skipped. */
  lift() {
    if (this.held) this.path.lineTo(this.x, this.y)
    this.held = false
  }
}
