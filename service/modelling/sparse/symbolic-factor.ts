import { eliminationTree, factorCounts, postorder, type RowPattern } from './elimination-tree.ts'
import { supernodesOf } from './supernodes.ts'
import type { SparseSymmetric } from './symmetric.ts'

/**
 * Where the entries of L are, for P·A·P′ = L·L′: the same for all matrices with one pattern. Columns are in supernodes;
 * each has a dense panel (column by column) of its columns and all rows in which one of them has an entry.
 */
export interface SymbolicFactor {
  size: number
  /** The row of A at each place of the elimination. */
  order: Int32Array
  /** The first column of each supernode; the size at the end. */
  firsts: Int32Array
  /** Where each supernode's rows start in `rows`; a panel has as many rows. */
  rowStarts: Int32Array
  /** Rows of the panels, ascending: a supernode's own columns are its first rows. */
  rows: Int32Array
  /** For each of `rows` below its supernode's own columns, its place among the rows of the parent. */
  parentRows: Int32Array
  /** Where each supernode's panel starts among the values of L; their number at the end. */
  panelStarts: Int32Array
  /** The parent of each supernode, −1 at a root. */
  parents: Int32Array
  /**
   * Where each supernode's remainder is on the stack of those that wait for their parent; the stack's length at the end.
   */
  remainderStarts: Int32Array
  /** Where each entry of A's lower triangle is among the values of L. */
  entries: Int32Array
}

/** The symbolic factor of matrices with the pattern of `matrix`, eliminated in about this order. */
export function symbolicFactor(matrix: SparseSymmetric, preferred: Int32Array): SymbolicFactor {
  const tree = eliminationTree(rowPattern(matrix, inverseOf(preferred)))
  const order = postorder(tree).map((place) => preferred[place])
  const places = inverseOf(order)
  const pattern = rowPattern(matrix, places)
  const columnParents = eliminationTree(pattern)
  const firsts = supernodesOf(columnParents, factorCounts(pattern, columnParents))
  const count = firsts.length - 1
  const supernodeOf = new Int32Array(matrix.size)
  for (let s = 0; s < count; s++) supernodeOf.fill(s, firsts[s], firsts[s + 1])
  const parents = Int32Array.from({ length: count }, (_, s) => {
    const parent = columnParents[firsts[s + 1] - 1]
    return parent === -1 ? -1 : supernodeOf[parent]
  })
  const columns = columnPattern(pattern)
  const panels = panelRows(columns, firsts, parents)
  const rowStarts = new Int32Array(count + 1)
  const panelStarts = new Int32Array(count + 1)
  for (let s = 0; s < count; s++) {
    rowStarts[s + 1] = rowStarts[s] + panels[s].length
    panelStarts[s + 1] = panelStarts[s] + panels[s].length * (firsts[s + 1] - firsts[s])
  }
  const rows = new Int32Array(rowStarts[count])
  panels.forEach((panel, s) => rows.set(panel, rowStarts[s]))
  const factor = {
    size: matrix.size,
    order,
    firsts,
    rowStarts,
    rows,
    parentRows: parentRowsOf(firsts, rowStarts, rows, parents),
    panelStarts,
    parents,
    remainderStarts: remainderStartsOf(firsts, rowStarts, parents),
  }
  return { ...factor, entries: entriesOf(matrix, factor, places, supernodeOf) }
}

export function inverseOf(order: Int32Array): Int32Array {
  const inverse = new Int32Array(order.length)
  order.forEach((item, place) => {
    inverse[item] = place
  })
  return inverse
}

function rowPattern({ size, starts, rows }: SparseSymmetric, places: Int32Array): RowPattern {
  const next = new Int32Array(size + 1)
  const each = (visit: (row: number, column: number) => void) => {
    for (let j = 0; j < size; j++) {
      for (let k = starts[j]; k < starts[j + 1]; k++) {
        const [a, b] = [places[rows[k]], places[j]]
        if (a !== b) visit(Math.max(a, b), Math.min(a, b))
      }
    }
  }
  each((row) => next[row + 1]++)
  for (let i = 0; i < size; i++) next[i + 1] += next[i]
  const pattern = { starts: next.slice(), columns: new Int32Array(next[size]) }
  each((row, column) => {
    pattern.columns[next[row]++] = column
  })
  return pattern
}

/** The rows below the diagonal of each column, ascending. */
function columnPattern({ starts, columns }: RowPattern) {
  const size = starts.length - 1
  const next = new Int32Array(size + 1)
  for (const j of columns) next[j + 1]++
  for (let j = 0; j < size; j++) next[j + 1] += next[j]
  const pattern = { starts: next.slice(), rows: new Int32Array(columns.length) }
  for (let i = 0; i < size; i++) {
    for (let k = starts[i]; k < starts[i + 1]; k++) pattern.rows[next[columns[k]]++] = i
  }
  return pattern
}

/** The rows of each panel: of its columns in A, and of its children below their own columns. */
function panelRows(
  { starts, rows }: ReturnType<typeof columnPattern>,
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

function parentRowsOf(firsts: Int32Array, rowStarts: Int32Array, rows: Int32Array, parents: Int32Array) {
  const places = new Int32Array(rows.length)
  parents.forEach((parent, s) => {
    let at = rowStarts[parent]
    for (let k = rowStarts[s] + firsts[s + 1] - firsts[s]; k < rowStarts[s + 1]; k++) {
      while (rows[at] < rows[k]) at++
      places[k] = at - rowStarts[parent]
    }
  })
  return places
}

/** Even and odd depths have a stack each: on the other one, nothing lies above the remainders of a supernode's children. */
function remainderStartsOf(firsts: Int32Array, rowStarts: Int32Array, parents: Int32Array) {
  const count = parents.length
  const odd = new Uint8Array(count)
  for (let s = count - 1; s >= 0; s--) odd[s] = parents[s] === -1 ? 0 : 1 - odd[parents[s]]
  const starts = new Int32Array(count + 1)
  const ofChildren = new Int32Array(count)
  const ends = [0, 0]
  const lengths = [0, 0]
  for (let s = 0; s < count; s++) {
    const rest = rowStarts[s + 1] - rowStarts[s] - (firsts[s + 1] - firsts[s])
    const own = odd[s]
    ends[1 - own] -= ofChildren[s]
    starts[s] = ends[own]
    ends[own] += rest * rest
    lengths[own] = Math.max(lengths[own], ends[own])
    if (parents[s] !== -1) ofChildren[parents[s]] += rest * rest
  }
  for (let s = 0; s < count; s++) starts[s] += odd[s] * lengths[0]
  starts[count] = lengths[0] + lengths[1]
  return starts
}

function entriesOf(
  { size, starts, rows }: SparseSymmetric,
  factor: Omit<SymbolicFactor, 'entries'>,
  places: Int32Array,
  supernodeOf: Int32Array,
): Int32Array {
  const entries = new Int32Array(rows.length)
  for (let j = 0; j < size; j++) {
    for (let k = starts[j]; k < starts[j + 1]; k++) {
      const [a, b] = [places[rows[k]], places[j]]
      const [row, column] = [Math.max(a, b), Math.min(a, b)]
      const s = supernodeOf[column]
      const [from, to] = [factor.rowStarts[s], factor.rowStarts[s + 1]]
      const local = lowerBound(factor.rows, from, to, row) - from
      entries[k] = factor.panelStarts[s] + (column - factor.firsts[s]) * (to - from) + local
    }
  }
  return entries
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
