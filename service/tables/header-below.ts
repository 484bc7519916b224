import { TableError } from './table-error.ts'
import type { RawTable } from './table.ts'

/** As many rows above a header as a title may take. */
export const TOP_ROWS = 10

/**
 * The row of the header if it is below a title, where every column and row would be an error; null if it is on top or
 * cannot be found. A header has at least half of the `needed` names.
 */
export function headerBelow(
  { header, rows }: Pick<RawTable, 'header' | 'rows'>,
  needed: readonly string[],
): number | null {
  const isHeader = (cells: readonly string[]) => {
    const names = new Set(cells.map((cell) => cell.trim().toLowerCase()))
    return 2 * needed.filter((name) => names.has(name.toLowerCase())).length >= needed.length
  }
  if (isHeader(header)) return null
  return rows.slice(0, TOP_ROWS).find(({ cells }) => isHeader(cells))?.row ?? null
}

/** `what` is the table in a sentence, such as 'the sheet'. */
export function requireHeaderOnTop(table: RawTable, needed: readonly string[], what: string): void {
  const row = headerBelow(table, needed)
  if (row === null) return
  throw new TableError(
    'invalid',
    `The header of ${what} seems to be in row ${row}; delete the rows above it.`,
  )
}
