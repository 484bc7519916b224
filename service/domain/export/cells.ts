import { type SQL, type SQLWrapper, sql } from '#drizzle'
import { plainTextSql } from './plain-text-sql.ts'

type CellKind = 'number' | 'text' | 'flag' | 'date' | 'time'

export interface Column {
  name: string
  kind: CellKind
  value: SQLWrapper
}

const iso = (moment: SQLWrapper) =>
  sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** A workbook cell's value. */
export function sheetCell({ kind, value }: Column): SQL {
  if (kind === 'time') return iso(value)
  return kind === 'date' ? sql`${value}::text` : sql`${value}`
}

/** A CSV cell like those of tables/write-csv.ts. */
function csvCell({ kind, value }: Column): SQL {
  if (kind === 'text') return sql`coalesce('"' || replace(${plainTextSql(value)}, '"', '""') || '"', '')`
  if (kind === 'time') return sql`coalesce(${iso(value)}, '')`
  return sql`coalesce(${value}::text, '')`
}

/** A whole line of a CSV file, formatted by the database: one value per row is transferred and parsed. */
export const csvLineSql = (columns: readonly Column[]): SQL =>
  sql`${sql.join(columns.map(csvCell), sql` || ',' || `)} || E'\r\n'`
