import {
  AlignmentType,
  Document,
  type FileChild,
  Footer,
  HeadingLevel,
  LevelFormat,
  Packer,
  PageNumber,
  Paragraph,
  TextRun,
} from 'docx'
import type { Block, BriefContent, BriefHead } from '../content/block.ts'
import { factsTable, legendTable, unitsTable } from './document-tables.ts'
import { CONTENT_TWIPS, DOCUMENT_STYLES, MUTED, PAGE, WARNING } from './document-styles.ts'
import { pictureParagraph } from './document-picture.ts'

const BULLETS = 'bullets'

/** A Word document: page 1 is the summary and, where it fits, the map. */
export async function writeDocument(content: BriefContent): Promise<Uint8Array> {
  const [first, ...others] = content.sections
  const document = new Document({
    ...aboutFile(content),
    sections: [
      {
        properties: { page: PAGE },
        footers: { default: footerOf(content) },
        children: [
          ...headOf(content),
          ...first.blocks.flatMap(blockOf),
          ...others.flatMap(({ title, blocks }) => [
            new Paragraph({ heading: HeadingLevel.HEADING_1, children: [new TextRun(title)] }),
            ...blocks.flatMap(blockOf),
          ]),
        ],
      },
    ],
  })
  return Packer.toBuffer(document)
}

export const headOf = ({ kind, title, subtitle }: BriefHead): Paragraph[] => [
  new Paragraph({ children: [new TextRun({ text: kind, color: MUTED })] }),
  new Paragraph({ heading: HeadingLevel.TITLE, children: [new TextRun(title)] }),
  new Paragraph({ spacing: { after: 200 }, children: [new TextRun({ text: subtitle, color: MUTED })] }),
]

export const aboutFile = ({ kind, title, brand, locale, subtitle }: BriefHead) => ({
  title: `${kind}: ${title}`,
  creator: brand,
  lastModifiedBy: brand,
  description: subtitle,
  styles: DOCUMENT_STYLES(locale),
  numbering: {
    config: [
      {
        reference: BULLETS,
        levels: [
          {
            level: 0,
            format: LevelFormat.BULLET,
            text: '•',
            alignment: AlignmentType.LEFT,
            style: { paragraph: { indent: { left: 360, hanging: 240 } } },
          },
        ],
      },
    ],
  },
})

export function footerOf({ footer, page }: BriefHead): Footer {
  // The sentence with marks for the numbers, which Word fills in.
  const parts = page('{page}', '{pages}').split(/(\{pages?\})/)
  const fields = parts.map((part) =>
    part === '{page}' ? PageNumber.CURRENT : part === '{pages}' ? PageNumber.TOTAL_PAGES : part,
  )
  const run = { size: 16, color: MUTED }
  return new Footer({
    children: [
      new Paragraph({
        tabStops: [{ type: 'right', position: CONTENT_TWIPS }],
        children: [
          new TextRun({ ...run, text: footer }),
          new TextRun({ ...run, children: ['\t', ...fields] }),
        ],
      }),
    ],
  })
}

export function blockOf(block: Block): FileChild[] {
  switch (block.kind) {
    case 'figure':
      return [
        new Paragraph({ keepNext: true, children: [new TextRun({ text: block.label, color: MUTED })] }),
        new Paragraph({
          keepNext: true,
          children: [new TextRun({ text: block.value, bold: true, size: 64 })],
        }),
        ...block.lines.map((line) => new Paragraph({ children: [new TextRun(line)] })),
      ]
    case 'heading':
      return [new Paragraph({ heading: HeadingLevel.HEADING_2, children: [new TextRun(block.text)] })]
    case 'text':
      return [
        new Paragraph({
          spacing: { after: 120 },
          children: [
            new TextRun({
              text: block.text,
              bold: block.tone === 'strong' || block.tone === 'warning',
              ...(block.tone === 'warning' && { color: WARNING }),
              ...(block.tone === 'muted' && { color: MUTED }),
            }),
          ],
        }),
      ]
    case 'list':
      return block.items.map(
        (item) =>
          new Paragraph({
            numbering: { reference: BULLETS, level: 0 },
            spacing: { after: 60 },
            children: [new TextRun(item)],
          }),
      )
    case 'facts':
      return [factsTable(block.rows)]
    case 'table':
      return [
        new Paragraph({ heading: HeadingLevel.HEADING_2, children: [new TextRun(block.title)] }),
        unitsTable(block),
        ...block.notes.map(note),
      ]
    case 'picture':
      return [pictureParagraph(block), legendTable(block.legend), ...block.notes.map(note)]
  }
}

const note = (text: string) =>
  new Paragraph({ spacing: { before: 60 }, children: [new TextRun({ text, size: 18, color: MUTED })] })
