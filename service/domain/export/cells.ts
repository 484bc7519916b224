import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

export type CellKind = 'number' | 'text' | 'flag' | 'date' | 'time'

export interface Column {
  name: string
  kind: CellKind
  value: SQLWrapper
}

/**
 * Spreadsheets run a text that begins so as a formula (CWE-1236; OWASP, "CSV injection"), in its full-width forms too.
 * Only text is concerned: the number -1.5 stays a number.
 */
export const FORMULA_STARTS = '=+-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20'

/** The text, with an apostrophe before it when a spreadsheet would take it for a formula. */
const harmless = (text: SQLWrapper): SQL =>
  sql`case when ${text} <> '' and strpos(${sql.raw(quotedForSql(FORMULA_STARTS))}, left(${text}, 1)) > 0
    then '''' || ${text} else ${text} end`

const quotedForSql = (text: string) =>
  `U&'${Array.from(text, (character) => `\\${character.codePointAt(0)!.toString(16).padStart(4, '0')}`).join('')}'`

const iso = (moment: SQLWrapper) =>
  sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The value of a cell of a workbook. */
export function sheetCell({ kind, value }: Column): SQL {
  if (kind === 'text') return harmless(value)
  if (kind === 'time') return iso(value)
  return kind === 'date' ? sql`${value}::text` : sql`${value}`
}

/** The cell as CSV has it (RFC 4180): text always in quotes, nothing for null. */
export function csvCell({ kind, value }: Column): SQL {
  if (kind === 'text') return sql`coalesce('"' || replace(${harmless(value)}, '"', '""') || '"', '')`
  if (kind === 'time') return sql`coalesce(${iso(value)}, '')`
  return sql`coalesce(${value}::text, '')`
}

/** A whole line of a CSV file, made by the database: one value a row travels and is parsed. */
export const csvLine = (columns: readonly Column[]): SQL =>
  sql`${sql.join(columns.map(csvCell), sql` || ',' || `)} || E'\r\n'`
