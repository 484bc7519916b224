import type { SparseFactor } from './cholesky.ts'

/** A⁻¹·B for `count` right sides: B and the answer have a row for each row of A. */
export function solve(factor: SparseFactor, b: Float64Array, count: number): Float64Array {
  return solveBackward(factor, solveForward(factor, b, count), count)
}

/** L⁻¹·P·B, in the order of elimination: the sum of squares of a column is b′·A⁻¹·b. */
export function solveForward(factor: SparseFactor, b: Float64Array, count: number): Float64Array {
  const x = inOrder(factor, b, count)
  solveLower(factor, x, count)
  return x
}

/** P′·L′⁻¹·Z of Z in the order of elimination: for independent standard normals, draws of N(0, A⁻¹) in its columns. */
export function solveBackward(factor: SparseFactor, z: Float64Array, count: number): Float64Array {
  const x = z.slice()
  solveTransposed(factor, x, count)
  return backInOrder(factor, x, count)
}

function inOrder({ symbolic: { order } }: SparseFactor, b: Float64Array, count: number): Float64Array {
  const x = new Float64Array(b.length)
  for (let i = 0; i < order.length; i++) {
    for (let c = 0; c < count; c++) x[i * count + c] = b[order[i] * count + c]
  }
  return x
}

function backInOrder({ symbolic: { order } }: SparseFactor, x: Float64Array, count: number): Float64Array {
  const b = new Float64Array(x.length)
  for (let i = 0; i < order.length; i++) {
    for (let c = 0; c < count; c++) b[order[i] * count + c] = x[i * count + c]
  }
  return b
}

function solveLower({ symbolic, values }: SparseFactor, x: Float64Array, count: number): void {
  const { firsts, rowStarts, rows, panelStarts, size } = symbolic
  let s = 0
  for (let j = 0; j < size; j++) {
    if (j === firsts[s + 1]) s++
    const height = rowStarts[s + 1] - rowStarts[s]
    const local = j - firsts[s]
    const column = panelStarts[s] + local * height
    const pivot = values[column + local]
    for (let c = 0; c < count; c++) x[j * count + c] /= pivot
    for (let i = local + 1; i < height; i++) {
      const entry = values[column + i]
      const at = rows[rowStarts[s] + i] * count
      for (let c = 0; c < count; c++) x[at + c] -= entry * x[j * count + c]
    }
  }
}

function solveTransposed({ symbolic, values }: SparseFactor, x: Float64Array, count: number): void {
  const { firsts, rowStarts, rows, panelStarts, parents, size } = symbolic
  let s = parents.length - 1
  for (let j = size - 1; j >= 0; j--) {
    if (j < firsts[s]) s--
    const height = rowStarts[s + 1] - rowStarts[s]
    const local = j - firsts[s]
    const column = panelStarts[s] + local * height
    for (let i = local + 1; i < height; i++) {
      const entry = values[column + i]
      const at = rows[rowStarts[s] + i] * count
      for (let c = 0; c < count; c++) x[j * count + c] -= entry * x[at + c]
    }
    const pivot = values[column + local]
    for (let c = 0; c < count; c++) x[j * count + c] /= pivot
  }
}
