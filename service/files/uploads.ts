import { and, eq, isNull, lt, or, sql } from '#drizzle'
import type { Services } from '../context.ts'
import { uploads } from '../db/schema.ts'
import { sideTransaction } from '../db/transaction.ts'
import type { FileStore } from './file-store.ts'
import type { GrowingFile } from './growing-file.ts'

export type UploadRow = typeof uploads.$inferSelect

/** What has arrived of an upload; null before its first bytes. */
export const growingFile = (
  files: Pick<FileStore, 'grow'>,
  { key, size, handle }: Pick<UploadRow, 'key' | 'size' | 'handle'>,
): GrowingFile | null => (handle === null ? null : files.grow({ key, size, handle }))

/** Removes uploads that nobody continued in time; returns their number. */
export async function sweepUploads({ db, files }: Pick<Services, 'db' | 'files'>): Promise<number> {
  const unwritten = or(isNull(uploads.writer_until), lt(uploads.writer_until, sql`now()`))
  const expired = and(lt(uploads.expires_at, sql`now()`), unwritten)
  const rows = await db.select({ id: uploads.id }).from(uploads).where(expired).limit(1000)
  let swept = 0
  for (const { id } of rows) {
    await sideTransaction(db, async (tx) => {
      // A locked row is being taken over or discarded right now.
      const [row] = await tx
        .select()
        .from(uploads)
        .where(and(eq(uploads.id, id), expired))
        .for('update', { skipLocked: true })
      if (!row) return
      await growingFile(files, row)?.discard()
      await tx.delete(uploads).where(eq(uploads.id, id))
      swept++
    })
  }
  return swept
}
