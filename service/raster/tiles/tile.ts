import { projectionOn } from '../grids/around-globe.ts'
import { colourOf } from '../cells/classes.ts'
import type { Bounds, Grid } from '../grid.ts'
import type { Palette } from '../tiff/palette.ts'
import { encodePalettePng } from './png.ts'
import { rampTable, type RampName } from './ramps.ts'
import { type CellPlaces, pickCrossings, pickLevel, pickValues } from '../cells/pick-values.ts'
import { requireBand, type RasterFile } from '../cells/read.ts'
import { RasterError } from '../raster-error.ts'
import { projectRow } from '../grids/project-row.ts'
import type { Projection } from '../systems/projection.ts'
import { fromMercator, tileBounds } from '../systems/web-mercator.ts'

/** Lines that rise to the right, or fall. */
export type Hatch = 'hatch' | 'counter-hatch'

interface TileRequest {
  file: RasterFile
  z: number
  x: number
  y: number
  /** Pixels per side, default 256. */
  size?: number
  /** Default viridis. 'classes': each value in the colour of its class; the hatches: lines over values from `min` to `max`. */
  ramp?: RampName | 'classes' | Hatch
  /** Values at and below `min` take the first colour, at and above `max` the last. */
  min: number
  max: number
  band?: number
}

/**
 * PNG of a Web Mercator XYZ tile. Each pixel takes the cell under its centre (nearest) from the coarsest overview that
 * is at least as fine as the pixels; nodata and the outside are transparent.
 * @throws RasterError for a tile that does not exist or an unsupported CRS.
 */
export async function renderTile(request: TileRequest): Promise<Buffer> {
  const { file, ramp = 'viridis', min, max, size } = request
  const values = await tileValues(file, request)
  if (ramp === 'hatch' || ramp === 'counter-hatch')
    return paintHatch(values, { min, max, width: size, falling: ramp === 'counter-hatch' })
  if (ramp !== 'classes') return paintTile(values, { ramp, min, max, width: size })
  return paintClasses(values, file.palette, { width: size })
}

const TILE_PX = 256

/** The values under the centres of a tile's pixels, NaN for nodata; null for a tile outside the raster. */
export async function tileValues(
  file: RasterFile,
  { z, x, y, size = TILE_PX, band = 1 }: Pick<TileRequest, 'z' | 'x' | 'y' | 'size' | 'band'>,
): Promise<Float64Array | null> {
  const tiles = 2 ** z
  const exists =
    [z, x, y].every(Number.isInteger) && z >= 0 && z <= 30 && x >= 0 && y >= 0 && x < tiles && y < tiles
  if (!exists) throw new RasterError(`There is no tile ${z}/${x}/${y}.`)
  requireBand(file, band)
  const cells = cellsOfTile(file.info, z, x, y, size)
  return cells && (cells.crossed ? pickCrossings : pickValues)(file, pickLevel(file, cells), band, cells)
}

export interface PictureOf {
  /** West, south, east, north in Web Mercator. */
  bounds: Bounds
  width: number
  height: number
}

/** The values under the centres of a picture's pixels, row by row; NaN for nodata and outside. */
export async function pictureValues(
  file: RasterFile,
  band: number,
  { bounds, width, height }: PictureOf,
): Promise<Float64Array> {
  requireBand(file, band)
  const cells = projectedCells(file.info, projectionOn(file.info), bounds, width, height)
  if (!cells) return new Float64Array(width * height).fill(Number.NaN)
  return pickValues(file, pickLevel(file, cells), band, cells)
}

/** In pixels; a tile has as many rows as columns. */
interface PictureSize {
  width?: number
  height?: number
}

/** The PNG of these values; null is an empty tile. */
export function paintTile(
  values: Float64Array | null,
  {
    ramp,
    min,
    max,
    width = TILE_PX,
    height = width,
  }: { ramp: RampName; min: number; max: number } & PictureSize,
): Buffer {
  const indices = new Uint8Array(width * height)
  const scale = max > min ? 254 / (max - min) : 0
  for (let i = 0; values && i < values.length; i++) {
    const value = values[i]
    if (Number.isNaN(value)) continue
    const place = (value - min) * scale
    // Rounded as by Math.round, which takes three times as long.
    indices[i] = place < 254 ? (place > 0 ? (place + 1.5) | 0 : 1) : 255
  }
  return encodePalettePng(indices, width, height, palette(ramp))
}

const HATCH_PX = 8
/** Transparent, black, white: visible on the whole of a ramp. */
const HATCH_COLOURS = Uint8Array.of(0, 0, 0, 0, 0, 0, 255, 255, 255)

