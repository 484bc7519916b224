import type { SparseFactor } from './cholesky.ts'
import { shapeOf } from './panel-layout.ts'
import { inverseOf } from './symbolic-factor.ts'

/**
 * L⁻¹·P·a for vectors a with few entries, which has entries only on the paths from these to the roots of the
 * elimination tree: in two dimensions some hundreds of thousands (Gilbert and Peierls 1988). `visit` gets the rows, in
 * the order of elimination, and a vector that holds the values there; both are valid only during the call.
 */
export function pathSolver({ symbolic, values }: SparseFactor) {
  const { size, order, firsts, rowStarts, rows, panelStarts, parents } = symbolic
  const places = inverseOf(order)
  const supernodeOf = new Int32Array(size)
  for (let s = 0; s < parents.length; s++) supernodeOf.fill(s, firsts[s], firsts[s + 1])
  const x = new Float64Array(size)
  return (
    at: ArrayLike<number>,
    entries: ArrayLike<number>,
    visit: (x: Float64Array, ranges: readonly (readonly [first: number, end: number])[]) => void,
  ): void => {
    const path = new Set<number>()
    for (let k = 0; k < at.length; k++) {
      x[places[at[k]]] += entries[k]
      for (let s = supernodeOf[places[at[k]]]; s !== -1 && !path.has(s); s = parents[s]) path.add(s)
    }
    const ranges: [number, number][] = []
    for (const s of [...path].toSorted((a, b) => a - b)) {
      const [first, end] = [firsts[s], firsts[s + 1]]
      const { height, stride } = shapeOf(symbolic, s)
      const start = rowStarts[s]
      for (let j = first; j < end; j++) {
        if (x[j] === 0) continue
        const column = panelStarts[s] + (j - first) * stride
        const value = x[j] / values[column + j - first]
        x[j] = value
        for (let i = j - first + 1; i < height; i++) x[rows[start + i]] -= values[column + i] * value
      }
      ranges.push([first, end])
    }
    visit(x, ranges)
    for (const [first, end] of ranges) x.fill(0, first, end)
  }
}
