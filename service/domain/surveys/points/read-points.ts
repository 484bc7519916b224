import { isUtf8 } from 'node:buffer'
import {
  PEOPLE_MAX_ROWS,
  POINTS_MAX_BYTES,
  POINTS_MAX_ROWS,
} from '#contract/submissions/configuration-limits.ts'
import type { PointsReading, ReadingChoice } from '#contract/surveys/points-reading.ts'
import { encodingOf } from '#common/delimited.ts'
import { sizeLimit } from '#common/file-size.ts'
import { isStata } from '#service/tables/foreign-format.ts'
import { formatOf } from '#service/tables/format-of.ts'
import { TableError } from '#service/tables/table-error.ts'
import { readDelimited } from '#service/tables/read-delimited.ts'
import { readSheet } from '#service/tables/read-sheet.ts'
import { readStata } from '#service/tables/stata/read-stata.ts'
import type { Caller } from '#service/context.ts'
import { isSmallText, readInChild } from '../../tables/read-in-child.ts'
import { decimalOf } from './decimal-marks.ts'
import {
  type PackedPoints,
  packPoints,
  type PointsCellsTable,
  type PointsRow,
  type PointsTable,
  tableOf,
  unpackPoints,
} from './points-table.ts'

const POINTS_MAX_COLUMNS = 1000
/** Of a Stata file, as many as the largest text has. */
const MAX_CELLS = 20_000_000
/** Excel keeps formatted but empty rows. */
const MAX_EMPTY_ROWS = 20_000

const MODULE = new URL('./points.child.ts', import.meta.url)

/**
 * A points file as text cells, read as chosen, else as detected.
 * @throws TableError with one sentence if it is not a table.
 */
export async function readPointsTable(
  content: Buffer,
  name: string,
  caller: Caller,
  choice: ReadingChoice = {},
): Promise<PointsTable> {
  const what = `The points file '${name}'`
  return unpackPoints(
    isSmallText(content) && !isStata(content)
      ? await parsePoints(content, name, choice)
      : await readInChild<PackedPoints>(MODULE, { what, input: [name, choice], content }, caller),
  )
}

/** In this thread: for a child process, and for small files. */
export async function parsePoints(
  content: Buffer,
  name: string,
  choice: ReadingChoice = {},
): Promise<PackedPoints> {
  const what = `The points file '${name}'`
  if (content.length > POINTS_MAX_BYTES)
    throw new TableError('too-large', `${what} is above ${sizeLimit(POINTS_MAX_BYTES)}.`)
  const { table, reading } = await readCells(content, what, choice)
  if (table.rows.length > maxRows(choice)) throw tooMany(what, choice)
  return packPoints(table, { ...reading, people: choice.people ?? null })
}

const maxRows = ({ people }: ReadingChoice) => (people ? PEOPLE_MAX_ROWS : POINTS_MAX_ROWS)

interface Cells {
  table: PointsCellsTable
  reading: Omit<PointsReading, 'people'>
}

async function readCells(content: Buffer, what: string, choice: ReadingChoice): Promise<Cells> {
  if (isStata(content)) return readStataFile(content, what, choice)
  const format = formatOf(content, { what, row: 'cluster', formats: '.csv, .xlsx or .dta' })
  if (format === 'json')
    throw new TableError(
      'unsupported-type',
      `${what} is JSON, not a CSV text; convert GeoJSON with ogr2ogr -f CSV points.csv FILE.geojson -lco GEOMETRY=AS_XY.`,
    )
  const read = format === 'xlsx' ? readWorkbook : readText
  const { records, reading } = await read(content, what, choice)
  const [header, ...rest] = records
  if (header === undefined) throw new TableError('invalid', `${what} is empty.`)
  const decimal = choice.decimal ?? decimalOf(rest)
  return { table: tableOf(header.cells, rest), reading: { ...reading, decimal } }
}

function readStataFile(content: Buffer, what: string, choice: ReadingChoice): Cells {
  const { encoding, header, rows, column, codes } = readStata(content, {
    what,
    encoding: choice.encoding ?? undefined,
  })
  if (rows * header.length > MAX_CELLS)
    throw new TableError(
      'too-large',
      `${what} has ${rows.toLocaleString('en')} rows of ${header.length.toLocaleString('en')} variables; keep those that are needed.`,
    )
  return {
    // Stata counts observations from 1.
    table: {
      header,
      top: [],
      long: new Map(),
      codes,
      rows: Uint32Array.from({ length: rows }, (_, i) => i + 1),
      column,
    },
    reading: { format: 'dta', encoding, delimiter: null, decimal: 'point', sheet: null, sheets: [] },
  }
}

interface Records {
  /** The header first. */
  records: PointsRow[]
  reading: Omit<PointsReading, 'decimal' | 'people'>
}

async function readText(content: Buffer, what: string, choice: ReadingChoice): Promise<Records> {
  const { encoding, delimiter } = choice
  const guess = encodingOf(content)
  if (!encoding && guess === 'utf-8' && !isUtf8(content) && !content.includes(0))
    throw new TableError(
      'invalid',
      `${what} is not UTF-8 text; import it with its encoding, usually windows-1252, or save it as 'CSV UTF-8' and send it again.`,
    )
  const found = await readDelimited(content, {
    what,
    encoding: encoding ?? undefined,
    delimiter: delimiter ?? undefined,
    maxRecords: maxRows(choice) + 1,
    maxColumns: POINTS_MAX_COLUMNS,
    tooMany: () => tooMany(what, choice),
    tooWide: () => tooWide(what),
  })
  return {
    records: found.records
      .map((cells, i) => ({ row: i + 1, cells: cells.map((cell) => cell.trim()) }))
      .filter(({ row, cells }) => row === 1 || cells.some((cell) => cell !== '')),
    reading: {
      format: 'csv',
      encoding: encoding ?? guess,
      delimiter: found.delimiter,
      sheet: null,
      sheets: [],
    },
  }
}

async function readWorkbook(content: Buffer, what: string, choice: ReadingChoice): Promise<Records> {
  const { sheet, sheets, records } = await readSheet(content, {
    what,
    sheet: choice.sheet ?? undefined,
    maxRows: maxRows(choice) + MAX_EMPTY_ROWS,
    maxColumns: POINTS_MAX_COLUMNS,
    tooMany: () => tooMany(what, choice),
    tooWide: () => tooWide(what),
  })
  const reading = { format: 'xlsx', encoding: null, delimiter: null, sheet } as const
  return { records, reading: { ...reading, sheets: sheets.slice(0, 100) } }
}

const tooMany = (what: string, choice: ReadingChoice) =>
  new TableError(
    'invalid',
    `${what} has more than ${maxRows(choice).toLocaleString('en')} rows; ${choice.people ? 'split it, or leave out people without an outcome' : 'give one row for each cluster, or import it with a row per person'}.`,
  )

const tooWide = (what: string) =>
  new TableError(
    'invalid',
    `${what} has more than ${POINTS_MAX_COLUMNS} columns; keep those that are needed.`,
  )
