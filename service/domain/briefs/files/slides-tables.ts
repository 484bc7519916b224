import type pptxgen from 'pptxgenjs'
import type { BriefContent, TableBlock } from '../content/block.ts'
import { FONT, LINE, MUTED, SUNK, TEXT } from './document-styles.ts'

interface Around extends Pick<BriefContent, 'locale'> {
  /** A line above the table; null for none. */
  above: string | null
  body: { x: number; y: number; w: number; h: number }
}
type Page = (slide: pptxgen.Slide) => void
type Cell = pptxgen.TableCell

const BORDERS = [
  { type: 'none' },
  { type: 'none' },
  { type: 'solid', color: LINE, pt: 0.75 },
  { type: 'none' },
] as unknown as pptxgen.TableCellProps['border']
const ROWS = 16
const ROW_INCHES = 0.3

/** As many slides as its rows need, each with the heads. */
export function tablePages({ title, columns, rows, notes }: TableBlock, around: Around): Page[] {
  const { body, locale } = around
  const parts = columns.reduce((sum, column) => sum + column.parts, 0)
  const cell = (text: string, i: number, isHead: boolean): Cell => ({
    text,
    options: {
      ...cellStyle(locale),
      align: columns[i].isFigure ? 'right' : 'left',
      bold: isHead,
      valign: 'middle',
      ...(isHead && { fill: { color: SUNK } }),
    },
  })
  const head = columns.map((column, i) => cell(column.title, i, true))
  const pages = Math.max(1, Math.ceil(rows.length / ROWS))
  return Array.from({ length: pages }, (_, page) => (slide) => {
    const own = rows.slice(page * ROWS, (page + 1) * ROWS)
    const isLast = page === pages - 1
    caption(slide, around, [
      title,
      ...(page === 0 && around.above ? [around.above] : []),
      ...(isLast ? notes : []),
    ])
    slide.addTable([head, ...own.map((row) => row.map((text, i) => cell(text, i, false)))], {
      ...tableStyle(body, locale),
      colW: columns.map((column) => (body.w * column.parts) / parts),
      rowH: ROW_INCHES,
      fontSize: 12,
    })
  })
}

const FACTS_LINES = 18
const FACT_INCHES = 0.27
const LABEL_INCHES = 2.6
const CHARACTERS = 105

export function factsPages(
  rows: readonly (readonly [label: string, value: string])[],
  around: Around,
): Page[] {
  const pages: (readonly [string, string])[][] = [[]]
  let lines = 0
  for (const row of rows) {
    const needed = Math.ceil(row[1].length / CHARACTERS)
    if (lines + needed > FACTS_LINES && lines > 0) {
      pages.push([])
      lines = 0
    }
    pages.at(-1)!.push(row)
    lines += needed
  }
  return pages.map((shown, page) => (slide) => {
    caption(slide, around, page === 0 && around.above ? [around.above] : [])
    slide.addTable(
      shown.map(([label, value]): Cell[] => [
        { text: label, options: { ...cellStyle(around.locale), color: MUTED } },
        { text: value, options: cellStyle(around.locale) },
      ]),
      {
        ...tableStyle(around.body, around.locale),
        colW: [LABEL_INCHES, around.body.w - LABEL_INCHES],
        rowH: FACT_INCHES,
        fontSize: 11,
      },
    )
  })
}

/** Cells do not take these from their table. */
const cellStyle = (lang: string): pptxgen.TableCellProps => ({ lang, color: TEXT })

const tableStyle = (body: Around['body'], lang: string): pptxgen.TableProps => ({
  x: body.x,
  y: body.y + 0.35,
  w: body.w,
  border: BORDERS as pptxgen.TableProps['border'],
  fontFace: FONT,
  margin: [0.03, 0.06, 0.03, 0.06],
  lang,
})

function caption(slide: pptxgen.Slide, { body, locale }: Around, texts: readonly string[]): void {
  if (texts.length === 0) return
  const [title, ...others] = texts
  slide.addText(
    [
      { text: title, options: { bold: true } },
      ...(others.length > 0 ? [{ text: `  ${others.join(' ')}`, options: { color: MUTED } }] : []),
    ],
    {
      x: body.x,
      y: body.y - 0.02,
      w: body.w,
      h: 0.32,
      margin: 0,
      fontFace: FONT,
      fontSize: 13,
      lang: locale,
      fit: 'shrink',
    },
  )
}
