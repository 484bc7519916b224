import type pptxgen from 'pptxgenjs'
import type { Block } from '../content/block.ts'
import { MUTED, WARNING } from './document-styles.ts'

export type FlowBlock = Extract<Block, { kind: 'figure' | 'heading' | 'text' | 'list' }>
type Run = pptxgen.TextProps

/** Of the body at the usual size. */
const LINES = 20
const CHARACTERS = 115
const SIZE_PT = 16

interface Line {
  run: Run
  lines: number
  /** Stays with what follows. */
  leads?: boolean
}

/** The texts of as many slides as they need. */
export function flowInPages(blocks: readonly FlowBlock[], locale: string): Run[][] {
  const pages: Run[][] = []
  let page: Run[] = []
  let left = LINES
  const all = blocks.flatMap((block) => linesOf(block, locale))
  for (const [i, { run, lines, leads }] of all.entries()) {
    const needed = lines + (leads ? (all[i + 1]?.lines ?? 0) : 0)
    if (needed > left && page.length > 0) {
      pages.push(page)
      page = []
      left = LINES
    }
    page.push(run)
    left -= lines
  }
  return page.length > 0 ? [...pages, page] : pages
}

function linesOf(block: FlowBlock, lang: string): Line[] {
  const line = (text: string, options: pptxgen.TextPropsOptions, spare = 0.3): Line => ({
    run: { text, options: { fontSize: SIZE_PT, breakLine: true, lang, paraSpaceAfter: 5, ...options } },
    lines: Math.ceil(text.length / CHARACTERS) * ((options.fontSize ?? SIZE_PT) / SIZE_PT) + spare,
  })
  switch (block.kind) {
    case 'figure':
      return [
        { ...line(block.label, { color: MUTED }, 0), leads: true },
        line(block.value, { fontSize: 44, bold: true }, 0),
        ...block.lines.map((text) => line(text, {}, 0.1)),
      ]
    case 'heading':
      return [{ ...line(block.text, { fontSize: 18, bold: true, paraSpaceBefore: 12 }, 0.9), leads: true }]
    case 'text':
      return [
        line(block.text, {
          bold: block.tone === 'strong' || block.tone === 'warning',
          ...(block.tone === 'warning' && { color: WARNING }),
        }),
      ]
    case 'list':
      return block.items.map((text) => line(text, { bullet: { indent: 14 } }))
  }
}
