import type { Finding } from '#contract/shapes.ts'

/** A file reader's result: the text of its cells as written. Row 1 is the header. */
export interface RawTable {
  header: string[]
  rows: { row: number; cells: string[] }[]
  findings: Finding[]
}

/** A cell of a table that is written. */
export type Cell = string | number | boolean | null

export const MAX_COLUMNS = 200
export const MAX_CELL = 10_000

/** A comma in a text or a number moves the rest of a row to the right. */
export const NO_HEADING_HELP =
  'Name its column in row 1, or empty the cell. In a .csv, put text with commas in quotes, and write numbers without thousands separators and decimals with a point.'

export function errorAt(
  row: number | null,
  column: string | null,
  message: string,
  help?: string,
  fix?: string,
): Finding {
  return { severity: 'error', row, column, message, ...(help && { help }), ...(fix && { fix }) }
}

export function warningAt(
  row: number | null,
  column: string | null,
  message: string,
  help?: string,
): Finding {
  return { severity: 'warning', row, column, message, ...(help ? { help } : {}) }
}
