import { copyCells, fillOf } from './cell-bits.ts'
import { ARRAYS, type RawArray } from '../data-types.ts'
import { blocksAtOnce } from '../tiff/block-size.ts'
import type { CellWindow } from '../grid.ts'
import { mirrorCells, storedWindow } from './mirror.ts'
import { interleave, type RasterFile } from './read.ts'
import { readBlock } from './read-block.ts'

/**
 * Cells of several bands, bit for bit, row-major, one array per band; null if the file stores none of the window's
 * blocks. Each block is decoded once for all bands, and none is kept but in the file's cache. `room` gives the array for
 * the cells of a band.
 */
export async function readCells(
  file: RasterFile,
  bands: readonly number[],
  window: CellWindow,
  room: Room = (_i, cells) => new ARRAYS[file.info.dataType](cells),
): Promise<(RawArray | null)[]> {
  const { mirrored } = file.info
  if (!mirrored) return readStored(file, bands, window, room)
  const cells = await readStored(file, bands, storedWindow(window, file.info, mirrored), room)
  for (const own of cells) if (own) mirrorCells(own, window.width, mirrored)
  return cells
}

type Room = (i: number, cells: number) => RawArray

/** The same for a window of the cells as they are stored. */
async function readStored(
  file: RasterFile,
  bands: readonly number[],
  window: CellWindow,
  room: Room,
): Promise<(RawArray | null)[]> {
  const [directory] = file.levels
  const { blockWidth, blockHeight, planar } = directory
  const fill = fillOf(file.info.dataType, file.info.nodata)[0]
  const found: (RawArray | null)[] = bands.map(() => null)
  const isSparse = directory.counts.includes(0)
  const emptyCells = (i: number) => {
    const cells = room(i, window.width * window.height)
    return isSparse ? cells.fill(fill) : cells
  }
  const copy = (i: number, block: RawArray, bx: number, by: number) => {
    const out = (found[i] ??= emptyCells(i))
    const { step, first } = interleave(directory, bands[i])
    const left = Math.max(window.column, bx * blockWidth)
    const right = Math.min(window.column + window.width, (bx + 1) * blockWidth)
    const bottom = Math.min(window.row + window.height, (by + 1) * blockHeight)
    for (let row = Math.max(window.row, by * blockHeight); row < bottom; row++) {
      const from = ((row - by * blockHeight) * blockWidth + left - bx * blockWidth) * step + first
      copyCells(
        block,
        from,
        step,
        out,
        (row - window.row) * window.width + left - window.column,
        right - left,
      )
    }
  }
  const jobs: (() => Promise<void>)[] = []
  for (let by = Math.floor(window.row / blockHeight); by * blockHeight < window.row + window.height; by++) {
    for (
      let bx = Math.floor(window.column / blockWidth);
      bx * blockWidth < window.column + window.width;
      bx++
    ) {
      // In a pixel-interleaved file, one block holds all bands.
      for (const own of planar === 2 ? bands.map((_, i) => [i]) : [bands.map((_, i) => i)]) {
        jobs.push(async () => {
          const block = await readBlock(file, 0, bands[own[0]], bx, by)
          if (block) for (const i of own) copy(i, block, bx, by)
        })
      }
    }
  }
  const together = blocksAtOnce(directory)
  for (let i = 0; i < jobs.length; i += together)
    await Promise.all(jobs.slice(i, i + together).map((job) => job()))
  return found
}
