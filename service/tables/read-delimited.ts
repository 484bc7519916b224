import { parse, CsvError } from 'csv-parse'
import { type Delimiter, DELIMITERS, delimiterOf, type Encoding } from '#common/delimited.ts'
import { requireKnownSeparator, requireWholeHeader } from './check-layout.ts'
import { decodeText } from './decode-text.ts'
import { TableError } from './table-error.ts'
import { MAX_CELL } from './table.ts'

interface DelimitedOptions {
  /** The file's name in sentences, e.g. 'The configuration'. */
  what: string
  /** Blank lines don't count. */
  maxRecords: number
  maxColumns: number
  /** Thrown if there are more records. */
  tooMany: () => Error
  tooWide: () => Error
  /** Detected if it is left out, as the delimiter. */
  encoding?: Encoding
  delimiter?: Delimiter
}

interface Delimited {
  records: string[][]
  delimiter: Delimiter
}

/**
 * Records of delimited text (comma, semicolon, tab or pipe; quotes; any line endings; BOM). Blank lines between them are kept so
 * that rows keep their numbers.
 */
export async function readDelimited(bytes: Buffer, options: DelimitedOptions): Promise<Delimited> {
  const text = decodeText(bytes, options.what, options.encoding)
  const delimiter = options.delimiter ?? delimiterOf(text)
  if (text.trim() === '') return { records: [], delimiter }
  if (options.delimiter === undefined) requireKnownSeparator(text, options.what)
  const parser = parse({
    delimiter: DELIMITERS[delimiter],
    relax_column_count: true,
    skip_empty_lines: true,
    info: true,
    max_record_size: 1_000_000,
  })
  parser.end(text)
  const records: string[][] = []
  let filled = 0
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      const row = info.records + info.empty_lines
      if (row > Math.max(MAX_ROWS, options.maxRecords)) throw tooLong(options.what)
      if (record.every((cell) => cell.trim() === '')) continue
      if (++filled > options.maxRecords) throw options.tooMany()
      while (records.length < row - 1) records.push(BLANK)
      if (record.length > options.maxColumns && record.slice(options.maxColumns).some(Boolean)) {
        throw options.tooWide()
      }
      records.push(record.map((cell) => (cell.length > MAX_CELL ? cell.slice(0, MAX_CELL) : cell)))
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = typeof error.lines === 'number' ? ` near line ${error.lines}` : ''
    throw new TableError(
      'invalid',
      `${options.what} is not a readable table${line}: a quotation mark is not closed or is in the wrong place.`,
    )
  }
  requireWholeHeader(records, options.what)
  return { records, delimiter }
}

interface Parsed {
  record: string[]
  /** `records` counts this one; empty lines are no records. */
  info: { records: number; empty_lines: number }
}

const BLANK = ['']

/** Blank ones included; their parsing takes up to 20 µs each. */
const MAX_ROWS = 200_000

const tooLong = (what: string) =>
  new TableError(
    'invalid',
    `${what} has more than ${MAX_ROWS.toLocaleString('en')} rows, most of them blank; delete the blank ones.`,
  )
