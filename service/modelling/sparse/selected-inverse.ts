import type { SparseFactor } from './cholesky.ts'
import { subtractColumns } from './dense-panels.ts'

/**
 * A⁻¹ at the entries of A's own pattern, aligned with A's values (Takahashi, Fagan and Chen 1973; by supernodes from the
 * root down as in Lin et al. 2011). With J a supernode's columns, R its rows below and Y = L_RJ·L_JJ⁻¹:
 * Z_RJ = −Z_RR·Y and Z_JJ = (L_JJ·L_JJ′)⁻¹ − Y′·Z_RJ; Z_RR is part of the parent's inverse.
 */
export function selectedInverse({ symbolic, values }: SparseFactor): Float64Array {
  const { firsts, rowStarts, rows, panelStarts, parents, entries, size } = symbolic
  const inverse = new Float64Array(values.length)
  const fronts: (Float64Array | undefined)[] = Array.from(parents, () => undefined)
  const children = new Int32Array(parents.length)
  for (const parent of parents) if (parent !== -1) children[parent]++
  const locals = new Int32Array(size)
  for (let s = parents.length - 1; s >= 0; s--) {
    const from = rowStarts[s]
    const height = rowStarts[s + 1] - from
    const width = firsts[s + 1] - firsts[s]
    const panel = panelStarts[s]
    const rest = height - width
    // The whole symmetric inverse of the front, column by column.
    const front = new Float64Array(height * height)
    if (rest > 0) {
      const parent = parents[s]
      const above = fronts[parent]!
      const parentHeight = rowStarts[parent + 1] - rowStarts[parent]
      for (let i = 0; i < parentHeight; i++) locals[rows[rowStarts[parent] + i]] = i
      for (let j = width; j < height; j++) {
        const column = locals[rows[from + j]] * parentHeight
        for (let i = width; i < height; i++) front[j * height + i] = above[column + locals[rows[from + i]]]
      }
      if (--children[parent] === 0) fronts[parent] = undefined
    }
    const lower = invertLower(values, panel, height, width)
    const y = new Float64Array(rest * width)
    for (let j = 0; j < width; j++) {
      // subtractColumns with the columns j … of L_JJ⁻¹ gives −Y.
      subtractColumns(
        y,
        j * rest,
        rest,
        values,
        panel + width + j * height,
        height,
        width - j,
        lower,
        j * width + j,
        1,
      )
      subtractY(front, y, j, height, width)
    }
    for (let j = 0; j < width; j++) {
      for (let i = j; i < width; i++) {
        let sum = 0
        for (let k = i; k < width; k++) sum += lower[i * width + k] * lower[j * width + k]
        for (let k = 0; k < rest; k++) sum += y[i * rest + k] * front[j * height + width + k]
        front[j * height + i] = sum
        front[i * height + j] = sum
      }
      inverse.set(front.subarray(j * height + j, (j + 1) * height), panel + j * height + j)
    }
    if (children[s] > 0) fronts[s] = front
  }
  return Float64Array.from(entries, (entry) => inverse[entry])
}

/** Z_RJ of column j: with `y` = −Y, it is Z_RR·y. Kept in both triangles. */
function subtractY(front: Float64Array, y: Float64Array, j: number, height: number, width: number): void {
  const rest = height - width
  const minus = new Float64Array(rest)
  subtractColumns(minus, 0, rest, front, width * height + width, height, rest, y, j * rest, 1)
  for (let i = 0; i < rest; i++) {
    front[j * height + width + i] = -minus[i]
    front[(width + i) * height + j] = -minus[i]
  }
}

/** L_JJ⁻¹, column by column. */
function invertLower(values: Float64Array, panel: number, height: number, width: number): Float64Array {
  const inverse = new Float64Array(width * width)
  for (let j = 0; j < width; j++) {
    const column = j * width
    inverse[column + j] = 1
    for (let i = j; i < width; i++) {
      const entry = inverse[column + i] / values[panel + i * height + i]
      inverse[column + i] = entry
      for (let k = i + 1; k < width; k++) inverse[column + k] -= entry * values[panel + i * height + k]
    }
  }
  return inverse
}
