import { heap, reserve, strideOf, subtractProduct } from '../../kernels/dense-products.ts'
import type { SparseFactor } from './cholesky.ts'
import { solveLower, solveLowerTransposed } from './dense-panels.ts'
import { shapeOf } from './panel-layout.ts'

/** Right sides are solved together as far as they are so many numbers, and at least so many of them. */
const MAX_NUMBERS = 2 ** 22
const MIN_RIGHT_SIDES = 32

/** A⁻¹·B for `count` right sides: B and the answer have a row for each row of A. */
export function solve(factor: SparseFactor, b: Float64Array, count: number): Float64Array {
  return solveBackward(factor, solveForward(factor, b, count), count)
}

/** L⁻¹·P·B, in the order of elimination: the sum of squares of a column is b′·A⁻¹·b. */
export function solveForward(factor: SparseFactor, b: Float64Array, count: number): Float64Array {
  const z = new Float64Array(b.length)
  const { order } = factor.symbolic
  eachBlock(factor, count, (x, stride, first, width) => {
    for (let i = 0; i < order.length; i++) copy(b, order[i] * count + first, heap, x + i * stride, width)
    forward(factor, x, stride, width)
    for (let i = 0; i < order.length; i++) copy(heap, x + i * stride, z, i * count + first, width)
  })
  return z
}

/** P′·L′⁻¹·Z of Z in the order of elimination: for independent standard normals, draws of N(0, A⁻¹) in its columns. */
export function solveBackward(factor: SparseFactor, z: Float64Array, count: number): Float64Array {
  const b = new Float64Array(z.length)
  const { order } = factor.symbolic
  eachBlock(factor, count, (x, stride, first, width) => {
    for (let i = 0; i < order.length; i++) copy(z, i * count + first, heap, x + i * stride, width)
    backward(factor, x, stride, width)
    for (let i = 0; i < order.length; i++) copy(heap, x + i * stride, b, order[i] * count + first, width)
  })
  return b
}

function copy(from: Float64Array, at: number, to: Float64Array, target: number, length: number): void {
  for (let i = 0; i < length; i++) to[target + i] = from[at + i]
}

/** Right sides `first` to `first + width` have a place on the heap, row by row. */
function eachBlock(
  { symbolic }: SparseFactor,
  count: number,
  visit: (x: number, stride: number, first: number, width: number) => void,
): void {
  const blocks = Math.ceil(count / Math.max(MIN_RIGHT_SIDES, Math.floor(MAX_NUMBERS / symbolic.size)))
  const stride = strideOf(Math.ceil(count / blocks))
  // On the heap: a panel, what is below its own rows, and the right sides.
  const x = symbolic.maxPanel + symbolic.maxHeight * stride
  const end = x + symbolic.size * stride
  reserve(end)
  heap.fill(0, x, end)
  for (let k = 0; k < blocks; k++) {
    const first = Math.floor((k * count) / blocks)
    visit(x, stride, first, Math.floor(((k + 1) * count) / blocks) - first)
  }
}

/** x ← L⁻¹·x, `count` numbers a row. */
function forward({ symbolic, values }: SparseFactor, x: number, stride: number, count: number): void {
  const { firsts, rows, panelStarts, parents, maxPanel: remainder } = symbolic
  for (let s = 0; s < parents.length; s++) {
    const { width, rest, below, stride: panelStride } = shapeOf(symbolic, s)
    const own = x + firsts[s] * stride
    heap.set(values.subarray(panelStarts[s], panelStarts[s + 1]))
    solveLower(0, panelStride, width, own, stride, count)
    subtractProduct(remainder, stride, own, stride, width, panelStride, 1, count, rest, width, false, true)
    for (let i = 0; i < rest; i++) {
      const to = x + rows[below + i] * stride
      const from = remainder + i * stride
      for (let c = 0; c < count; c++) heap[to + c] += heap[from + c]
    }
  }
}

/** x ← L′⁻¹·x, `count` numbers a row. */
function backward({ symbolic, values }: SparseFactor, x: number, stride: number, count: number): void {
  const { firsts, rows, panelStarts, parents, maxPanel: above } = symbolic
  for (let s = parents.length - 1; s >= 0; s--) {
    const { width, rest, below, stride: panelStride } = shapeOf(symbolic, s)
    const own = x + firsts[s] * stride
    heap.set(values.subarray(panelStarts[s], panelStarts[s + 1]))
    for (let i = 0; i < rest; i++) copy(heap, x + rows[below + i] * stride, heap, above + i * stride, count)
    subtractProduct(own, stride, above, stride, width, 1, panelStride, count, width, rest)
    solveLowerTransposed(0, panelStride, width, own, stride, count)
  }
}
