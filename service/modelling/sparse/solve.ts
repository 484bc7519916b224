import type { SparseFactor } from './cholesky.ts'
import { solveLower, solveLowerTransposed, subtractProduct } from './dense-panels.ts'
import type { SymbolicFactor } from './symbolic-factor.ts'

/** So many right sides are solved together: they and a panel stay in the processor's cache. */
const RIGHT_SIDES = 64

/** A⁻¹·B for `count` right sides: B and the answer have a row for each row of A. */
export function solve(factor: SparseFactor, b: Float64Array, count: number): Float64Array {
  return solveBackward(factor, solveForward(factor, b, count), count)
}

/** L⁻¹·P·B, in the order of elimination: the sum of squares of a column is b′·A⁻¹·b. */
export function solveForward(factor: SparseFactor, b: Float64Array, count: number): Float64Array {
  const z = new Float64Array(b.length)
  const { order } = factor.symbolic
  eachBlock(count, (first, width) => {
    const x = new Float64Array(order.length * width)
    for (let i = 0; i < order.length; i++) {
      const row = order[i] * count + first
      for (let c = 0; c < width; c++) x[i * width + c] = b[row + c]
    }
    forward(factor, x, width)
    for (let i = 0; i < order.length; i++) {
      for (let c = 0; c < width; c++) z[i * count + first + c] = x[i * width + c]
    }
  })
  return z
}

/** P′·L′⁻¹·Z of Z in the order of elimination: for independent standard normals, draws of N(0, A⁻¹) in its columns. */
export function solveBackward(factor: SparseFactor, z: Float64Array, count: number): Float64Array {
  const b = new Float64Array(z.length)
  const { order } = factor.symbolic
  eachBlock(count, (first, width) => {
    const x = new Float64Array(order.length * width)
    for (let i = 0; i < order.length; i++) {
      for (let c = 0; c < width; c++) x[i * width + c] = z[i * count + first + c]
    }
    backward(factor, x, width)
    for (let i = 0; i < order.length; i++) {
      const row = order[i] * count + first
      for (let c = 0; c < width; c++) b[row + c] = x[i * width + c]
    }
  })
  return b
}

function eachBlock(count: number, visit: (first: number, width: number) => void): void {
  const blocks = Math.ceil(count / RIGHT_SIDES)
  for (let k = 0; k < blocks; k++) {
    const first = Math.floor((k * count) / blocks)
    visit(first, Math.floor(((k + 1) * count) / blocks) - first)
  }
}

/** x ← L⁻¹·x, `count` numbers a row. */
function forward({ symbolic, values }: SparseFactor, x: Float64Array, count: number): void {
  const { firsts, rowStarts, rows, panelStarts, parents } = symbolic
  const below = new Float64Array(maxHeight(symbolic) * count)
  for (let s = 0; s < parents.length; s++) {
    const width = firsts[s + 1] - firsts[s]
    const from = rowStarts[s] + width
    const rest = rowStarts[s + 1] - from
    const height = width + rest
    const own = firsts[s] * count
    solveLower(values, panelStarts[s], height, width, x, own, count, count)
    below.fill(0, 0, rest * count)
    subtractProduct(
      below,
      0,
      count,
      x,
      own,
      count,
      values,
      panelStarts[s] + width,
      height,
      1,
      count,
      rest,
      width,
    )
    for (let i = 0; i < rest; i++) {
      const row = rows[from + i] * count
      for (let c = 0; c < count; c++) x[row + c] += below[i * count + c]
    }
  }
}

/** x ← L′⁻¹·x, `count` numbers a row. */
function backward({ symbolic, values }: SparseFactor, x: Float64Array, count: number): void {
  const { firsts, rowStarts, rows, panelStarts, parents } = symbolic
  const below = new Float64Array(maxHeight(symbolic) * count)
  for (let s = parents.length - 1; s >= 0; s--) {
    const width = firsts[s + 1] - firsts[s]
    const from = rowStarts[s] + width
    const rest = rowStarts[s + 1] - from
    const height = width + rest
    const own = firsts[s] * count
    for (let i = 0; i < rest; i++) {
      const row = rows[from + i] * count
      for (let c = 0; c < count; c++) below[i * count + c] = x[row + c]
    }
    subtractProduct(
      x,
      own,
      count,
      below,
      0,
      count,
      values,
      panelStarts[s] + width,
      1,
      height,
      count,
      width,
      rest,
    )
    solveLowerTransposed(values, panelStarts[s], height, width, x, own, count, count)
  }
}

function maxHeight({ rowStarts }: SymbolicFactor): number {
  let max = 0
  for (let s = 1; s < rowStarts.length; s++) max = Math.max(max, rowStarts[s] - rowStarts[s - 1])
  return max
}
