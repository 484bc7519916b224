import type { Area } from '#service/geometry/point-in-polygon.ts'
import { ringsOf } from '#service/geometry/point-in-polygon.ts'
import { toMercator } from '#service/raster/systems/web-mercator.ts'
import { encodePalettePng } from '#service/raster/tiles/png.ts'
import { rampTable } from '#service/raster/tiles/ramps.ts'
import type { MapValues } from './map-values.ts'

export interface Picture {
  png: Buffer
  width: number
  height: number
}

/** Colours of the ramp: entries 1 to `STEPS` of the palette; 0 is transparent. */
const STEPS = 245
const [LINE, LIGHT, MARK] = [STEPS + 1, STEPS + 2, STEPS + 3]
const OTHERS = { [LINE]: [0x20, 0x2b, 0x38], [LIGHT]: [0xff, 0xff, 0xff], [MARK]: [0xd4, 0x1b, 0x5c] }
const HATCH_PX = 9

interface Marked {
  /** Its outline is drawn over the others. */
  area?: Area | undefined
  /** Drawn as dots. */
  places: readonly { longitude: number; latitude: number }[]
}

/** The colour at a place of the ramp from 0 to 1, as six hexadecimal digits. */
export function colourAt(place: number): string {
  const at = Math.round(Math.min(1, Math.max(0, place)) * 255) * 3
  return Buffer.from(rampTable('viridis').subarray(at, at + 3)).toString('hex')
}

/** The pixels of cells in colours, hatched where the interval spans more than half of them. */
function paintCells({ mean, intervals, width, range: { min, max } }: MapValues): Uint8Array {
  const pixels = new Uint8Array(mean.length)
  const scale = max > min ? 1 / (max - min) : 0
  const half = (max - min) / 2
  mean.forEach((value, i) => {
    if (Number.isNaN(value)) return
    const line = (Math.floor(i / width) + (i % width)) % HATCH_PX
    if (intervals && intervals[i] > half && line < 2) pixels[i] = line === 0 ? LINE : LIGHT
    else pixels[i] = 1 + Math.round(Math.min(1, Math.max(0, (value - min) * scale)) * (STEPS - 1))
  })
  return pixels
}

/** Cells with outlines over them. */
export function drawOutlines(map: MapValues, areas: readonly Area[]): Uint8Array {
  const pixels = paintCells(map)
  for (const area of areas) strokeArea(area, pixelsOf(map), penOn(pixels, map, LINE, 2))
  return pixels
}

/** The picture of these pixels with what is marked over them. */
export function drawMarks(base: Uint8Array, map: MapValues, { area, places }: Marked): Picture {
  const pixels = base.slice()
  const toPixel = pixelsOf(map)
  if (area) {
    strokeArea(area, toPixel, penOn(pixels, map, LIGHT, 9))
    strokeArea(area, toPixel, penOn(pixels, map, MARK, 5))
  }
  for (const { longitude, latitude } of places) dot(pixels, map, ...toPixel(longitude, latitude))
  const { width, height } = map
  return { png: encodePalettePng(pixels, width, height, palette()), width, height }
}

type ToPixel = (longitude: number, latitude: number) => [x: number, y: number]

function pixelsOf({ bounds: [west, south, east, north], width, height }: MapValues): ToPixel {
  const [turn] = toMercator(360, 0)
  return (longitude, latitude) => {
    const [x, y] = toMercator(longitude, latitude)
    const turned = x < west - turn / 2 ? x + turn : x
    return [((turned - west) / (east - west)) * width, ((north - y) / (north - south)) * height]
  }
}

function strokeArea(area: Area, toPixel: ToPixel, mark: (x: number, y: number) => void): void {
  for (const ring of ringsOf(area)) {
    let [fromX, fromY] = [Number.NaN, Number.NaN]
    for (const [longitude, latitude] of ring) {
      const [x, y] = toPixel(longitude, latitude)
      const steps = Math.ceil(Math.max(Math.abs(x - fromX), Math.abs(y - fromY)))
      // Detail below a pixel adds nothing.
      if (steps < 1 && !Number.isNaN(steps)) continue
      for (let step = 1; step <= steps; step++)
        mark(fromX + ((x - fromX) * step) / steps, fromY + ((y - fromY) * step) / steps)
      ;[fromX, fromY] = [x, y]
    }
  }
}

/** Draws squares of `size` pixels. */
const penOn =
  (pixels: Uint8Array, { width, height }: MapValues, colour: number, size: number) =>
  (x: number, y: number): void => {
    const left = Math.round(x - size / 2)
    const top = Math.round(y - size / 2)
    for (let row = Math.max(0, top); row < Math.min(height, top + size); row++)
      for (let column = Math.max(0, left); column < Math.min(width, left + size); column++)
        pixels[row * width + column] = colour
  }

const DOT_PX = 5

/** A dark disc with a light rim: visible on all colours. */
function dot(pixels: Uint8Array, { width, height }: MapValues, x: number, y: number): void {
  for (let row = Math.floor(y - DOT_PX); row <= y + DOT_PX; row++)
    for (let column = Math.floor(x - DOT_PX); column <= x + DOT_PX; column++) {
      const distance = Math.hypot(column + 0.5 - x, row + 0.5 - y)
      if (row < 0 || column < 0 || row >= height || column >= width || distance > DOT_PX) continue
      pixels[row * width + column] = distance > DOT_PX - 1.5 ? LIGHT : LINE
    }
}

function palette(): Uint8Array {
  const colours = new Uint8Array(3 * (MARK + 1))
  for (let i = 0; i < STEPS; i++) colours.set(Buffer.from(colourAt(i / (STEPS - 1)), 'hex'), 3 * (i + 1))
  for (const [entry, colour] of Object.entries(OTHERS)) colours.set(colour, 3 * Number(entry))
  return colours
}
