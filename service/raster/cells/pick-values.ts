import type { RawArray } from '../data-types.ts'
import { blockBytes } from '../tiff/block-size.ts'
import type { CellPositions } from '../grids/project-row.ts'
import { RasterError } from '../raster-error.ts'
import { interleave, type RasterFile } from './read.ts'
import { readBlock } from './read-block.ts'
import { toValues } from '../tiff/scaling.ts'

/** A tile of a raster without overviews would decode the whole raster; above this limit it is rejected. */
const MAX_TILE_BYTES = 256 * 2 ** 20

/** Positions at full resolution of points side by side, such as the centres of a tile's pixels. */
export interface CellPlaces extends CellPositions {
  /** Cells of the raster from one point to its neighbour, on the finer axis. */
  cellsPerPixel: number
  /** The points are those where each of the columns crosses each of the rows, row by row. */
  crossed?: boolean
}

/** The coarsest level whose cells are not larger than a pixel, with a tolerance of 10 %. */
export function pickLevel(file: RasterFile, cells: Pick<CellPlaces, 'cellsPerPixel'>): number {
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
  const blocks = await readBlocks(file, level, band, needed)
  const { nodata } = info
  last = -1
  let block: RawArray | null | undefined
  for (let i = 0; i < out.length; i++) {
    if (blockAt[i] < 0) continue
    if (blockAt[i] !== last) block = blocks.get((last = blockAt[i]))
    const value = block ? block[within[i]] : (nodata ?? 0)
    if (value !== nodata) out[i] = value
  }
  return toValues(out, info.scalings?.[band - 1])
}

/** Like `pickValues`, at the crossings of all columns and rows, row by row. */
export async function pickCrossings(
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
  const columns = runsOf(cells.columns, info.width, width, blockWidth)
  const rows = runsOf(cells.rows, info.height, height, blockHeight)
  const blocks = await readBlocks(
    file,
    level,
    band,
    new Set(rows.flatMap((row) => columns.map((column) => row.block * across + column.block))),
  )
  const count = cells.columns.length
  const out = new Float64Array(count * cells.rows.length).fill(Number.NaN)
  const { nodata } = info
  for (const row of rows)
    for (const column of columns) {
      const block = blocks.get(row.block * across + column.block)
      if (!block && nodata !== null) continue
      const offsets = column.within.map((cell) => cell * step + first)
      row.within.forEach((cell, y) => {
        const from = cell * blockWidth * step
        const to = (row.start + y) * count + column.start
        for (let x = 0; x < offsets.length; x++) {
          const value = block ? block[from + offsets[x]] : 0
          if (value !== nodata) out[to + x] = value
        }
      })
    }
  return toValues(out, info.scalings?.[band - 1])
}

/** Positions side by side that lie in the same blocks: the first one, and the cell of each within its block. */
interface Run {
  block: number
  start: number
  within: Int32Array
}

function runsOf(positions: Float64Array, full: number, size: number, blockSize: number): Run[] {
  const scale = size / full
  const cells = Array.from(positions, (position) => Math.floor(position * scale))
  const runs: Run[] = []
  for (let start = 0, end = 0; start < cells.length; start = end) {
    const block = Math.floor(cells[start] / blockSize)
    const inside = (i: number) =>
      cells[i] >= 0 && cells[i] < size && Math.floor(cells[i] / blockSize) === block
    for (end = start; end < cells.length && inside(end); end++);
    if (end > start)
      runs.push({
        block,
        start,
        within: Int32Array.from(cells.slice(start, end), (cell) => cell % blockSize),
      })
    else end = start + 1
  }
  return runs
}

async function readBlocks(
  file: RasterFile,
  level: number,
  band: number,
  needed: ReadonlySet<number>,
): Promise<Map<number, RawArray | null>> {
  const directory = file.levels[level]
  if (needed.size * blockBytes(directory) > MAX_TILE_BYTES) {
    throw new RasterError(
      'The raster has no overview that fits this zoom; write it again with overviews (gdal_translate -of COG).',
    )
  }
  const across = Math.ceil(directory.width / directory.blockWidth)
  const blocks = new Map<number, RawArray | null>()
  await Promise.all(
    Array.from(needed, async (block) => {
      blocks.set(block, await readBlock(file, level, band, block % across, Math.floor(block / across)))
    }),
  )
  return blocks
}
