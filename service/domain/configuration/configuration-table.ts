import type { ConfigurationColumn } from '#contract/configuration.ts'
import type { Finding } from '#contract/shapes.ts'

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
