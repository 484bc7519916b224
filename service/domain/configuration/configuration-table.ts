import type { ConfigurationColumn } from '#contract/submissions/configuration.ts'
import type { Finding } from '#contract/shapes.ts'

export interface TableRow {
  row: number
  cells: Partial<Record<ConfigurationColumn, string>>
  /** Values in columns that a configuration does not have, by the original heading: kept for display. */
  others?: Record<string, string>
}

/** One table, whatever the file's format: known columns by name, without empty cells and empty rows. */
export interface ConfigurationTable {
  columns: string[]
  rows: TableRow[]
  findings: Finding[]
}
