import type { Finding } from '#contract/shapes.ts'

/** A file reader's result: the text of its cells as written. Row 1 is the header. */
export interface RawTable {
  header: string[]
  rows: { row: number; cells: string[] }[]
  findings: Finding[]
}

export const MAX_COLUMNS = 200
export const MAX_CELL = 10_000

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
