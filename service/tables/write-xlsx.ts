import { plainText, xmlText } from './plain-text.ts'
import type { Cell } from './table.ts'

/** Numbers stay numbers, and no text can become a formula. */
const plainRow = (cells: readonly Cell[]): Cell[] =>
  cells.map((cell) => (typeof cell === 'string' ? xmlText(plainText(cell)) : cell))

/** A workbook of one sheet, written while its rows arrive: comments, the header, the rows. */
export async function* streamXlsx(
  name: string,
  {
    comments,
    header,
    batches,
  }: { comments: readonly string[]; header: readonly string[]; batches: AsyncIterable<Cell[][]> },
): AsyncGenerator<Uint8Array> {
  async function* rows() {
    for (const comment of comments) yield [xmlText(comment)]
    yield [...header]
    for await (const batch of batches) yield* batch.map(plainRow)
  }
  const { writeXlsxStream } = await import('hucre/xlsx')
  yield* writeXlsxStream(rows(), { name })
}

/** A whole workbook; the first row of each sheet stays in view. */
export async function xlsxOf(
  sheets: readonly { name: string; rows: readonly (readonly Cell[])[] }[],
): Promise<Buffer> {
  const written = sheets.map(({ name, rows }) => ({
    name,
    rows: rows.map(plainRow),
    freezePane: { rows: 1 },
  }))
  const { writeXlsx } = await import('hucre/xlsx')
  return Buffer.from(await writeXlsx({ sheets: written }))
}