/** The PNG of diagonal lines, a dark one beside a light one, where values are above `min` and at most `max`. */
function paintHatch(
  values: Float64Array | null,
  { min, max, width = TILE_PX, falling }: { min: number; max: number; width?: number; falling: boolean },
): Buffer {
  const indices = new Uint8Array(width * width)
  values?.forEach((value, i) => {
    const [row, column] = [Math.floor(i / width), i % width]
    const line = (row + (falling ? width - 1 - column : column)) % HATCH_PX
    if (line < 2 && value > min && value <= max) indices[i] = line + 1
  })
  return encodePalettePng(indices, width, width, HATCH_COLOURS)
}

/** The PNG of these values in the colours of classes, of which a picture holds 255. */
export function paintClasses(
  values: Float64Array | null,
  palette: Palette | null,
  { width = TILE_PX, height = width }: PictureSize,
): Buffer {
  const indices = new Uint8Array(width * height)
  const colours = new Uint8Array(768)
  const known = new Map<number, number>()
  values?.forEach((value, i) => {
    if (Number.isNaN(value)) return
    let index = known.get(value)
    if (index === undefined) {
      index = Math.min(255, known.size + 1)
      known.set(value, index)
      colours.set(colourOf(value, palette), index * 3)
    }
    indices[i] = index
  })
  return encodePalettePng(indices, width, height, colours)
}

/** Index 0 is nodata; 1 to 255 span the ramp's 256 colours from end to end. */
function palette(name: RampName): Uint8Array {
  const table = rampTable(name)
  const colours = new Uint8Array(768)
  for (let i = 1; i < 256; i++) {
    const from = Math.round(((i - 1) * 255) / 254) * 3
    colours.set(table.subarray(from, from + 3), i * 3)
  }
  return colours
}

/** Maximum error of interpolated positions, in cells of the raster: too small to be visible. */
const TILE_TOLERANCE = 0.05

function cellsOfTile(grid: Grid, z: number, x: number, y: number, size: number): CellPlaces | null {
  const projection = projectionOn(grid)
  const { width, height, affine } = grid
  const [a, b, c, d, e, f] = affine
  const bounds = tileBounds(z, x, y)
  const { turn } = projection
  if (!projection.separable || turn === null || b !== 0 || d !== 0)
    return projectedCells(grid, projection, bounds, size)
  const project = projection.forward
  const [west, south, east, north] = bounds
  const step = (east - west) / size
  const columns = new Float64Array(size)
  const rows = new Float64Array(size)
  // x depends on longitude alone and y on latitude alone.
  for (let i = 0; i < size; i++) {
    const at = project(...fromMercator(west + (i + 0.5) * step, north - (i + 0.5) * step))
    columns[i] = (at[0] - c) / a
    rows[i] = (at[1] - f) / e
  }
  const inside = (limit: number) => (position: number) => position >= 0 && position < limit
  if (!columns.some(inside(width)) || !rows.some(inside(height))) return null
  const [bottom, top] = [south, north].map((y) => project(...fromMercator(west, y))[1])
  const cellsPerPixel = Math.min(Math.abs(turn / a) / 2 ** z, Math.abs((top - bottom) / e)) / size
  return { columns, rows, cellsPerPixel, crossed: true }
}

/** The cells under the centres of a picture's pixels, whose bounds are in Web Mercator; null outside the raster. */
export function projectedCells(
  grid: Grid,
  projection: Projection,
  [west, south, east, north]: Bounds,
  width: number,
  height = width,
): CellPlaces | null {
  const columns = new Float64Array(width * height)
  const rows = new Float64Array(width * height)
  const step = (east - west) / width
  let inside = -1
  for (let row = 0; row < height; row++) {
    const y = north - ((row + 0.5) * (north - south)) / height
    const at = (i: number) => fromMercator(west + (i + 0.5) * step, y)
    const found = projectRow(grid, projection, width, at, TILE_TOLERANCE)
    columns.set(found.columns, row * width)
    rows.set(found.rows, row * width)
    for (let i = 0; i < width; i++) {
      const [atColumn, atRow] = [found.columns[i], found.rows[i]]
      if (atColumn >= 0 && atRow >= 0 && atColumn < grid.width && atRow < grid.height)
        inside = row * width + i
    }
  }
  return inside < 0 ? null : { columns, rows, cellsPerPixel: spacing(columns, rows, width, inside) }
}

/** Cells from a pixel to its neighbour, on the finer axis; 1 where it has none. */
function spacing(columns: Float64Array, rows: Float64Array, size: number, i: number): number {
  const to = (k: number) => Math.hypot(columns[k] - columns[i], rows[k] - rows[i])
  const beside = to(i % size === 0 ? i + 1 : i - 1)
  const above = to(i < size ? i + size : i - size)
  return Math.min(beside, above) || 1
}
