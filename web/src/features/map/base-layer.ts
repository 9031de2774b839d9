import { GridLayer, type Coords, type DoneCallback } from 'leaflet'
import type { BaseMap } from './base-map'

const SEA = '#bfdde0'
const SHORE = '#d3e9e8'
const LAND = '#f7f0df'
const COAST = '#c9b487'
const PARK = 'rgb(223 223 180 / 75%)'
const BORDER = '#a99a78'
const WATER = '#9fcbd1'

/** Lines are drawn this many pixels beyond a tile, so that their ends and edges do not show. */
const BESIDE = 16
const EARTH_KM = 40_075

/**
 * Draws the product's own land, lakes and borders on canvas tiles. It draws one tile per frame, to
 * avoid long tasks.
 */
export class BaseLayer extends GridLayer {
  private readonly queue: (() => void)[] = []
  private running = false

  constructor(private readonly base: BaseMap) {
    super({ tileSize: 256, keepBuffer: 2, updateWhenZooming: false, minZoom: 4, maxZoom: 13 })
  }

  override createTile(coords: Coords, done: DoneCallback): HTMLElement {
    const tile = document.createElement('canvas')
    const size = this.getTileSize().x
    const ratio = Math.min(2, window.devicePixelRatio || 1)
    tile.width = size * ratio
    tile.height = size * ratio
    this.queue.push(() => {
      const context = tile.getContext('2d')
      if (context) {
        context.scale(ratio, ratio)
        drawTile(context, this.base, coords, size)
      }
      done(undefined, tile)
    })
    if (!this.running) requestAnimationFrame(() => this.drawNext())
    this.running = true
    return tile
  }

  private drawNext() {
    this.queue.shift()?.()
    this.running = this.queue.length > 0
    if (this.running) requestAnimationFrame(() => this.drawNext())
  }
}

/** Converts the map's unit square (Mercator, 0 to 1) to pixels of a tile. */
interface Projection {
  x: (unit: number) => number
  y: (unit: number) => number
  size: number
  /** The size of the whole map in pixels. */
  world: number
}

function drawTile(
  context: CanvasRenderingContext2D,
  base: BaseMap,
  { x, y, z }: Coords,
  size: number,
) {
  const world = 256 * 2 ** z
  const at: Projection = {
    x: (unit) => unit * world - x * size,
    y: (unit) => unit * world - y * size,
    size,
    world,
  }
  context.fillStyle = SEA
  context.fillRect(0, 0, size, size)
  context.lineJoin = 'round'
  context.lineCap = 'round'
  const land = new Path2D()
  for (const line of base.land) if (meets(line, at)) addLine(land, line, at, true)
  context.strokeStyle = SHORE
  context.lineWidth = z < 7 ? 6 : 12
  context.stroke(land)
  context.fillStyle = LAND
  // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas, no array
  context.fill(land, 'evenodd')
  drawParks(context, base, at, z)
  context.strokeStyle = COAST
  context.lineWidth = 1
  context.stroke(land)
  drawBorders(context, base, at)
  drawLakes(context, base, at, z)
}

function drawParks(context: CanvasRenderingContext2D, base: BaseMap, at: Projection, zoom: number) {
  if (zoom < 7) return
  context.fillStyle = PARK
  for (const { x, y, stretch, radius } of base.parks) {
    const scale = (at.world / EARTH_KM) * stretch
    const [rx, ry] = [radius[0] * scale, radius[1] * scale]
    const [cx, cy] = [at.x(x), at.y(y)]
    if (cx < -rx || cx > at.size + rx || cy < -ry || cy > at.size + ry) continue
    context.beginPath()
    context.ellipse(cx, cy, rx, ry, 0, 0, 2 * Math.PI)
    context.fill()
  }
}

function drawBorders(context: CanvasRenderingContext2D, base: BaseMap, at: Projection) {
  const path = new Path2D()
  for (const line of base.borders) if (meets(line, at)) addLine(path, line, at, false)
  context.strokeStyle = BORDER
  context.setLineDash([5, 4])
  context.lineWidth = 1.25
  context.stroke(path)
  context.setLineDash([])
}

function drawLakes(context: CanvasRenderingContext2D, base: BaseMap, at: Projection, zoom: number) {
  context.strokeStyle = WATER
  for (const { width, stretch, line } of base.lakes) {
    const pixels = (at.world / EARTH_KM) * stretch * (width / 1000)
    if (!meets(line, at, pixels) || (zoom < 7 && pixels < 1)) continue
    context.lineWidth = Math.max(1.5, pixels)
    const path = new Path2D()
    addLine(path, line, at, false)
    context.stroke(path)
  }
}

type Line = BaseMap['land'][number]

function meets({ box }: Line, at: Projection, width = BESIDE): boolean {
  return (
    at.x(box[2]) >= -width &&
    at.x(box[0]) <= at.size + width &&
    at.y(box[3]) >= -width &&
    at.y(box[1]) <= at.size + width
  )
}

/** On which sides of the tile a point is outside, one bit for each side. */
function sidesOf(x: number, y: number, size: number): number {
  return (
    (x < -BESIDE ? 1 : 0) |
    (x > size + BESIDE ? 2 : 0) |
    (y < -BESIDE ? 4 : 0) |
    (y > size + BESIDE ? 8 : 0)
  )
}

/**
 * Adds a line to a path. To draw less, it skips points that change nothing visible: successive
 * points outside the same side of the tile, and points less than a pixel from the one before.
 */
function addLine(path: Path2D, { points }: Line, at: Projection, closed: boolean) {
  const pen = new Pen(path, at.size)
  for (let i = 0; i < points.length; i += 2) pen.to(at.x(points[i] ?? 0), at.y(points[i + 1] ?? 0))
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
    private readonly path: Path2D,
    private readonly size: number,
  ) {}

  to(x: number, y: number) {
    const sides = sidesOf(x, y, this.size)
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
