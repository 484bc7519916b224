import { bitsOf } from './cell-bits.ts'
import type { RawArray } from '../data-types.ts'
import type { CellWindow, Grid } from '../grid.ts'

/** How cells are stored in a file whose grid is north-up but for its order of rows or columns. */
export interface Mirroring {
  /** From south to north. */
  rows: boolean
  /** From east to west. */
  columns: boolean
}

/** The same cells on a north-up grid, and how they are mirrored in the file; unchanged if they are not, or rotated. */
export function northUp<T extends Grid>(grid: T): T & { mirrored?: Mirroring } {
  const [a, b, c, d, e, f] = grid.affine
  const mirrored = { rows: e > 0, columns: a < 0 }
  if (b !== 0 || d !== 0 || !(mirrored.rows || mirrored.columns)) return grid
  const west = mirrored.columns ? c + a * grid.width : c
  const north = mirrored.rows ? f + e * grid.height : f
  return { ...grid, affine: [Math.abs(a), 0, west, 0, -Math.abs(e), north], mirrored }
}

/** Where the cells of a window of the north-up grid are in the file. */
export function storedWindow(
  { column, row, width, height }: CellWindow,
  grid: Pick<Grid, 'width' | 'height'>,
  { rows, columns }: Mirroring,
): CellWindow {
  return {
    column: columns ? grid.width - column - width : column,
    row: rows ? grid.height - row - height : row,
    width,
    height,
  }
}

/** Mirrors the cells of a window in place, bit for bit. */
export function mirrorCells(cells: RawArray, width: number, { rows, columns }: Mirroring): void {
  if (rows && columns) {
    reverse(cells)
    return
  }
  const height = cells.length / width
  if (columns) for (let row = 0; row < height; row++) reverse(cells.subarray(row * width, (row + 1) * width))
  if (!rows) return
  for (let row = 0; row < height >> 1; row++) {
    const [upper, lower] = [row, height - 1 - row].map((at) => cells.subarray(at * width, (at + 1) * width))
    const kept = upper.slice()
    upper.set(lower)
    lower.set(kept)
  }
}

/** Reverses the order of cells; those of 64 bits are held as pairs of 32 bits, which are swapped back. */
function reverse(cells: RawArray): void {
  const bits = bitsOf(cells).reverse()
  if (cells.BYTES_PER_ELEMENT !== 8) return
  for (let i = 0; i < bits.length; i += 2) [bits[i], bits[i + 1]] = [bits[i + 1], bits[i]]
}
