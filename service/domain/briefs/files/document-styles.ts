import type { IStylesOptions } from 'docx'

export const MUTED = '51637A'
export const WARNING = '8A5A00'
export const LINE = 'D0D7DE'
export const SUNK = 'F4F7FA'
export const FONT = 'Arial'
export const TEXT = '00162B'

/** A4 in twentieths of a point, with 20 mm beside and 18 mm above and below the text. */
const WIDTH = 11906
const HEIGHT = 16838
const SIDE = 1134
export const PAGE = {
  size: { width: WIDTH, height: HEIGHT },
  margin: { top: 1021, bottom: 1021, left: SIDE, right: SIDE, footer: 500 },
}
export const CONTENT_TWIPS = WIDTH - 2 * SIDE

export const DOCUMENT_STYLES = (locale: string): IStylesOptions => ({
  default: {
    document: { run: { font: FONT, size: 21, color: TEXT, language: { value: locale } } },
    title: {
      run: { font: FONT, size: 44, bold: true, color: TEXT },
      paragraph: { spacing: { after: 80 } },
    },
    heading1: {
      run: { font: FONT, size: 30, bold: true, color: TEXT },
      paragraph: { spacing: { before: 360, after: 120 }, keepNext: true },
    },
    heading2: {
      run: { font: FONT, size: 24, bold: true, color: TEXT },
      paragraph: { spacing: { before: 240, after: 80 }, keepNext: true },
    },
  },
})
