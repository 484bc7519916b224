import type { SparseFactor } from './cholesky.ts'
import { solveLower, subtractProduct } from './dense-panels.ts'
import type { SymbolicFactor } from './symbolic-factor.ts'

/** Columns whose zeros above the diagonal are left out together. */
const BLOCK = 16

/**
 * A⁻¹ at the entries of A's own pattern, aligned with A's values (Takahashi, Fagan and Chen 1973; by supernodes from the
 * root down as in Lin et al. 2011). With J a supernode's columns, R its rows below and Y = L_RJ·L_JJ⁻¹:
 * Z_RJ = −Z_RR·Y and Z_JJ = L_JJ′⁻¹·L_JJ⁻¹ − Y′·Z_RJ; Z_RR is part of the parent's inverse.
 */
export function selectedInverse({ symbolic, values }: SparseFactor): Float64Array {
  const { firsts, rowStarts, panelStarts, parents, entries } = symbolic
  const inverse = new Float64Array(values.length)
  const { frontStarts, length, largest } = frontsOf(symbolic)
  // The whole symmetric inverse of a supernode's front, after those of its ancestors.
  const fronts = new Float64Array(length)
  const y = new Float64Array(largest)
  // L_JJ⁻¹ row by row, and −L_JJ⁻¹.
  const root = new Float64Array(largest)
  const negative = new Float64Array(largest)
  for (let s = parents.length - 1; s >= 0; s--) {
    const height = rowStarts[s + 1] - rowStarts[s]
    const width = firsts[s + 1] - firsts[s]
    const rest = height - width
    const panel = panelStarts[s]
    const front = frontStarts[s]
    const corner = front + width * (height + 1)
    takeFromParent(symbolic, s, fronts, frontStarts)
    fronts.fill(0, front, front + width * height)
    root.fill(0, 0, width * width)
    for (let j = 0; j < width; j++) root[j * (width + 1)] = 1
    solveLower(values, panel, height, width, root, 0, width, width, true)
    for (let k = 0; k < width * width; k++) negative[k] = -root[k]
    y.fill(0, 0, rest * width)
    for (let j = 0; j < width; j += BLOCK) {
      const columns = Math.min(BLOCK, width - j)
      const count = width - j
      const at = j * (width + 1)
      const below = panel + width + j * height
      subtractProduct(y, j * rest, rest, values, below, height, negative, at, width, 1, rest, columns, count)
      const to = front + j * (height + 1)
      subtractProduct(
        fronts,
        to,
        height,
        negative,
        at,
        width,
        root,
        at,
        width,
        1,
        count,
        columns,
        count,
        true,
      )
    }
    subtractProduct(fronts, front + width, height, fronts, corner, height, y, 0, 1, rest, rest, width, rest)
    for (let j = 0; j < width; j++) {
      for (let i = width; i < height; i++) fronts[front + i * height + j] = fronts[front + j * height + i]
    }
    const right = front + width * height
    subtractProduct(fronts, front, height, fronts, right, height, y, 0, 1, rest, width, width, rest, true)
    for (let j = 0; j < width; j++) {
      for (let i = j + 1; i < width; i++) fronts[front + i * height + j] = fronts[front + j * height + i]
      inverse.set(fronts.subarray(front + j * height + j, front + (j + 1) * height), panel + j * height + j)
    }
  }
  const selected = new Float64Array(entries.length)
  for (let k = 0; k < entries.length; k++) selected[k] = inverse[entries[k]]
  return selected
}

/** Where each supernode's front is, the length of all, and the largest panel. */
function frontsOf({ firsts, rowStarts, parents }: SymbolicFactor) {
  const frontStarts = new Int32Array(parents.length)
  let length = 0
  let largest = 0
  for (let s = parents.length - 1; s >= 0; s--) {
    const height = rowStarts[s + 1] - rowStarts[s]
    const parent = parents[s]
    if (parent !== -1) frontStarts[s] = frontStarts[parent] + (rowStarts[parent + 1] - rowStarts[parent]) ** 2
    length = Math.max(length, frontStarts[s] + height * height)
    largest = Math.max(largest, height * (firsts[s + 1] - firsts[s]))
  }
  return { frontStarts, length, largest }
}

/** Copies Z_RR from the parent's front. */
function takeFromParent(
  { firsts, rowStarts, parentRows, parents }: SymbolicFactor,
  s: number,
  fronts: Float64Array,
  frontStarts: Int32Array,
): void {
  const parent = parents[s]
  if (parent === -1) return
  const height = rowStarts[s + 1] - rowStarts[s]
  const width = firsts[s + 1] - firsts[s]
  const parentHeight = rowStarts[parent + 1] - rowStarts[parent]
  const places = parentRows.subarray(rowStarts[s] + width, rowStarts[s + 1])
  for (let j = 0; j < places.length; j++) {
    const from = frontStarts[parent] + places[j] * parentHeight
    const to = frontStarts[s] + (width + j) * height + width
    for (let i = 0; i < places.length; i++) fronts[to + i] = fronts[from + places[i]]
  }
}
