import { heap, solveColumns, subtractProduct } from '../../kernels/dense-products.ts'

/*
 * Dense panels on the heap of products. A panel has `stride` numbers from one column to the next; what is above its
 * diagonal has no meaning.
 */

/** Columns or rows that are eliminated together. */
const BLOCK = 4

/** The first `width` columns of a symmetric matrix become those of its factor; false if a pivot is not positive. */
export function factorPanel(panel: number, stride: number, height: number, width: number): boolean {
  for (let first = 0; first < width; first += BLOCK) {
    const count = Math.min(BLOCK, width - first)
    const row = panel + first
    const diagonal = row + first * stride
    subtractProduct(diagonal, stride, row, stride, row, stride, 1, height - first, count, first)
    if (!factorDiagonal(heap, diagonal, stride, count)) return false
    solveColumns(diagonal + count, stride, height - first - count, diagonal, 1, stride, count)
  }
  return true
}

function factorDiagonal(numbers: Float64Array, at: number, stride: number, size: number): boolean {
  for (let j = 0; j < size; j++) {
    const column = at + j * stride
    for (let i = j; i < size; i++) {
      for (let k = 0; k < j; k++) {
        numbers[column + i] -= numbers[at + k * stride + i] * numbers[at + k * stride + j]
      }
    }
    const pivot = numbers[column + j]
    if (!(pivot > 0)) return false
    const root = Math.sqrt(pivot)
    numbers[column + j] = root
    for (let i = j + 1; i < size; i++) numbers[column + i] /= root
  }
  return true
}

/**
 * X ← L⁻¹·X for the lower triangle L of a panel's first `size` columns; X is stored row by row, `xStride` from one to the
 * next, with `count` numbers in each. `lower` states that X is zero above its diagonal.
 */
export function solveLower(
  panel: number,
  stride: number,
  size: number,
  x: number,
  xStride: number,
  count: number,
  lower = false,
): void {
  for (let first = 0; first < size; first += BLOCK) {
    const n = Math.min(BLOCK, size - first)
    const m = lower ? first + n : count
    const row = x + first * xStride
    subtractProduct(row, xStride, x, xStride, panel + first, stride, 1, m, n, first)
    solveColumns(row, xStride, m, panel + first * (stride + 1), 1, stride, n)
  }
}

/** X ← L′⁻¹·X, as above. */
export function solveLowerTransposed(
  panel: number,
  stride: number,
  size: number,
  x: number,
  xStride: number,
  count: number,
): void {
  for (let end = size; end > 0; end -= BLOCK) {
    const first = Math.max(0, end - BLOCK)
    const n = end - first
    const below = panel + first * stride + end
    const last = x + (end - 1) * xStride
    subtractProduct(
      x + first * xStride,
      xStride,
      last + xStride,
      xStride,
      below,
      1,
      stride,
      count,
      n,
      size - end,
    )
    // The rows from the last to the first, so that L′ is a lower triangle.
    solveColumns(last, -xStride, count, panel + (end - 1) * (stride + 1), -stride, -1, n)
  }
}
