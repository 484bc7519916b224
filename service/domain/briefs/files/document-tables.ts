import {
  AlignmentType,
  BorderStyle,
  type ITableBordersOptions,
  Paragraph,
  ShadingType,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  TextRun,
  VerticalAlign,
  WidthType,
} from 'docx'
import type { PictureBlock, TableBlock } from '../content/block.ts'
import { CONTENT_TWIPS, LINE, MUTED, SUNK } from './document-styles.ts'

const NONE = { style: BorderStyle.NONE, size: 0, color: 'auto' }
const HAIRLINE = { style: BorderStyle.SINGLE, size: 4, color: LINE }
const ROWS_ONLY = {
  top: NONE,
  left: NONE,
  right: NONE,
  insideVertical: NONE,
  bottom: HAIRLINE,
  insideHorizontal: HAIRLINE,
}
export const NO_BORDERS = {
  top: NONE,
  left: NONE,
  right: NONE,
  bottom: NONE,
  insideVertical: NONE,
  insideHorizontal: NONE,
}
const MARGINS = { top: 40, bottom: 40, left: 60, right: 60 }

const tableOf = (rows: TableRow[], columnWidths: number[], borders: ITableBordersOptions = ROWS_ONLY) =>
  new Table({
    rows,
    columnWidths,
    borders,
    layout: TableLayoutType.FIXED,
    width: { size: CONTENT_TWIPS, type: WidthType.DXA },
  })

/** The heads are repeated on each page; a row is on one page. */
export function unitsTable({ columns, rows }: TableBlock): Table {
  const parts = columns.reduce((sum, column) => sum + column.parts, 0)
  const widths = columns.map((column) => Math.floor((CONTENT_TWIPS * column.parts) / parts))
  const cell = (text: string, i: number, isHead: boolean) =>
    new TableCell({
      width: { size: widths[i], type: WidthType.DXA },
      margins: MARGINS,
      verticalAlign: VerticalAlign.BOTTOM,
      ...(isHead && { shading: { type: ShadingType.CLEAR, fill: SUNK, color: 'auto' } }),
      children: [
        new Paragraph({
          alignment: columns[i].isFigure ? AlignmentType.RIGHT : AlignmentType.LEFT,
          children: [new TextRun({ text, size: 17, bold: isHead })],
        }),
      ],
    })
  return tableOf(
    [
      new TableRow({
        tableHeader: true,
        cantSplit: true,
        children: columns.map(({ title }, i) => cell(title, i, true)),
      }),
      ...rows.map(
        (row) => new TableRow({ cantSplit: true, children: row.map((text, i) => cell(text, i, false)) }),
      ),
    ],
    widths,
  )
}

const LABEL_TWIPS = 2600

export function factsTable(rows: readonly (readonly [label: string, value: string])[]): Table {
  const widths = [LABEL_TWIPS, CONTENT_TWIPS - LABEL_TWIPS]
  const cell = (text: string, i: number) =>
    new TableCell({
      width: { size: widths[i], type: WidthType.DXA },
      margins: MARGINS,
      children: [
        new Paragraph({ children: [new TextRun({ text, size: 18, ...(i === 0 && { color: MUTED }) })] }),
      ],
    })
  return tableOf(
    rows.map((row) => new TableRow({ cantSplit: true, children: row.map(cell) })),
    widths,
  )
}

/** Swatches of the colours above their values. */
export function legendTable(legend: PictureBlock['legend']): Table {
  const widths = legend.map(() => Math.floor(CONTENT_TWIPS / legend.length))
  const cell = (children: Paragraph[], fill?: string) =>
    new TableCell({
      width: { size: widths[0], type: WidthType.DXA },
      ...(fill && { shading: { type: ShadingType.CLEAR, fill, color: 'auto' } }),
      children,
    })
  const label = (text: string) =>
    new Paragraph({ alignment: AlignmentType.CENTER, children: [new TextRun({ text, size: 17 })] })
  return tableOf(
    [
      new TableRow({
        height: { value: 160, rule: 'exact' },
        children: legend.map(({ colour }) =>
          cell([new Paragraph({ children: [new TextRun({ text: '', size: 8 })] })], colour),
        ),
      }),
      new TableRow({ children: legend.map((one) => cell([label(one.label)])) }),
    ],
    widths,
    NO_BORDERS,
  )
}
