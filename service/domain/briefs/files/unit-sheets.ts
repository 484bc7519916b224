import {
  Document,
  type FileChild,
  HeadingLevel,
  Packer,
  Paragraph,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  TextRun,
  WidthType,
} from 'docx'
import type { BriefHead, PictureBlock, Section } from '../content/block.ts'
import type { UnitSheet } from '../content/unit-sheets.ts'
import { aboutFile, blockOf, footerOf, headOf } from './document.ts'
import { pictureParagraph } from './document-picture.ts'
import { CONTENT_TWIPS, MUTED, PAGE, WARNING } from './document-styles.ts'
import { NO_BORDERS } from './document-tables.ts'

export interface SheetsContent extends BriefHead {
  summary: Section
  sheets: readonly (() => UnitSheet)[]
}

/** A Word document with the summary and a page per unit. */
export async function writeUnitSheets(
  content: SheetsContent,
  report: (fraction: number) => void,
): Promise<Uint8Array> {
  const pages = content.sheets.map((write, i): FileChild[] => {
    report(i / content.sheets.length)
    return pageOf(write(), `${content.title} · ${content.subtitle}`)
  })
  const document = new Document({
    ...aboutFile(content),
    sections: [
      {
        properties: { page: PAGE },
        footers: { default: footerOf(content) },
        children: [...headOf(content), ...content.summary.blocks.flatMap(blockOf), ...pages.flat()],
      },
    ],
  })
  return Packer.toBuffer(document)
}

const PICTURE = { width: 330, height: 400 }
const FIGURE_TWIPS = Math.floor(CONTENT_TWIPS * 0.44)

/** Figure and notes at the left of the map, clusters below. */
function pageOf({ title, figure, notes, picture, clusters }: UnitSheet, about: string): FileChild[] {
  const text = [
    ...blockOf(figure),
    ...notes.map(
      (one) =>
        new Paragraph({
          spacing: { before: 120 },
          children: [
            new TextRun({ text: one.text, bold: one.isWarning, ...(one.isWarning && { color: WARNING }) }),
          ],
        }),
    ),
  ]
  return [
    new Paragraph({ heading: HeadingLevel.HEADING_1, pageBreakBefore: true, children: [new TextRun(title)] }),
    new Paragraph({ spacing: { after: 120 }, children: [new TextRun({ text: about, color: MUTED })] }),
    ...(picture ? [beside(text, pictureCell(picture))] : text),
    ...(typeof clusters === 'string'
      ? [new Paragraph({ spacing: { before: 200 }, children: [new TextRun(clusters)] })]
      : clusters
        ? blockOf(clusters)
        : []),
  ]
}

function beside(left: FileChild[], right: Paragraph[]): Table {
  const widths = [FIGURE_TWIPS, CONTENT_TWIPS - FIGURE_TWIPS]
  const cell = (children: FileChild[], i: number) =>
    new TableCell({ width: { size: widths[i], type: WidthType.DXA }, children: children as Paragraph[] })
  return new Table({
    rows: [new TableRow({ cantSplit: true, children: [cell(left, 0), cell(right, 1)] })],
    columnWidths: widths,
    borders: NO_BORDERS,
    layout: TableLayoutType.FIXED,
    width: { size: CONTENT_TWIPS, type: WidthType.DXA },
  })
}

function pictureCell(picture: PictureBlock): Paragraph[] {
  const muted = { size: 16, color: MUTED }
  return [
    pictureParagraph(picture, PICTURE),
    new Paragraph({
      children: picture.legend.flatMap(({ colour, label }) => [
        new TextRun({ text: '■ ', size: 20, color: colour }),
        new TextRun({ text: `${label}   `, size: 16 }),
      ]),
    }),
    new Paragraph({
      spacing: { before: 60 },
      children: [new TextRun({ text: picture.notes.join(' '), ...muted })],
    }),
  ]
}
