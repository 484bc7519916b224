import { heap, reserve, strideOf, subtractProduct } from '../../kernels/dense-products.ts'
import { factorPanel } from './dense-panels.ts'
import { shapeOf } from './panel-layout.ts'
import type { SymbolicFactor } from './symbolic-factor.ts'
import type { SparseSymmetric } from './symmetric.ts'

/** L in the panels of its symbolic factor; what is above the diagonal of a panel, or below it, has no meaning. */
export interface SparseFactor {
  symbolic: SymbolicFactor
  values: Float64Array
}

/**
 * P·A·P′ = L·L′ by the multifrontal method (Liu 1992): each supernode's panel takes up what its children leave for it,
 * is factored densely, and leaves its own remainder to its parent. Undefined if A is not positive definite to working
 * precision. `matrix` has the pattern that the symbolic factor was made from.
 */
export function sparseCholesky(matrix: SparseSymmetric, symbolic: SymbolicFactor): SparseFactor | undefined {
  const { panelStarts, maxPanel, parents, entries, entryStarts, entryOrder, remainderStarts } = symbolic
  const values = new Float64Array(panelStarts[parents.length])
  // On the heap: the remainders that wait for their parent, and a panel.
  const panel = remainderStarts[parents.length]
  reserve(panel + maxPanel)
  // A supernode's children are the last ones that wait.
  const waiting: number[] = []
  for (let s = 0; s < parents.length; s++) {
    const { width, height, rest, stride } = shapeOf(symbolic, s)
    heap.fill(0, panel, panel + width * stride)
    const shift = panel - panelStarts[s]
    for (let at = entryStarts[s]; at < entryStarts[s + 1]; at++) {
      const k = entryOrder[at]
      heap[shift + entries[k]] = matrix.values[k]
    }
    let first = waiting.length
    while (first > 0 && parents[waiting[first - 1]] === s) first--
    const children = waiting.splice(first)
    for (const child of children) addRemainder(symbolic, child, 0, width, panel, stride)
    if (!factorPanel(panel, stride, height, width)) return undefined
    values.set(heap.subarray(panel, panel + width * stride), panelStarts[s])
    if (rest === 0) continue
    const below = panel + width
    const remainder = remainderStarts[s]
    const restStride = strideOf(rest)
    subtractProduct(remainder, restStride, below, stride, below, stride, 1, rest, rest, width, true, true)
    const origin = remainder - width * (restStride + 1)
    for (const child of children) addRemainder(symbolic, child, width, height, origin, restStride)
    waiting.push(s)
  }
  return { symbolic, values }
}

/** Adds a child's remainder to the columns `from` to `to` of its parent's front, as if all of that were at `origin`. */
function addRemainder(
  { firsts, rowStarts, parentRows, remainderStarts }: SymbolicFactor,
  child: number,
  from: number,
  to: number,
  origin: number,
  stride: number,
): void {
  const numbers = heap
  const { rest, below } = shapeOf({ firsts, rowStarts }, child)
  const ownStride = strideOf(rest)
  for (let j = 0; j < rest; j++) {
    const column = parentRows[below + j]
    if (column < from || column >= to) continue
    const at = origin + column * stride
    const source = remainderStarts[child] + j * ownStride
    for (let i = j; i < rest; i++) numbers[at + parentRows[below + i]] += numbers[source + i]
  }
}

/** log |A| = 2·Σ log L_ii. */
export function logDeterminant({ symbolic, values }: SparseFactor): number {
  let sum = 0
  for (let s = 0; s < symbolic.parents.length; s++) {
    const { width, stride } = shapeOf(symbolic, s)
    for (let j = 0; j < width; j++) sum += Math.log(values[symbolic.panelStarts[s] + j * (stride + 1)])
  }
  return 2 * sum
}
