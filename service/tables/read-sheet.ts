import { nearestName } from '#common/nearest-name.ts'
import { checkSheetXml } from './check-sheet-xml.ts'
import { checkZip } from './check-zip.ts'
import { columnName, textOf } from './sheet-cells.ts'
import { TableError } from './table-error.ts'

interface SheetOptions {
  /** The file's name in sentences, e.g. 'The points file'. */
  what: string
  /** The first visible one if it is left out. */
  sheet?: string
  /** Empty ones count, too. */
  maxRows: number
  maxColumns: number
  /** Thrown if there are more. */
  tooMany: () => Error
  tooWide: () => Error
}

interface Sheet {
  sheet: string
  sheets: string[]
  /** The cells of each filled row with the row's number. */
  records: { row: number; cells: string[] }[]
}

/** 500,000 rows of ten columns take about 250 MiB. */
const UNPACKED = { unpackedBytes: 300 * 2 ** 20, words: '300 MiB' }

/** The filled rows of a workbook's sheet as text; formulas by the value that the spreadsheet stored. */
export async function readSheet(bytes: Buffer, options: SheetOptions): Promise<Sheet> {
  const parts = checkZip(bytes, UNPACKED)
  try {
    const found = await readCells(bytes, options)
    checkSheetXml(parts)
    return found
  } catch (error) {
    if (error instanceof TableError) throw error
    throw new TableError('invalid', `${options.what} cannot be read; save it again as .xlsx, or send a .csv.`)
  }
}

async function readCells(bytes: Buffer, options: SheetOptions): Promise<Sheet> {
  const { readXlsx } = await import('hucre/xlsx')
  const all: { name: string; isHidden: boolean }[] = []
  await readXlsx(bytes, {
    sheets: ({ name, hidden, veryHidden }) => {
      all.push({ name, isHidden: Boolean(hidden || veryHidden) })
      return false
    },
  })
  const sheets = all.map(({ name }) => name)
  const sheet = chooseSheet(all, options)
  const book = await readXlsx(bytes, { sheets: [sheets.indexOf(sheet)] })
  const [{ rows, cells, merges = [] }] = book.sheets
  if (rows.length > options.maxRows) throw options.tooMany()
  for (const [key, { formula, value }] of cells ?? []) {
    if (formula === undefined || (value !== null && value !== undefined)) continue
    throw new TableError(
      'invalid',
      `${options.what}, sheet '${sheet}', cell ${cellName(key)}: the formula has no stored value; open the file in a spreadsheet and save it, or paste values only.`,
    )
  }
  const merge = merges.find(({ startRow }) => startRow < rows.length)
  if (merge) {
    const range = `${columnName(merge.startCol + 1)}${merge.startRow + 1}:${columnName(merge.endCol + 1)}${merge.endRow + 1}`
    throw new TableError(
      'invalid',
      `${options.what}, sheet '${sheet}': the cells ${range} are merged; unmerge them and fill in each cell.`,
    )
  }
  const records = rows
    .map((values, i) => ({ row: i + 1, cells: values.map((value) => textOf(value).trim()) }))
    .filter((record) => record.cells.some((cell) => cell !== ''))
  if (records.some((record) => record.cells.length > options.maxColumns)) throw options.tooWide()
  return { sheet, sheets, records }
}

function chooseSheet(
  all: readonly { name: string; isHidden: boolean }[],
  { what, sheet }: SheetOptions,
): string {
  if (sheet === undefined) {
    const first = all.find(({ isHidden }) => !isHidden) ?? all[0]
    if (first) return first.name
    throw new TableError('invalid', `${what} has no sheet.`)
  }
  const names = all.map(({ name }) => name)
  const same = (name: string) => name.trim().toLowerCase() === sheet.trim().toLowerCase()
  const found = names.find(same)
  if (found !== undefined) return found
  const near = nearestName(sheet, names)
  throw new TableError(
    'invalid',
    `${what} has no sheet '${sheet}'; ${near ? `did you mean '${near}'?` : `it has ${names.slice(0, 12).join(', ')}.`}`,
  )
}

/** Of a key 'row,column', counted from 0. */
function cellName(key: string): string {
  const [row, column] = key.split(',').map(Number)
  return `${columnName(column + 1)}${row + 1}`
}
