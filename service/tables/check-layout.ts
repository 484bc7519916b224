import { TableError } from './table-error.ts'

/** @throws TableError if every row has a cell more than the header: R leaves out the heading of row names */
export function requireWholeHeader(records: readonly (readonly string[])[], what: string): void {
  const [header = [], ...rows] = records
  const width = header.findLastIndex((name) => name.trim() !== '') + 1
  if (width < 2 || !hasRowNames(rows, width)) return
  throw new TableError(
    'invalid',
    `${what} has ${width + 1} cells in every row, but its header names ${width} columns: R's write.table leaves out the heading of the row names. Write the table with row.names = FALSE; if it is not from R, write numbers without thousands separators and decimals with a point.`,
  )
}

/** Every row has one cell more than the header, and not just an empty one at its end. */
function hasRowNames(rows: readonly (readonly string[])[], width: number): boolean {
  const filled = rows.filter((cells) => cells.some((cell) => cell.trim() !== ''))
  return (
    filled.length > 1 &&
    filled.every((cells) => cells.length === width + 1) &&
    filled.some((cells) => cells[width].trim() !== '')
  )
}

const OWN_SEPARATORS = /[,;\t|]/
const FOREIGN_SEPARATORS = [
  [/[ \u00A0]+/, 'spaces'],
  [/\^/, "'^'"],
  [/~/, "'~'"],
  [/:/, "':'"],
  // oxlint-disable-next-line no-control-regex -- Hive separates by it
  [/\u0001/, 'control characters'],
] as const
const MIN_COLUMNS = 3
/** Enough for two lines of any table. */
const HEAD_CHARACTERS = 20_000

/** @throws TableError if the cells of the first two lines are separated by something that is not read */
export function requireKnownSeparator(text: string, what: string): void {
  const [header, row] = text
    .slice(0, HEAD_CHARACTERS)
    .split(/\r\n?|\n/)
    .map((line) => line.replaceAll(/"[^"]*"/g, 'text').trim())
    .filter(Boolean)
  if (header === undefined || row === undefined || OWN_SEPARATORS.test(header)) return
  for (const [pattern, name] of FOREIGN_SEPARATORS) {
    const [names, cells] = [header, row].map((line) => line.split(pattern).length)
    // R's row names have no heading.
    if (names < MIN_COLUMNS || (cells !== names && cells !== names + 1)) continue
    throw new TableError(
      'invalid',
      `${what} is separated by ${name}; write it with commas, semicolons, tabs or pipes between the cells (in R, write.csv(x, row.names = FALSE)).`,
    )
  }
}
