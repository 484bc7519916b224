import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

const span = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)).join('')

/** What a spreadsheet runs as a formula, in its full-width and small forms too; and control characters, which it drops or splits at. */
const STARTS = `=+-@\uFF1D\uFF0B\uFF0D\uFF20\uFE66\uFE62\uFE63\uFE6B${span(0x01, 0x1f)}${span(0x7f, 0x9f)}`
/** Blanks and marks of no width: a formula may hide behind them. */
const BLANKS = ` \u00A0\u00AD\u1680${span(0x2000, 0x200f)}${span(0x2028, 0x202f)}${span(0x205f, 0x2069)}\u3000\uFEFF`

/**
 * A text cell that no spreadsheet takes for a formula: an apostrophe goes before one that would start so. Only text is
 * concerned: the number -1.5 stays a number. CWE-1236; https://owasp.org/www-community/attacks/CSV_Injection
 */
export function plainText(text: string): string {
  let at = 0
  while (at < text.length && BLANKS.includes(text[at])) at++
  return at < text.length && STARTS.includes(text[at]) ? `'${text}` : text
}

const inSql = (text: string) =>
  sql.raw(
    `U&'${Array.from(text, (character) => `\\${character.codePointAt(0)!.toString(16).padStart(4, '0')}`).join('')}'`,
  )

/** The same rule, by the database: exports let it write their lines. Most texts begin with a letter or a digit, which one look tells. */
export const plainTextSql = (text: SQLWrapper): SQL =>
  sql`case when ascii(${text}) between 48 and 57 or ascii(${text}) between 65 and 122 then ${text}
    when strpos(${inSql(STARTS)}, nullif(left(ltrim(${text}, ${inSql(BLANKS)}), 1), '')) > 0
    then '''' || ${text} else ${text} end`
