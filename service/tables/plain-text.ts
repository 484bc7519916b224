const span = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)).join('')

/**
 * Characters that start a formula in a spreadsheet, including full-width and small forms; and control characters, which
 * it drops or splits at.
 */
export const FORMULA_STARTS = `=+-@\uFF1D\uFF0B\uFF0D\uFF20\uFE66\uFE62\uFE63\uFE6B${span(0x01, 0x1f)}${span(0x7f, 0x9f)}`
/** Blanks, zero-width characters and those that are left out: a formula may hide behind them. */
export const BLANKS = ` \u00A0\u00AD\u1680${span(0x2000, 0x200f)}${span(0x2028, 0x202f)}${span(0x205f, 0x2069)}\u3000\uFEFF\uFFFE\uFFFF`

/**
 * A text cell that no spreadsheet treats as a formula: a text that would start one gets a leading apostrophe. Only text
 * is affected: the number -1.5 stays a number. CWE-1236; https://owasp.org/www-community/attacks/CSV_Injection
 */
export function plainText(text: string): string {
  let at = 0
  while (at < text.length && BLANKS.includes(text[at])) at++
  return at < text.length && FORMULA_STARTS.includes(text[at]) ? `'${text}` : text
}

// oxlint-disable-next-line no-control-regex
const NOT_IN_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g

/** Without the characters that XML cannot hold: a workbook with one loses rows. https://www.w3.org/TR/xml/#charsets */
export const xmlText = (text: string): string => text.replaceAll(NOT_IN_XML, '')
