import { plainText, xmlText } from './plain-text.ts'
import type { Cell } from './table.ts'

const quote = (text: string) => `"${text.replaceAll('"', '""')}"`
const quoteIfNeeded = (text: string) => (/[",\r\n]/.test(text) ? quote(text) : text)

/** No text can become a formula; nothing for null. */
const joinCells = (cells: readonly Cell[], quoted: (text: string) => string): string =>
  cells.map((cell) => (typeof cell === 'string' ? quoted(xmlText(plainText(cell))) : (cell ?? ''))).join(',')

/** What precedes the rows of an exported list: a byte-order mark if wanted, comments, the header. */
export const csvHead = (comments: readonly string[], header: readonly string[], bom: boolean): string =>
  (bom ? '\uFEFF' : '') + [...comments, header.join(',')].map((line) => `${line}\r\n`).join('')

/** A row of an exported list (RFC 4180): text always in quotes, so that it differs from numbers and from null. */
export const csvLine = (cells: readonly Cell[]): string => `${joinCells(cells, quote)}\r\n`

/** A whole table, with quotes only where they are needed. */
export const csvOf = (header: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  [header, ...rows].map((cells) => `${joinCells(cells, quoteIfNeeded)}\n`).join('')
