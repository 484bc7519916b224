import { subtractProduct } from './dense-panels.ts'
import type { SymbolicFactor } from './symbolic-factor.ts'
import type { SparseSymmetric } from './symmetric.ts'

/** L in the panels of its symbolic factor; what is above the diagonal of a panel has no meaning. */
export interface SparseFactor {
  symbolic: SymbolicFactor
  values: Float64Array
}

/** Columns of a panel that are factored together. */
const BLOCK = 8

/**
 * P·A·P′ = L·L′ by the multifrontal method (Liu 1992): each supernode's panel takes up what its children leave for it,
 * is factored densely, and leaves its own remainder to its parent. Undefined if A is not positive definite to working
 * precision. `matrix` has the pattern that the symbolic factor was made from.
 */
export function sparseCholesky(matrix: SparseSymmetric, symbolic: SymbolicFactor): SparseFactor | undefined {
  const { firsts, rowStarts, panelStarts, parents, entries, remainderStarts } = symbolic
  const values = new Float64Array(panelStarts[parents.length])
  for (let k = 0; k < entries.length; k++) values[entries[k]] = matrix.values[k]
  const remainders = new Float64Array(remainderStarts[parents.length])
  // Supernodes whose remainder waits for the parent: a supernode's children are the last ones.
  const waiting: number[] = []
  for (let s = 0; s < parents.length; s++) {
    const height = rowStarts[s + 1] - rowStarts[s]
    const width = firsts[s + 1] - firsts[s]
    const rest = height - width
    const panel = panelStarts[s]
    const remainder = remainderStarts[s]
    remainders.fill(0, remainder, remainder + rest * rest)
    while (waiting.length > 0 && parents[waiting[waiting.length - 1]] === s) {
      addRemainder(symbolic, waiting.pop()!, values, remainders)
    }
    if (!factorPanel(values, panel, height, width)) return undefined
    const below = panel + width
    subtractProduct(
      remainders,
      remainder,
      rest,
      values,
      below,
      height,
      values,
      below,
      height,
      1,
      rest,
      rest,
      width,
      true,
    )
    if (rest > 0) waiting.push(s)
  }
  return { symbolic, values }
}

/** Adds a supernode's remainder to its parent's panel and remainder. */
function addRemainder(
  { firsts, rowStarts, parentRows, panelStarts, parents, remainderStarts }: SymbolicFactor,
  child: number,
  values: Float64Array,
  remainders: Float64Array,
): void {
  const s = parents[child]
  const height = rowStarts[s + 1] - rowStarts[s]
  const width = firsts[s + 1] - firsts[s]
  const rest = height - width
  const from = rowStarts[child] + firsts[child + 1] - firsts[child]
  const length = rowStarts[child + 1] - from
  for (let j = 0; j < length; j++) {
    const column = parentRows[from + j]
    const inPanel = column < width
    const target = inPanel ? values : remainders
    const at = inPanel
      ? panelStarts[s] + column * height
      : remainderStarts[s] + (column - width) * rest - width
    const source = remainderStarts[child] + j * length
    for (let i = j; i < length; i++) target[at + parentRows[from + i]] += remainders[source + i]
  }
}

/** The first `width` columns of a front become those of its factor; false if a pivot is not positive. */
function factorPanel(values: Float64Array, panel: number, height: number, width: number): boolean {
  for (let first = 0; first < width; first += BLOCK) {
    const end = Math.min(first + BLOCK, width)
    const row = panel + first
    const diagonal = row + first * height
    subtractProduct(
      values,
      diagonal,
      height,
      values,
      row,
      height,
      values,
      row,
      height,
      1,
      height - first,
      end - first,
      first,
      true,
    )
    for (let j = first; j < end; j++) {
      const at = panel + j * height + j
      const left = panel + first * height + j
      subtractProduct(
        values,
        at,
        height,
        values,
        left,
        height,
        values,
        left,
        height,
        1,
        height - j,
        1,
        j - first,
      )
      const pivot = values[at]
      if (!(pivot > 0)) return false
      const root = Math.sqrt(pivot)
      values[at] = root
      const inverse = 1 / root
      for (let i = 1; i < height - j; i++) values[at + i] *= inverse
    }
  }
  return true
}

/** log |A| = 2·Σ log L_ii. */
export function logDeterminant({ symbolic, values }: SparseFactor): number {
  const { firsts, rowStarts, panelStarts, parents } = symbolic
  let sum = 0
  for (let s = 0; s < parents.length; s++) {
    const height = rowStarts[s + 1] - rowStarts[s]
    for (let j = 0; j < firsts[s + 1] - firsts[s]; j++)
      sum += Math.log(values[panelStarts[s] + j * (height + 1)])
  }
  return 2 * sum
}
