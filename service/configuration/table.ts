import type { ConfigurationColumn } from '#contract/configuration.ts'
import type { Finding } from '#contract/shapes.ts'

/** What a reader of one file format gives: text as it stands in the file. Row 1 is the header. */
export interface RawTable {
  header: string[]
  rows: { row: number; cells: string[] }[]
  findings: Finding[]
}

export interface TableRow {
  row: number
  cells: Partial<Record<ConfigurationColumn, string>>
  /** Values under headings that are no column of a configuration, by the heading as it stands: kept to be shown. */
  others?: Record<string, string>
}

/** One table, whatever the file was: known columns by name, empty cells left out, empty rows dropped. */
export interface ConfigurationTable {
  columns: string[]
  rows: TableRow[]
  findings: Finding[]
}

export const MAX_COLUMNS = 200
export const MAX_CELL = 10_000

export function errorAt(row: number | null, column: string | null, message: string, help?: string): Finding {
  return { severity: 'error', row, column, message, ...(help ? { help } : {}) }
}

export function warningAt(
  row: number | null,
  column: string | null,
  message: string,
  help?: string,
): Finding {
  return { severity: 'warning', row, column, message, ...(help ? { help } : {}) }
}
