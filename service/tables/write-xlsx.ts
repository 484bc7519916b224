import { xmlText } from './plain-text.ts'
import { type SheetKind, serialOf } from './stream-xlsx.ts'
import type { Cell } from './table.ts'

interface Sheet {
  name: string
  header: readonly string[]
  /** Of columns that are dates, by their names. */
  kinds: Readonly<Record<string, SheetKind>>
  rows: readonly (readonly Cell[])[]
  /** The place of a column whose cells are links. */
  linked: number
  linkOf: (row: readonly Cell[]) => string
}

const FORMATS: Readonly<Record<SheetKind, string>> = {
  date: 'yyyy-mm-dd',
  time: 'yyyy-mm-dd hh:mm:ss',
  other: '@',
}

/** A whole workbook: the first row of each sheet stays in view, text is typed as text, dates are dates in UTC. */
export async function xlsxOf(sheets: readonly Sheet[]): Promise<Buffer> {
  const { writeXlsx } = await import('hucre/xlsx')
  const written = sheets.map(({ name, header, kinds, rows, linked, linkOf }) => {
    const kindOf = (column: string) => kinds[column] ?? 'other'
    const cellOf = (cell: Cell, column: string) => {
      if (typeof cell !== 'string') return cell
      const isDate = kindOf(column) !== 'other' && serialOf(cell) !== null
      return isDate ? new Date(cell) : xmlText(cell)
    }
    const links = rows.map((row, i) => {
      const hyperlink = { target: linkOf(row) }
      return [`${i + 1},${linked}`, { value: cellOf(row[linked], header[linked]), hyperlink }] as const
    })
    return {
      name,
      columns: header.map((column) => ({ numFmt: FORMATS[kindOf(column)], width: 16 })),
      rows: [[...header], ...rows.map((row) => row.map((cell, i) => cellOf(cell, header[i])))],
      cells: new Map(links),
      freezePane: { rows: 1 },
    }
  })
  return Buffer.from(await writeXlsx({ sheets: written }))
}
