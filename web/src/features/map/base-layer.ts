import { GridLayer, type Coords, type DoneCallback } from 'leaflet'
import type { BaseMap, Line } from './base-map'
import type { FrameWork } from './frame-work'
import { addLine, BESIDE, meets, type Projection } from './tile-path'

const EARTH_KM = 40_075

/**
 * Draws the product's own land, lakes and borders as SVG tiles, each as a job of the map's work. The
 * browser paints SVG in other threads; it would paint a canvas in the thread of the page.
 */
export class BaseLayer extends GridLayer {
  constructor(
    private readonly base: BaseMap,
    private readonly work: FrameWork,
  ) {
    super({ tileSize: 256, keepBuffer: 2, updateWhenZooming: false, minZoom: 4, maxZoom: 13 })
  }

  override createTile(coords: Coords, done: DoneCallback): HTMLElement {
    const tile = document.createElement('div')
    this.work.add('tiles', () => {
      if (!tile.isConnected) return // the visitor has moved on
      tile.append(drawnTile(this.base, coords, this.getTileSize().x))
      done(undefined, tile)
    })
    return tile
  }
}

function drawnTile(base: BaseMap, { x, y, z }: Coords, size: number): SVGElement {
  const world = 256 * 2 ** z
  const at: Projection = {
    x: (unit) => unit * world - x * size,
    y: (unit) => unit * world - y * size,
    size,
    world,
    beside: BESIDE,
  }
  const land = pathOf(base.land, at, true)
  return shape('svg', { class: z < 7 ? 'map-far' : 'map-near', width: size, height: size }, [
    shape('path', { class: 'map-land', d: land }),
    ...parksOf(base, at, z),
    shape('path', { class: 'map-coast', d: land }),
    shape('path', { class: 'map-border', d: pathOf(base.borders, at, false) }),
    ...lakesOf(base, at, z),
  ])
}

function parksOf(base: BaseMap, at: Projection, zoom: number): SVGElement[] {
  if (zoom < 7) return []
  return base.parks.flatMap(({ x, y, stretch, radius }) => {
    const scale = (at.world / EARTH_KM) * stretch
    const [rx, ry] = [radius[0] * scale, radius[1] * scale]
    const [cx, cy] = [at.x(x), at.y(y)]
    if (cx < -rx || cx > at.size + rx || cy < -ry || cy > at.size + ry) return []
    return [shape('ellipse', { class: 'map-national-park', cx, cy, rx, ry })]
  })
}

function lakesOf(base: BaseMap, at: Projection, zoom: number): SVGElement[] {
  return base.lakes.flatMap(({ width, stretch, line }) => {
    const pixels = (at.world / EARTH_KM) * stretch * (width / 1000)
    // A wide lake covers a part of tiles that its line does not cross.
    const wide = { ...at, beside: Math.max(BESIDE, pixels) }
    if (!meets(line, wide) || (zoom < 7 && pixels < 1)) return []
    const d = pathOf([line], wide, false)
    return [shape('path', { class: 'map-lake', d, 'stroke-width': Math.max(1.5, pixels) })]
  })
}

/** The lines that may be visible on a tile, as the data of an SVG path. */
function pathOf(lines: readonly Line[], at: Projection, closed: boolean): string {
  const data: string[] = []
  const tenths = (pixels: number) => Math.round(pixels * 10) / 10
  const path = {
    moveTo: (x: number, y: number) => data.push('M', `${tenths(x)} ${tenths(y)}`),
    lineTo: (x: number, y: number) => data.push('L', `${tenths(x)} ${tenths(y)}`),
    closePath: () => data.push('Z'),
  }
  for (const line of lines) if (meets(line, at)) addLine(path, line, at, closed)
  return data.join('')
}

function shape(
  name: string,
  attributes: Record<string, string | number>,
  children: readonly SVGElement[] = [],
): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value))
  made.append(...children)
  return made
}
