import { columnName } from './sheet-cells.ts'
import { xmlText } from './plain-text.ts'
import { streamZip } from './stream-zip.ts'
import type { Cell } from './table.ts'

/** `time` and `date`: texts in ISO 8601 become dates of the spreadsheet, in UTC. */
export type SheetKind = 'time' | 'date' | 'other'

export interface SheetColumn {
  name: string
  kind: SheetKind
}

/** Styles by their places in `STYLES`: text is typed as text, so that it stays what it is when it is edited, too. */
const [TEXT, HEADER, DATE, TIME] = [1, 2, 3, 4]
const STYLES = `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf/><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" applyFont="1" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
/** The most characters that a cell of Excel holds. */
const MAX_TEXT = 32_767
const DAY_MS = 86_400_000
/** Days from 1899-12-30, where Excel's dates count from, to 1970; its dates begin in March 1900. */
const EPOCH_DAYS = 25_569
const FIRST_DAY = 61

/** A workbook written while its rows arrive: the header stays in view; notes, if any, are on a second sheet. */
export async function* streamXlsx(
  name: string,
  {
    notes,
    columns,
    batches,
  }: { notes: readonly string[]; columns: readonly SheetColumn[]; batches: AsyncIterable<Cell[][]> },
): AsyncGenerator<Uint8Array> {
  const sheets = notes.length > 0 ? [name, 'Notes'] : [name]
  yield* streamZip([
    { path: 'xl/worksheets/sheet1.xml', content: sheetOf(columns, batches) },
    ...(notes.length > 0 ? [{ path: 'xl/worksheets/sheet2.xml', content: noteSheet(notes) }] : []),
    { path: 'xl/styles.xml', content: [XML, STYLES] },
    { path: 'xl/workbook.xml', content: [XML, workbookOf(sheets)] },
    { path: 'xl/_rels/workbook.xml.rels', content: [XML, relationsOf(sheets)] },
    {
      path: '_rels/.rels',
      content: [
        `${XML}<Relationships xmlns="${RELATIONS}"><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      ],
    },
    { path: '[Content_Types].xml', content: [XML, contentTypes(sheets)] },
  ])
}

async function* sheetOf(columns: readonly SheetColumn[], batches: AsyncIterable<Cell[][]>) {
  const widths = columns.map(
    ({ kind }, i) =>
      `<col min="${i + 1}" max="${i + 1}" width="${kind === 'time' ? 20 : 14}" customWidth="1"/>`,
  )
  yield `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>`
  yield rowOf(
    1,
    columns.map(({ name }, i) => textCell(i, 1, name, HEADER)),
  )
  let row = 1
  for await (const batch of batches)
    yield batch
      .map((cells) => {
        row++
        return rowOf(
          row,
          cells.map((cell, i) => cellOf(cell, columns[i].kind, i, row)),
        )
      })
      .join('')
  yield '</sheetData></worksheet>'
}

function* noteSheet(notes: readonly string[]) {
  yield `${XML}<worksheet xmlns="${MAIN}"><cols><col min="1" max="1" width="80" customWidth="1"/></cols><sheetData>`
  for (const [i, note] of notes.entries()) yield rowOf(i + 1, [textCell(0, i + 1, note, TEXT)])
  yield '</sheetData></worksheet>'
}

const rowOf = (row: number, cells: readonly string[]) => `<row r="${row}">${cells.join('')}</row>`

function cellOf(cell: Cell, kind: SheetKind, column: number, row: number): string {
  if (cell === null || (typeof cell === 'number' && !Number.isFinite(cell))) return ''
  const at = `r="${columnName(column + 1)}${row}"`
  if (typeof cell === 'number') return `<c ${at}><v>${cell}</v></c>`
  if (typeof cell === 'boolean') return `<c ${at} t="b"><v>${Number(cell)}</v></c>`
  const serial = kind === 'other' ? null : serialOf(cell)
  if (serial === null) return textCell(column, row, cell, TEXT)
  return `<c ${at} s="${kind === 'date' ? DATE : TIME}"><v>${serial}</v></c>`
}

/** Typed as text: no text is a formula, whatever it begins with. */
const textCell = (column: number, row: number, text: string, style: number) =>
  `<c r="${columnName(column + 1)}${row}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(xmlText(text).slice(0, MAX_TEXT))}</t></is></c>`

/** Excel reads _x0041_ in a text as a character's code. */
const escapeXml = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')

/** Null for what is no date, and before Excel's calendar. */
export function serialOf(text: string): number | null {
  if (!/^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/.test(text)) return null
  const serial = Date.parse(text) / DAY_MS + EPOCH_DAYS
  return serial >= FIRST_DAY ? serial : null
}

const workbookOf = (sheets: readonly string[]) =>
  `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets.map((name, i) => `<sheet name="${escapeXml(name)}" sheetId="${i + 1}" r:id="r${i + 1}"/>`).join('')}</sheets></workbook>`

const relationsOf = (sheets: readonly string[]) =>
  `<Relationships xmlns="${RELATIONS}">${sheets.map((_, i) => `<Relationship Id="r${i + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`).join('')}<Relationship Id="styles" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`

const contentTypes = (sheets: readonly string[]) =>
  `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>${sheets.map((_, i) => `<Override PartName="/xl/worksheets/sheet${i + 1}.xml" ContentType="${TYPES}.worksheet+xml"/>`).join('')}<Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`
