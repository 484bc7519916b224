import { strideOf } from '../../kernels/dense-products.ts'
import { eliminationTree, factorCounts, postorder, type RowPattern } from './elimination-tree.ts'
import {
  type ColumnPattern,
  entriesOf,
  type PanelLayout,
  panelRows,
  parentRowsOf,
  remainderStartsOf,
} from './panel-layout.ts'
import { supernodesOf } from './supernodes.ts'
import type { SparseSymmetric } from './symmetric.ts'

/**
 * Where the entries of L are, for P·A·P′ = L·L′: the same for all matrices with one pattern. Columns are in supernodes;
 * each has a dense panel (column by column) of its columns and all rows in which one of them has an entry.
 */
export interface SymbolicFactor extends PanelLayout {
  size: number
  /** The row of A at each place of the elimination. */
  order: Int32Array
  /** For each of `rows` below its supernode's own columns, its place among the rows of the parent. */
  parentRows: Int32Array
  /** The parent of each supernode, −1 at a root. */
  parents: Int32Array
  /**
   * Where each supernode's remainder is on the stack of those that wait for their parent; the stack's length at the end.
   */
  remainderStarts: Int32Array
  /** Where each entry of A's lower triangle is among the values of L. */
  entries: Int32Array
  /** The entries of each supernode's columns: where they start in `entryOrder`, and their number at the end. */
  entryStarts: Int32Array
  entryOrder: Int32Array
  /** Rows of the highest panel, and numbers of the largest one. */
  maxHeight: number
  maxPanel: number
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
    panelStarts[s + 1] = panelStarts[s] + strideOf(panels[s].length) * (firsts[s + 1] - firsts[s])
  }
  const rows = new Int32Array(rowStarts[count])
  panels.forEach((panel, s) => rows.set(panel, rowStarts[s]))
  const factor = {
    size: matrix.size,
    order,
    firsts,
    rowStarts,
    rows,
    parentRows: parentRowsOf({ firsts, rowStarts, rows }, parents),
    panelStarts,
    maxHeight: panels.reduce((max, panel) => Math.max(max, panel.length), 0),
    maxPanel: panels.reduce((max, _, s) => Math.max(max, panelStarts[s + 1] - panelStarts[s]), 0),
    parents,
    remainderStarts: remainderStartsOf({ firsts, rowStarts }, parents),
  }
  return { ...factor, ...entriesOf(matrix, factor, places, supernodeOf) }
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
function columnPattern({ starts, columns }: RowPattern): ColumnPattern {
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
