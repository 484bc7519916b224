import { subtractColumns } from './dense-panels.ts'
import type { SymbolicFactor } from './symbolic-factor.ts'
import type { SparseSymmetric } from './symmetric.ts'

/** L in the panels of its symbolic factor. */
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
  const { firsts, rowStarts, rows, panelStarts, parents, entries, size } = symbolic
  const values = new Float64Array(panelStarts[parents.length])
  for (let k = 0; k < entries.length; k++) values[entries[k]] = matrix.values[k]
  const remainders: (Float64Array | undefined)[] = []
  const children = Array.from(parents, (): number[] => [])
  const locals = new Int32Array(size)
  for (let s = 0; s < parents.length; s++) {
    const from = rowStarts[s]
    const height = rowStarts[s + 1] - from
    const width = firsts[s + 1] - firsts[s]
    const panel = panelStarts[s]
    const rest = height - width
    const remainder = new Float64Array(rest * rest)
    for (let i = 0; i < height; i++) locals[rows[from + i]] = i
    for (const child of children[s]) {
      const start = rowStarts[child] + firsts[child + 1] - firsts[child]
      const length = rowStarts[child + 1] - start
      const left = remainders[child]!
      for (let j = 0; j < length; j++) {
        const column = locals[rows[start + j]]
        const inPanel = column < width
        const target = inPanel ? values : remainder
        const at = inPanel ? panel + column * height : (column - width) * rest - width
        for (let i = j; i < length; i++) target[at + locals[rows[start + i]]] += left[j * length + i]
      }
      remainders[child] = undefined
    }
    for (let j = 0; j < width; j++) {
      const diagonal = panel + j * height + j
      subtractColumns(values, diagonal, height - j, values, panel + j, height, j, values, panel + j, height)
      const pivot = values[diagonal]
      if (!(pivot > 0)) return undefined
      const root = Math.sqrt(pivot)
      values[diagonal] = root
      for (let i = 1; i < height - j; i++) values[diagonal + i] /= root
    }
    for (let j = 0; j < rest; j++) {
      const row = panel + width + j
      subtractColumns(remainder, j * rest + j, rest - j, values, row, height, width, values, row, height)
    }
    if (parents[s] !== -1) {
      remainders[s] = remainder
      children[parents[s]].push(s)
    }
  }
  return { symbolic, values }
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
