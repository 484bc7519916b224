import type { RawArray } from './data-types.ts'
import { blockBytes } from './decode-block.ts'
import type { CellPositions } from './project-row.ts'
import { RasterError } from './raster-error.ts'
import { interleave, type RasterFile } from './read.ts'
import { readBlock } from './read-block.ts'

/** A tile of a raster without overviews would decode the whole raster; above this limit it is rejected. */
const MAX_TILE_BYTES = 256 * 2 ** 20

/** Positions at full resolution of points side by side, such as the centres of a tile's pixels. */
export interface CellPlaces extends CellPositions {
  /** Cells of the raster from one point to its neighbour, on the finer axis. */
  cellsPerPixel: number
}

/** The coarsest level whose cells are not larger than a pixel, with a tolerance of 10 %. */
export function pickLevel(file: RasterFile, cells: CellPlaces): number {
  let level = 0
  file.levels.forEach(({ width }, i) => {
    if (file.info.width / width <= cells.cellsPerPixel * 1.1) level = i
  })
  return level
}

/** The values of a level's cells that contain the points, which are at full resolution; NaN for nodata and outside. */
export async function pickValues(
  file: RasterFile,
  level: number,
  band: number,
  cells: CellPositions,
): Promise<Float64Array> {
  const { info } = file
  const directory = file.levels[level]
  const { width, height, blockWidth, blockHeight } = directory
  const { step, first } = interleave(directory, band)
  const across = Math.ceil(width / blockWidth)
  const scaleX = width / info.width
  const scaleY = height / info.height
  const out = new Float64Array(cells.columns.length).fill(Number.NaN)
  const blockAt = new Int32Array(out.length).fill(-1)
  const within = new Int32Array(out.length)
  const needed = new Set<number>()
  // Neighbours are mostly in the same block.
  let last = -1
  for (let i = 0; i < out.length; i++) {
    const column = Math.floor(cells.columns[i] * scaleX)
    const row = Math.floor(cells.rows[i] * scaleY)
    // NaN: the pixel lies outside the part of the Earth that the raster's system is for.
    if (!(column >= 0 && row >= 0 && column < width && row < height)) continue
    blockAt[i] = Math.floor(row / blockHeight) * across + Math.floor(column / blockWidth)
    within[i] = ((row % blockHeight) * blockWidth + (column % blockWidth)) * step + first
    if (blockAt[i] !== last) needed.add((last = blockAt[i]))
  }
  if (needed.size * blockBytes(directory) > MAX_TILE_BYTES) {
    throw new RasterError(
      'The raster has no overview that fits this zoom; write it again with overviews (gdal_translate -of COG).',
    )
  }
  const blocks = new Map<number, RawArray | null>()
  await Promise.all(
    Array.from(needed, async (block) => {
      blocks.set(block, await readBlock(file, level, band, block % across, Math.floor(block / across)))
    }),
  )
  const { nodata } = info
  last = -1
  let block: RawArray | null | undefined
  for (let i = 0; i < out.length; i++) {
    if (blockAt[i] < 0) continue
    if (blockAt[i] !== last) block = blocks.get((last = blockAt[i]))
    const value = block ? block[within[i]] : (nodata ?? 0)
    if (value !== nodata) out[i] = value
  }
  return out
}
