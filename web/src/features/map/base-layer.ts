import { GridLayer, type Coords, type DoneCallback } from 'leaflet'
import type { BaseMap } from './base-map'
import type { FrameWork } from './frame-work'
import { addLine, meets, type Projection } from './tile-path'

const SEA = '#bfdde0'
const SHORE = '#d3e9e8'
const LAND = '#f7f0df'
const COAST = '#c9b487'
const PARK = 'rgb(223 223 180 / 75%)'
const BORDER = '#a99a78'
const WATER = '#9fcbd1'

const EARTH_KM = 40_075

/**
 * Draws the product's own land, lakes and borders on canvas tiles, each as a job of the map's work.
 */
export class BaseLayer extends GridLayer {
  constructor(
    private readonly base: BaseMap,
    private readonly work: FrameWork,
  ) {
    super({ tileSize: 256, keepBuffer: 2, updateWhenZooming: false, minZoom: 4, maxZoom: 13 })
  }

  override createTile(coords: Coords, done: DoneCallback): HTMLElement {
    const tile = document.createElement('canvas')
    const size = this.getTileSize().x
    const ratio = Math.min(2, window.devicePixelRatio || 1)
    tile.width = size * ratio
    tile.height = size * ratio
    this.work.add('tiles', () => {
      if (!tile.isConnected) return // the visitor has moved on
      const context = tile.getContext('2d')
      if (context) {
        context.scale(ratio, ratio)
        drawTile(context, this.base, coords, size)
      }
      done(undefined, tile)
    })
    return tile
  }
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
