import { eq } from '#drizzle'
import type { Database } from '../../db/client.ts'
import type { assets, band_uploads, inspections } from '../../db/schema.ts'

const LOOK_MS = 2000

interface RemovalWatch {
  /** Aborted once the record is gone: its sender has cancelled it. */
  signal: AbortSignal
  end(): void
}

/** Lets work on a record stop when the record is removed. */
export function watchRemoval(
  db: Pick<Database, '$count'>,
  records: typeof assets | typeof band_uploads | typeof inspections,
  id: number,
): RemovalWatch {
  const removed = new AbortController()
  const look = setInterval(() => {
    db.$count(records, eq(records.id, id)).then(
      (count) => count === 0 && removed.abort(),
      // A database that is briefly unavailable says nothing about the record.
      () => {},
    )
  }, LOOK_MS)
  look.unref()
  return { signal: removed.signal, end: () => clearInterval(look) }
}
