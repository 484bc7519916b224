import { CONFIGURATION_MAX_ROWS } from '#contract/submissions/configuration-limits.ts'
import { checkSheetXml } from './check-sheet-xml.ts'
import { checkZip } from './check-zip.ts'
import { columnName, textOf } from './sheet-cells.ts'
import { TableError } from './table-error.ts'
import { configurationWords, type TableWords, tooManyColumns, tooManyRows } from './unreadable-table.ts'
import { errorAt, MAX_COLUMNS, type RawTable } from './table.ts'

/** Excel keeps formatted but empty rows, also between others. */
const MAX_SHEET_ROWS = 20_000

/** The sheet named 'layers', else the first. Formulas are findings at their cell: they are never evaluated here. */
export async function readWorkbook(bytes: Buffer, words: TableWords = configurationWords): Promise<RawTable> {
  const parts = checkZip(bytes)
  try {
    const table = await readSheet(bytes, words)
    checkSheetXml(parts)
    return table
  } catch (error) {
    if (error instanceof TableError) throw error
    throw new TableError('invalid', 'The workbook cannot be read; save it again as .xlsx, or send a .csv.')
  }
}

async function readSheet(bytes: Buffer, words: TableWords): Promise<RawTable> {
  const { readXlsx } = await import('hucre/xlsx')
  const seen: string[] = []
  await readXlsx(bytes, {
    sheets: (info) => {
      seen.push(info.name)
      return false
    },
  })
  const sheet = seen.find((name) => name.trim().toLowerCase() === 'layers') ?? seen[0]
  if (sheet === undefined) throw new TableError('invalid', 'The workbook has no sheet.')
  const extent = await measure(bytes, sheet, words)
  const book = await readXlsx(bytes, {
    sheets: [sheet],
    range: `A1:${columnName(extent.columns)}${extent.rows}`,
  })
  const [found] = book.sheets
  if (!found) throw new TableError('invalid', 'The workbook has no sheet.')
  const { rows, cells } = found
  const findings: RawTable['findings'] = []
  const header = (rows[0] ?? []).map(textOf)
  const formulas = new Map<string, true>()
  for (const [key, cell] of cells ?? []) {
    const isError = cell.type === 'error'
    if (cell.formula === undefined && !isError) continue
    const [row, column] = key.split(',').map(Number)
    formulas.set(key, true)
    findings.push(
      errorAt(
        row + 1,
        header[column]?.trim() || columnName(column + 1),
        isError
          ? 'The cell contains an error of the spreadsheet; write its value instead.'
          : 'The cell contains a formula; paste its value instead.',
        isError ? undefined : 'Copy the cells and paste them as values only.',
      ),
    )
  }
  const body = rows.slice(1).map((values, index) => ({
    row: index + 2,
    // A formula counts as a filled cell, so that its row is not considered empty.
    cells: values.map((value, column) => (formulas.has(`${index + 1},${column}`) ? '=' : textOf(value))),
  }))
  return { header, rows: body, findings }
}

/** The last row and column with content, without holding the sheet in memory. */
async function measure(
  bytes: Buffer,
  sheet: string,
  words: TableWords,
): Promise<{ rows: number; columns: number }> {
  const { streamXlsxRows } = await import('hucre/xlsx')
  const extent = { rows: 1, columns: 1 }
  let filled = 0
  let walked = 0
  let lastRow = 1
  for await (const { index, values } of streamXlsxRows(bytes, { sheet, maxRows: MAX_SHEET_ROWS })) {
    walked++
    lastRow = index + 1
    let last = values.length - 1
    while (last >= 0 && (values[last] === null || values[last] === '')) last--
    if (last < 0) continue
    if (++filled > CONFIGURATION_MAX_ROWS + 1) throw tooManyRows(words)
    if (last >= MAX_COLUMNS) throw tooManyColumns(words)
    extent.rows = Math.max(extent.rows, index + 1)
    extent.columns = Math.max(extent.columns, last + 1)
  }
  if (walked >= MAX_SHEET_ROWS || extent.rows > MAX_SHEET_ROWS) throw tooFarDown()
  // A formula without a stored value appears empty above: a margin keeps it in view.
  return { rows: Math.min(MAX_SHEET_ROWS, lastRow), columns: extent.columns + 20 }
}

const tooFarDown = () =>
  new TableError(
    'invalid',
    `The sheet continues below row ${MAX_SHEET_ROWS.toLocaleString('en')}; delete the empty rows and save it again.`,
  )
