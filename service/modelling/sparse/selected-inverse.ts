import { heap, reserve, strideOf, subtractProduct } from '../../kernels/dense-products.ts'
import type { SparseFactor } from './cholesky.ts'
import { solveLower } from './dense-panels.ts'
import { shapeOf } from './panel-layout.ts'
import type { SymbolicFactor } from './symbolic-factor.ts'

/** Columns whose zeros above the diagonal are left out together. */
const BLOCK = 16

/**
 * A⁻¹ at the entries of A's own pattern, aligned with A's values (Takahashi, Fagan and Chen 1973; by supernodes from the
 * root down as in Lin et al. 2011). With J a supernode's columns, R its rows below and Y = L_RJ·L_JJ⁻¹:
 * Z_RJ = −Z_RR·Y and Z_JJ = L_JJ′⁻¹·L_JJ⁻¹ − Y′·Z_RJ; Z_RR is part of the parent's inverse.
 */
export function selectedInverse({ symbolic, values }: SparseFactor): Float64Array {
  const { panelStarts, maxPanel, parents, entries, entryStarts, entryOrder } = symbolic
  const inverse = new Float64Array(entries.length)
  const fronts = frontStartsOf(symbolic)
  // On the heap: the whole inverses Z of a supernode's front and of its ancestors', L's panel, and parts of Z with the
  // other sign.
  const panel = fronts[parents.length]
  const [root, y, z] = [1, 2, 3].map((k) => panel + k * maxPanel)
  reserve(z + maxPanel)
  for (let s = parents.length - 1; s >= 0; s--) {
    const { width, rest, stride } = shapeOf(symbolic, s)
    const front = fronts[s]
    heap.set(values.subarray(panelStarts[s], panelStarts[s + 1]), panel)
    if (parents[s] !== -1) takeFromParent(symbolic, s, fronts)
    invertDiagonal(panel, stride, width, root)
    if (rest > 0) inverseBelow(front, panel, stride, width, rest, root, y, z)
    inverseOfDiagonal(front, stride, width, rest, root, y, z)
    const shift = front - panelStarts[s]
    for (let at = entryStarts[s]; at < entryStarts[s + 1]; at++) {
      const k = entryOrder[at]
      inverse[k] = heap[shift + entries[k]]
    }
  }
  return inverse
}

/** Where each supernode's front is, after its ancestors'; the length of all at the end. */
function frontStartsOf(symbolic: SymbolicFactor): Int32Array {
  const { parents } = symbolic
  const count = parents.length
  const starts = new Int32Array(count + 1)
  const endOf = (s: number) => {
    const { height, stride } = shapeOf(symbolic, s)
    return starts[s] + height * stride
  }
  for (let s = count - 1; s >= 0; s--) {
    if (parents[s] !== -1) starts[s] = endOf(parents[s])
    starts[count] = Math.max(starts[count], endOf(s))
  }
  return starts
}

/** Z_RR. */
function takeFromParent(symbolic: SymbolicFactor, s: number, fronts: Int32Array): void {
  const numbers = heap
  const parent = symbolic.parents[s]
  const { width, rest, below, stride } = shapeOf(symbolic, s)
  const parentStride = shapeOf(symbolic, parent).stride
  const places = symbolic.parentRows.subarray(below, below + rest)
  for (let j = 0; j < rest; j++) {
    const from = fronts[parent] + places[j] * parentStride
    const to = fronts[s] + (width + j) * stride + width
    for (let i = 0; i < rest; i++) numbers[to + i] = numbers[from + places[i]]
  }
}

/** `root` ← L_JJ⁻¹, row by row. */
function invertDiagonal(panel: number, stride: number, width: number, root: number): void {
  const rootStride = strideOf(width)
  heap.fill(0, root, root + width * rootStride)
  for (let j = 0; j < width; j++) heap[root + j * (rootStride + 1)] = 1
  solveLower(panel, stride, width, root, rootStride, width, true)
}

/** `y` ← −Y, and Z_RJ in both triangles of the front. */
function inverseBelow(
  front: number,
  panel: number,
  stride: number,
  width: number,
  rest: number,
  root: number,
  y: number,
  z: number,
): void {
  const rootStride = strideOf(width)
  const yStride = strideOf(rest)
  for (let j = 0; j < width; j += BLOCK) {
    const below = panel + width + j * stride
    const block = root + j * (rootStride + 1)
    const n = Math.min(BLOCK, width - j)
    const to = y + j * yStride
    subtractProduct(to, yStride, below, stride, block, rootStride, 1, rest, n, width - j, false, true)
  }
  const corner = front + width * (stride + 1)
  subtractProduct(z, yStride, corner, stride, y, 1, yStride, rest, width, rest, false, true)
  for (let j = 0; j < width; j++) {
    for (let i = 0; i < rest; i++) {
      const value = -heap[z + j * yStride + i]
      heap[front + j * stride + width + i] = value
      heap[front + (width + i) * stride + j] = value
    }
  }
}

/** Z_JJ, of L_JJ⁻¹, −Y and Z_RJ. */
function inverseOfDiagonal(
  front: number,
  stride: number,
  width: number,
  rest: number,
  root: number,
  y: number,
  z: number,
): void {
  const rootStride = strideOf(width)
  for (let j = 0; j < width; j += BLOCK) {
    const shift = j * (rootStride + 1)
    const block = root + shift
    const count = width - j
    const n = Math.min(BLOCK, count)
    subtractProduct(
      z + shift,
      rootStride,
      block,
      rootStride,
      block,
      rootStride,
      1,
      count,
      n,
      count,
      true,
      true,
    )
  }
  const right = front + width * stride
  subtractProduct(z, rootStride, right, stride, y, 1, strideOf(rest), width, width, rest, true)
  for (let j = 0; j < width; j++) {
    for (let i = j; i < width; i++) {
      const value = -heap[z + j * rootStride + i]
      heap[front + j * stride + i] = value
      heap[front + i * stride + j] = value
    }
  }
}
