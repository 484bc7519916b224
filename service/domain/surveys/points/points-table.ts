import type { PointsReading } from '#contract/surveys/points-reading.ts'
import { TOP_ROWS } from '#service/tables/header-below.ts'

/** A row as it is in the file, with cells that no column of the header covers. */
export interface PointsRow {
  row: number
  cells: string[]
}

interface PointsFile {
  header: string[]
  /** The first rows below the header: if it lacks columns, it may be one of them. */
  top: PointsRow[]
  /** Rows with more cells than the header has columns, by row; the value is their number of cells. */
  long: Map<number, number>
  /** Codes of Stata's labelled columns: by the column's name, by label. */
  codes: ReadonlyMap<string, ReadonlyMap<string, string>>
  reading: PointsReading
}

/** A points file as text cells, column by column. */
export interface PointsTable extends PointsFile {
  /** Each record's row as the person sees it; row 1 is the header, empty rows are omitted. */
  rows: Uint32Array
  /** The cells of the column at this index, trimmed; '' if a row is shorter or has no such column. */
  column: (place: number) => readonly string[]
}

/** The same before it is known how it was read. */
export type PointsCellsTable = Omit<PointsTable, 'reading'>

/** The same with each column as one text: millions of small strings would block the thread that receives them. */
export interface PackedPoints extends PointsFile {
  rows: Uint32Array
  columns: string[]
}

/** Points files with this character are rejected. */
const BETWEEN = '\0'

/** Records of cells, column by column. */
export function tableOf(header: string[], records: readonly PointsRow[]): PointsCellsTable {
  const width = filledWidth(header)
  const long = records
    .filter(({ cells }) => cells.length > width)
    .map(({ row, cells }) => [row, filledWidth(cells)] as const)
    .filter(([, cells]) => cells > width)
  return {
    header,
    top: records.slice(0, TOP_ROWS),
    long: new Map(long),
    codes: new Map(),
    rows: Uint32Array.from(records, ({ row }) => row),
    column: (place) => records.map(({ cells }) => cells[place] ?? ''),
  }
}

export const packPoints = ({ column, ...file }: PointsCellsTable, reading: PointsReading): PackedPoints => ({
  ...file,
  reading,
  columns: file.header.map((_, place) => column(place).join(BETWEEN)),
})

/** Spreadsheets end rows with separators of empty cells. */
const filledWidth = (cells: readonly string[]) => cells.findLastIndex((cell) => cell !== '') + 1

export function unpackPoints({ columns, ...file }: PackedPoints): PointsTable {
  const { rows } = file
  return {
    ...file,
    column: (place) => columns[place]?.split(BETWEEN) ?? Array.from({ length: rows.length }, () => ''),
  }
}
