import { Readable } from 'node:stream'
import type { ExportFormat } from '#contract/lists/export-limits.ts'
import { MEDIA_TYPES } from '../../tables/format-of.ts'

const BUFFERED_BYTES = 256 * 2 ** 10

/** A file generated while it is sent; `open` queries the database. */
export const tableFile = (
  { what, format, now }: { what: string; format: ExportFormat; now: Date },
  open: () => Promise<Readable>,
) => ({
  name: `${what}-${now.toISOString().slice(0, 10)}.${format}`,
  mediaType: format === 'csv' ? `${MEDIA_TYPES.csv}; header=present` : MEDIA_TYPES[format],
  size: null,
  open,
})

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
