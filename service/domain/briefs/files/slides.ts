import pptxgen from 'pptxgenjs'
import type { Block, BriefContent, PictureBlock, Section } from '../content/block.ts'
import { FONT, MUTED, TEXT } from './document-styles.ts'
import { type FlowBlock, flowInPages } from './slides-flow.ts'
import { factsPages, tablePages } from './slides-tables.ts'

/** In inches, 16 : 9. */
const SIZE = { width: 13.33, height: 7.5 }
const SIDE = 0.6
const BODY = { x: SIDE, y: 1.35, w: SIZE.width - 2 * SIDE, h: 5.35 }
const MASTER = 'brief'

type Slide = pptxgen.Slide
/** Fills the body of a slide. */
type Page = (slide: Slide) => void

/** Slides: each section begins one; what does not fit continues on the next. */
export async function writeSlides(content: BriefContent): Promise<Uint8Array> {
  // oxlint-disable-next-line new-cap
  const show = new pptxgen()
  show.defineLayout({ name: 'wide', ...SIZE })
  show.layout = 'wide'
  show.title = `${content.kind}: ${content.title}`
  show.author = content.brand
  show.company = content.brand
  show.subject = content.subtitle
  show.theme = { headFontFace: FONT, bodyFontFace: FONT }
  defineMaster(show, content)
  const text = textsOf(content)
  for (const [i, section] of content.sections.entries()) {
    for (const page of pagesOf(section, content)) {
      const slide = show.addSlide({ masterName: MASTER })
      text(slide, i === 0 ? content.title : section.title, {
        x: SIDE,
        y: 0.35,
        w: BODY.w,
        h: 0.6,
        fontSize: 26,
        bold: true,
      })
      text(slide, i === 0 ? content.subtitle : content.title, {
        x: SIDE,
        y: 0.9,
        w: BODY.w,
        h: 0.35,
        fontSize: 13,
        color: MUTED,
      })
      page(slide)
    }
  }
  return (await show.write({ outputType: 'nodebuffer' })) as Uint8Array
}

function defineMaster(show: pptxgen, { footer }: BriefContent): void {
  show.defineSlideMaster({
    title: MASTER,
    background: { color: 'FFFFFF' },
    objects: [
      {
        text: {
          text: footer,
          options: {
            x: SIDE,
            y: 7.0,
            w: 11.2,
            h: 0.3,
            margin: 0,
            fontFace: FONT,
            fontSize: 10,
            color: MUTED,
          },
        },
      },
    ],
    slideNumber: {
      x: 12.1,
      y: 7.0,
      w: 0.65,
      h: 0.3,
      align: 'right',
      fontFace: FONT,
      fontSize: 10,
      color: MUTED,
    },
  })
}

const textsOf =
  ({ locale }: BriefContent) =>
  (slide: Slide, text: string, options: pptxgen.TextPropsOptions): void => {
    slide.addText(text, {
      margin: 0,
      valign: 'top',
      fontFace: FONT,
      color: TEXT,
      lang: locale,
      fit: 'shrink',
      ...options,
    })
  }

const isFlow = (block: Block): block is FlowBlock => !['table', 'facts', 'picture'].includes(block.kind)

/** Runs of texts flow from slide to slide; each table and picture begins a slide. */
function pagesOf({ blocks }: Section, content: BriefContent): Page[] {
  const pages: Page[] = []
  let flow: FlowBlock[] = []
  const flush = () => {
    for (const runs of flowInPages(flow, content.locale))
      pages.push((slide) =>
        slide.addText(runs, { ...BODY, margin: 0, valign: 'top', fontFace: FONT, color: TEXT }),
      )
    flow = []
  }
  for (const block of blocks) {
    if (isFlow(block)) {
      flow.push(block)
      continue
    }
    // A line of text above a table needs no slide of its own.
    const above =
      flow.length === 1 && flow[0].kind !== 'figure' && flow[0].kind !== 'list' ? flow[0].text : null
    if (above === null) flush()
    flow = []
    if (block.kind === 'picture') pages.push((slide) => drawPicture(slide, block, content))
    else if (block.kind === 'facts') pages.push(...factsPages(block.rows, { ...content, above, body: BODY }))
    else pages.push(...tablePages(block, { ...content, above, body: BODY }))
  }
  flush()
  return pages
}

const PICTURE_WIDTH = 7.6

/** The picture at the left; its legend and notes beside it. */
function drawPicture(
  slide: Slide,
  { picture, alt, legend, notes }: PictureBlock,
  content: BriefContent,
): void {
  const text = textsOf(content)
  const scale = Math.min(PICTURE_WIDTH / picture.width, (BODY.h + 0.2) / picture.height)
  const [w, h] = [picture.width * scale, picture.height * scale]
  slide.addImage({
    data: `data:image/png;base64,${picture.png.toString('base64')}`,
    x: SIDE,
    y: BODY.y,
    w,
    h,
    altText: alt,
  })
  const x = SIDE + w + 0.4
  const width = SIZE.width - SIDE - x
  const swatch = width / legend.length
  legend.forEach(({ colour, label }, i) => {
    slide.addShape('rect', {
      x: x + i * swatch,
      y: BODY.y,
      w: swatch,
      h: 0.25,
      fill: { color: colour },
      line: { type: 'none' },
    })
    text(slide, label, {
      x: x + i * swatch,
      y: BODY.y + 0.28,
      w: swatch,
      h: 0.3,
      fontSize: 12,
      align: 'center',
    })
  })
  text(slide, notes.join('\n'), {
    x,
    y: BODY.y + 0.75,
    w: width,
    h: 3,
    fontSize: 14,
    color: MUTED,
    paraSpaceAfter: 6,
  })
}
