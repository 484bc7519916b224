import { type BandLabel, bandLabelsOf } from '../tiff/band-labels.ts'
import { createBlockCache, type BlockCache } from './block-cache.ts'
import { byteSource, type RasterInput } from '../tiff/byte-source.ts'
import { requirePlausibleBlocks } from '../tiff/check-blocks.ts'
import { checkHeader, type TiffDirectory } from '../tiff/check-header.ts'
import { isCloudOptimized } from '../cog-rules.ts'
import { ARRAYS, type DataType, type RawArray } from '../data-types.ts'
import { blocksAtOnce } from '../tiff/block-size.ts'
import { dataTypeOf, requireReadable } from '../codecs/decode-block.ts'
import { geoKeysOf } from '../systems/geo-keys.ts'
import { type OtherPlace, placeOf } from '../systems/georeference.ts'
import { gridBounds, type Bounds, type CellWindow, type Grid } from '../grid.ts'
import { isMask, maskOf, type Masking, maskingOf } from './mask.ts'
import { isThematic } from '../tiff/metadata-items.ts'
import { nodataOf } from '../tiff/nodata.ts'
import { type Palette, paletteOf } from '../tiff/palette.ts'
import type { Mirroring } from './mirror.ts'
import { RasterError } from '../raster-error.ts'
import { type BlockFile, readBlock } from './read-block.ts'
import { type Scaling, scalingsOf, toValues, type UnusedScale } from '../tiff/scaling.ts'
import { cluesOf, systemOf } from '../systems/reference-system.ts'

export interface RasterInfo extends Grid {
  /** What the file says about its reference system if it does not determine one. */
  crsClues?: string | null
  bands: number
  dataType: DataType
  bounds: Bounds
  otherPlace?: OtherPlace
  /** Rounded to the type of the cells; NaN if the file says "nan"; null if it has none. */
  nodata: number | null
  container: 'TIFF' | 'BigTIFF'
  tiled: boolean
  blockSize: [number, number]
  overviews: { width: number; height: number }[]
  compression: string
  cloudOptimized: boolean
  /** Cells without a value are marked by an internal mask or an alpha band, which is not catalogued as a band. */
  masked?: { by: Masking['kind']; storedType: DataType }
  /** How the file stores the cells of a raster that is read north-up. */
  mirrored?: Mirroring
  /** Of each band, if GDAL's metadata have any. */
  labels?: BandLabel[]
  /** Of each band, if one has any but × 1 + 0; never of classes. */
  scalings?: (Scaling | null)[]
  unusedScales?: UnusedScale[]
}

export interface RasterFile extends BlockFile {
  info: RasterInfo
  palette: Palette | null
  close(): Promise<void>
}

export type CellValues = Float32Array | Float64Array

interface OpenOptions {
  cache?: BlockCache
  /** Stable name of exactly these bytes, so that the file finds its cached blocks when it is opened again. */
  key?: string
}

/** The most cells read at once: 400 MB of float32. */
const MAX_CELLS = 100_000_000

const sharedCache = createBlockCache()
let opened = 0

/**
 * Opens a GeoTIFF after `checkHeader`, without reading a cell.
 * @throws RasterError if the file is damaged, hostile, not georeferenced or has an unsupported encoding.
 */
export async function openRaster(input: RasterInput, options: OpenOptions = {}): Promise<RasterFile> {
  const source = await byteSource(input)
  try {
    const header = await checkHeader(source)
    const [main, ...others] = header.directories
    const compression = requireReadable(main)
    const allMasks = others.filter(isMask)
    const isMasked = allMasks.length > 0
    const overviews = others
      .filter((o) => !isMask(o) && (o.subfile & 1) === 1)
      .filter((o) => o.bands === main.bands && o.width <= main.width)
      // An overview without its mask would show cells that have no value.
      .filter((o) => !isMasked || maskOf(o, allMasks) !== undefined)
      .filter((o) => o.bits[0] === main.bits[0] && o.formats[0] === main.formats[0])
      .sort((a, b) => b.width - a.width)
    overviews.forEach(requireReadable)
    for (const level of [main, ...overviews]) requirePlausibleBlocks(level)
    const masks = isMasked ? masksOf([main, ...overviews], allMasks) : []
    const keys = geoKeysOf(main)
    const system = systemOf(keys)
    const { affine, otherPlace } = placeOf(main)
    const grid: Grid = { width: main.width, height: main.height, affine, ...system }
    const stored = dataTypeOf(main)
    const ownNodata = nodataOf(main, stored)
    const masking = maskingOf(main, masks, stored, ownNodata.value)
    const dataType = masking?.dataType ?? stored
    const bands = masking?.kind === 'alpha' ? main.bands - 1 : main.bands
    const labels = bandLabelsOf(main, bands)
    const palette = ARRAYS[dataType].BYTES_PER_ELEMENT > 2 ? null : paletteOf(main, bands)
    const info: RasterInfo = {
      ...grid,
      ...(grid.crs === null && !grid.crsDefinition && { crsClues: cluesOf(keys) }),
      bands,
      dataType,
      bounds: gridBounds(grid),
      nodata: masking ? masking.nodata : ownNodata.value,
      ...(masking && { masked: { by: masking.kind, storedType: stored } }),
      container: header.bigTiff ? 'BigTIFF' : 'TIFF',
      ...(otherPlace && { otherPlace }),
      ...(labels && { labels }),
      ...(palette === null && !isThematic(main) && scalingsOf(main, bands)),
      tiled: main.tiled,
      blockSize: [main.blockWidth, main.blockHeight],
      overviews: overviews.map(({ width, height }) => ({ width, height })),
      compression,
      cloudOptimized: isCloudOptimized(header, [main, ...overviews]),
    }
    return {
      info,
      masking,
      ownNodata,
      palette,
      levels: [main, ...overviews],
      source,
      cache: options.cache ?? sharedCache,
      key: options.key ?? `#${++opened}`,
      littleEndian: header.littleEndian,
      close: () => source.close(),
    }
  } catch (error) {
    await source.close()
    throw error
  }
}

