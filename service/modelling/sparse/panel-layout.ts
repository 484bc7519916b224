import { strideOf } from '../../kernels/dense-products.ts'
import type { SparseSymmetric } from './symmetric.ts'

interface Supernodes {
  /** The first column of each supernode; the size at the end. */
  firsts: Int32Array
  /** Where each supernode's rows start in `rows`; a panel has as many rows. */
  rowStarts: Int32Array
}

export interface PanelLayout extends Supernodes {
  /** Rows of the panels, ascending: a supernode's own columns are its first rows. */
  rows: Int32Array
  /** Where each supernode's panel starts among the values of L; their number at the end. */
  panelStarts: Int32Array
}

/** The rows below the diagonal of each column, ascending. */
export interface ColumnPattern {
  starts: Int32Array
  rows: Int32Array
}

/** A supernode's number of columns and of rows below them, the first of those in `rows`, and its panel's columns' stride. */
export function shapeOf({ firsts, rowStarts }: Supernodes, s: number) {
  const width = firsts[s + 1] - firsts[s]
  const height = rowStarts[s + 1] - rowStarts[s]
  return { width, height, rest: height - width, below: rowStarts[s] + width, stride: strideOf(height) }
}

/** The rows of each panel: of its columns in A, and of its children below their own columns. */
export function panelRows(
  { starts, rows }: ColumnPattern,
  firsts: Int32Array,
  parents: Int32Array,
): Int32Array[] {
  const mark = new Int32Array(starts.length - 1).fill(-1)
  const panels: Int32Array[] = []
  const children = Array.from(parents, (): Int32Array[] => [])
  parents.forEach((parent, s) => {
    const panel = Array.from({ length: firsts[s + 1] - firsts[s] }, (_, j) => firsts[s] + j)
    const add = (row: number) => {
      if (row < firsts[s + 1] || mark[row] === s) return
      mark[row] = s
      panel.push(row)
    }
    for (let k = starts[firsts[s]]; k < starts[firsts[s + 1]]; k++) add(rows[k])
    for (const child of children[s]) child.forEach(add)
    panels.push(Int32Array.from(panel).sort())
    if (parent !== -1) children[parent].push(panels[s])
  })
  return panels
}

export function parentRowsOf(shape: Omit<PanelLayout, 'panelStarts'>, parents: Int32Array) {
  const { rowStarts, rows } = shape
  const places = new Int32Array(rows.length)
  parents.forEach((parent, s) => {
    let at = rowStarts[parent]
    for (let k = shapeOf(shape, s).below; k < rowStarts[s + 1]; k++) {
      while (rows[at] < rows[k]) at++
      places[k] = at - rowStarts[parent]
    }
  })
  return places
}

/** Even and odd depths have a stack each: on the other one, nothing lies above the remainders of a supernode's children. */
export function remainderStartsOf(shape: Supernodes, parents: Int32Array) {
  const count = parents.length
  const odd = new Uint8Array(count)
  for (let s = count - 1; s >= 0; s--) odd[s] = parents[s] === -1 ? 0 : 1 - odd[parents[s]]
  const starts = new Int32Array(count + 1)
  const ofChildren = new Int32Array(count)
  const ends = [0, 0]
  const lengths = [0, 0]
  for (let s = 0; s < count; s++) {
    const { rest } = shapeOf(shape, s)
    const length = rest * strideOf(rest)
    const own = odd[s]
    ends[1 - own] -= ofChildren[s]
    starts[s] = ends[own]
    ends[own] += length
    lengths[own] = Math.max(lengths[own], ends[own])
    if (parents[s] !== -1) ofChildren[parents[s]] += length
  }
  for (let s = 0; s < count; s++) starts[s] += odd[s] * lengths[0]
  starts[count] = lengths[0] + lengths[1]
  return starts
}

export function entriesOf(
  { size, starts, rows }: SparseSymmetric,
  { firsts, rowStarts, rows: panelRows, panelStarts }: PanelLayout,
  places: Int32Array,
  supernodeOf: Int32Array,
) {
  const entries = new Int32Array(rows.length)
  const owners = new Int32Array(rows.length)
  const next = new Int32Array(firsts.length)
  for (let j = 0; j < size; j++) {
    for (let k = starts[j]; k < starts[j + 1]; k++) {
      const [a, b] = [places[rows[k]], places[j]]
      const [row, column] = [Math.max(a, b), Math.min(a, b)]
      const s = supernodeOf[column]
      const [from, to] = [rowStarts[s], rowStarts[s + 1]]
      const local = lowerBound(panelRows, from, to, row) - from
      entries[k] = panelStarts[s] + (column - firsts[s]) * strideOf(to - from) + local
      owners[k] = s
      next[s + 1]++
    }
  }
  for (let s = 1; s < next.length; s++) next[s] += next[s - 1]
  const entryStarts = next.slice()
  const entryOrder = new Int32Array(rows.length)
  owners.forEach((s, k) => {
    entryOrder[next[s]++] = k
  })
  return { entries, entryStarts, entryOrder }
}

/** The first place from `from` on, before `to`, whose number is not below `value`. */
function lowerBound(numbers: Int32Array, from: number, to: number, value: number): number {
  while (from < to) {
    const middle = (from + to) >> 1
    if (numbers[middle] < value) from = middle + 1
    else to = middle
  }
  return from
}
