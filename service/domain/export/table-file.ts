import { Readable } from 'node:stream'
import { writeXlsxStream } from 'hucre/xlsx'
import type { ExportFormat } from '#contract/export-limits.ts'

export type Cell = string | number | boolean | null

const BUFFERED_BYTES = 256 * 2 ** 10
const MEDIA_TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8; header=present',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** A file generated while it is sent; `open` queries the database. */
export const tableFile = (
  { what, format, now }: { what: string; format: ExportFormat; now: Date },
  open: () => Promise<Readable>,
) => ({
  name: `${what}-${now.toISOString().slice(0, 10)}.${format}`,
  mediaType: MEDIA_TYPES[format],
  size: null,
  open,
})

/** A workbook of one sheet: the lines, the header, the rows. */
export async function* sheetOf(
  name: string,
  { lines, header, batches }: { lines: string[]; header: string[]; batches: AsyncIterable<Cell[][]> },
): AsyncGenerator<Uint8Array> {
  async function* rows() {
    for (const line of lines) yield [line]
    yield header
    for await (const batch of batches) yield* batch
  }
  yield* writeXlsxStream(rows(), { name })
}

/**
 * Pulls from `source` as it is read. If reading stops early, it ends the statement at once instead of waiting for the
 * next batch.
 */
export function streamOf(source: AsyncIterator<string | Uint8Array>, close: () => Promise<void>): Readable {
  return new Readable({
    highWaterMark: BUFFERED_BYTES,
    read() {
      const step = async () => {
        const { done, value } = await source.next()
        // Before the last byte: the reader's next export finds the slot free.
        if (done) await close()
        this.push(done ? null : value)
      }
      step().catch((error: Error) => this.destroy(error))
    },
    destroy(error, done) {
      close().then(
        () => done(error),
        (failure: Error) => done(error ?? failure),
      )
    },
  })
}