function masksOf(levels: readonly TiffDirectory[], masks: readonly TiffDirectory[]): TiffDirectory[] {
  return levels.map((level) => {
    const mask = maskOf(level, masks)
    if (mask) return mask
    throw new RasterError(
      'The internal mask of the raster has a different size from the raster; write the file again (gdal_translate -of COG).',
    )
  })
}

/** Opens, reads one whole band and closes. `band` counts from 1. */
export async function readRaster(
  input: RasterInput,
  band = 1,
): Promise<{ info: RasterInfo; values: CellValues }> {
  const file = await openRaster(input, { cache: createBlockCache(0) })
  try {
    return { info: file.info, values: await readBand(file, band) }
  } finally {
    await file.close()
  }
}

/**
 * Values of a band, row-major, NaN for nodata. `band` counts from 1; the window is in cells of the level (0: the raster
 * itself, 1…: its overviews) and must lie inside it. 32-bit integers and float64 and scaled bands are returned as
 * Float64Array.
 */
export async function readBand(
  file: RasterFile,
  band = 1,
  window?: CellWindow,
  level = 0,
): Promise<CellValues> {
  const directory = file.levels[level]
  if (!directory)
    throw new RasterError(`The raster has no level ${level}, only 0 to ${file.levels.length - 1}.`)
  const w = window ?? { column: 0, row: 0, width: directory.width, height: directory.height }
  requireWindow(directory, w)
  requireBand(file, band)
  const scaling = file.info.scalings?.[band - 1]
  const out = allocate(scaling ? 'float64' : file.info.dataType, w.width * w.height)
  const { blockWidth, blockHeight } = directory
  const jobs: (() => Promise<void>)[] = []
  for (let by = Math.floor(w.row / blockHeight); by * blockHeight < w.row + w.height; by++) {
    for (let bx = Math.floor(w.column / blockWidth); bx * blockWidth < w.column + w.width; bx++) {
      jobs.push(async () =>
        copyBlock(file, directory, await readBlock(file, level, band, bx, by), { band, bx, by }, w, out),
      )
    }
  }
  const together = blocksAtOnce(directory)
  for (let i = 0; i < jobs.length; i += together) {
    await Promise.all(jobs.slice(i, i + together).map((job) => job()))
  }
  maskNodata(out, file.info.nodata)
  return toValues(out, scaling)
}

/** Step and first position of a band's values inside a decoded block. */
export function interleave(directory: TiffDirectory, band: number): { step: number; first: number } {
  return directory.planar === 2 ? { step: 1, first: 0 } : { step: directory.bands, first: band - 1 }
}

/** Throws RasterError unless the file has this band, counted from 1. */
export function requireBand(file: RasterFile, band: number): void {
  if (!Number.isInteger(band) || band < 1 || band > file.info.bands) {
    throw new RasterError(`The raster has no band ${band}; its bands are 1 to ${file.info.bands}.`)
  }
}

function requireWindow(directory: TiffDirectory, w: CellWindow): void {
  const whole = [w.column, w.row, w.width, w.height].every(Number.isInteger)
  const inside = w.column >= 0 && w.row >= 0 && w.width >= 1 && w.height >= 1
  if (!whole || !inside || w.column + w.width > directory.width || w.row + w.height > directory.height) {
    throw new RasterError(
      `The window of ${w.width} × ${w.height} cells at column ${w.column}, row ${w.row} is not inside the raster of ${directory.width} × ${directory.height}.`,
    )
  }
  if (w.width * w.height > MAX_CELLS) {
    throw new RasterError(
      `${w.width} × ${w.height} cells are too many to read at once; at most ${MAX_CELLS} are allowed.`,
    )
  }
}

function allocate(dataType: DataType, cells: number): CellValues {
  const exact = dataType === 'float64' || dataType === 'int32' || dataType === 'uint32'
  return exact ? new Float64Array(cells) : new Float32Array(cells)
}

function copyBlock(
  file: RasterFile,
  directory: TiffDirectory,
  block: RawArray | null,
  at: { band: number; bx: number; by: number },
  w: CellWindow,
  out: CellValues,
): void {
  const { blockWidth, blockHeight } = directory
  const { step, first } = interleave(directory, at.band)
  const left = Math.max(w.column, at.bx * blockWidth)
  const right = Math.min(w.column + w.width, (at.bx + 1) * blockWidth)
  const top = Math.max(w.row, at.by * blockHeight)
  const bottom = Math.min(w.row + w.height, (at.by + 1) * blockHeight)
  for (let row = top; row < bottom; row++) {
    let to = (row - w.row) * w.width + left - w.column
    if (!block) {
      out.fill(file.info.nodata ?? 0, to, to + right - left)
      continue
    }
    let from = ((row - at.by * blockHeight) * blockWidth + left - at.bx * blockWidth) * step + first
    for (let column = left; column < right; column++, from += step) out[to++] = block[from]
  }
}

function maskNodata(values: CellValues, nodata: number | null): void {
  if (nodata === null || Number.isNaN(nodata)) return
  for (let i = 0; i < values.length; i++) if (values[i] === nodata) values[i] = Number.NaN
}
