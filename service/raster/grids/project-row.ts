import { positionAt, type Grid } from '../grid.ts'
import type { Projection } from '../systems/projection.ts'

/** Positions in cells of a grid. */
export interface CellPositions {
  columns: Float64Array
  rows: Float64Array
}

const SPAN = 16

/**
 * Positions in `grid` of `count` points, of which `at` gives each in the coordinates that `forward` takes (degrees, as a
 * rule). Of up to `span` points, only the ends are projected if the point between them then lies within `tolerance` cells
 * of the straight line; NaN where the system is not defined.
 */
export function projectRow(
  grid: Grid,
  { forward }: Pick<Projection, 'forward'>,
  count: number,
  at: (i: number) => [x: number, y: number],
  tolerance: number,
  span = SPAN,
): CellPositions {
  const columns = new Float64Array(count)
  const rows = new Float64Array(count)
  const exact = (i: number) => {
    const [column, row] = positionAt(grid, ...forward(...at(i)))
    columns[i] = column
    rows[i] = row
  }
  const fill = (from: number, to: number) => {
    if (to - from < 2) return
    const middle = (from + to) >> 1
    exact(middle)
    const share = (middle - from) / (to - from)
    const off = (list: Float64Array) => Math.abs(list[from] + share * (list[to] - list[from]) - list[middle])
    if (!(off(columns) <= tolerance && off(rows) <= tolerance)) {
      fill(from, middle)
      fill(middle, to)
      return
    }
    for (let i = from + 1; i < to; i++) {
      const part = (i - from) / (to - from)
      columns[i] = columns[from] + part * (columns[to] - columns[from])
      rows[i] = rows[from] + part * (rows[to] - rows[from])
    }
  }
  exact(0)
  for (let from = 0; from < count - 1; from += span) {
    const to = Math.min(count - 1, from + span)
    exact(to)
    fill(from, to)
  }
  return { columns, rows }
}
