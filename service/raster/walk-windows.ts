import type { CellWindow } from './grid.ts'
import type { RasterFile } from './read.ts'

const CELLS = 2 ** 21

/**
 * Windows of whole blocks that cover the raster row by row, each with at most about two million cells (or one block).
 */
export function* windowsOf(file: RasterFile): Generator<CellWindow> {
  const { width, height, blockWidth, blockHeight } = file.levels[0]
  const wide = Math.min(width, Math.max(1, Math.floor(CELLS / blockHeight / blockWidth)) * blockWidth)
  const high = Math.min(height, Math.max(1, Math.floor(CELLS / wide / blockHeight)) * blockHeight)
  for (let row = 0; row < height; row += high) {
    for (let column = 0; column < width; column += wide) {
      yield { column, row, width: Math.min(wide, width - column), height: Math.min(high, height - row) }
    }
  }
}

/** Whether a sparse file stores none of the band's blocks in the window: all its cells are then nodata, or 0. */
export function isSparse(file: RasterFile, band: number, window: CellWindow): boolean {
  const { width, height, blockWidth, blockHeight, planar, counts } = file.levels[0]
  const across = Math.ceil(width / blockWidth)
  const first = planar === 2 ? (band - 1) * across * Math.ceil(height / blockHeight) : 0
  for (let by = Math.floor(window.row / blockHeight); by * blockHeight < window.row + window.height; by++) {
    for (
      let bx = Math.floor(window.column / blockWidth);
      bx * blockWidth < window.column + window.width;
      bx++
    ) {
      if (counts[first + by * across + bx] !== 0) return false
    }
  }
  return true
}
