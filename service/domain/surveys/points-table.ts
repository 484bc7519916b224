/** A points file as text cells, column by column. */
export interface PointsTable {
  header: string[]
  /** Each record's row as the person sees it; row 1 is the header, empty rows are omitted. */
  rows: Uint32Array
  /** The cells of the column at this index, trimmed; '' if a row is shorter or has no such column. */
  column(place: number): readonly string[]
}

/** The same with each column as one text: millions of small strings would block the thread that receives them. */
export interface PackedPoints {
  header: string[]
  rows: Uint32Array
  columns: string[]
}

/** Points files with this character are rejected. */
const BETWEEN = '\0'

export function packPoints(
  header: string[],
  records: readonly { row: number; cells: string[] }[],
): PackedPoints {
  return {
    header,
    rows: Uint32Array.from(records, ({ row }) => row),
    columns: header.map((_, i) => records.map(({ cells }) => cells[i] ?? '').join(BETWEEN)),
  }
}

export function unpackPoints({ header, rows, columns }: PackedPoints): PointsTable {
  return {
    header,
    rows,
    column: (place) => columns[place]?.split(BETWEEN) ?? Array.from({ length: rows.length }, () => ''),
  }
}
