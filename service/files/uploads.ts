import { type SQL, and, eq, isNull, lt, or, sql } from '#drizzle'
import type { Services } from '../context.ts'
import type { Executor } from '../db/client.ts'
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

/**
 * Removes an upload with its bytes; false if it is gone. A concurrent call that takes the file over waits, and then
 * finds no upload.
 */
export async function discardUpload(
  tx: Executor,
  files: Pick<FileStore, 'grow'>,
  which: SQL | undefined,
  lock?: { skipLocked: true },
): Promise<boolean> {
  const [row] = await tx.select().from(uploads).where(which).for('update', lock)
  if (!row) return false
  await growingFile(files, row)?.discard()
  await tx.delete(uploads).where(eq(uploads.id, row.id))
  return true
}

/** Removes uploads that nobody continued in time; returns their number. */
export async function sweepUploads({ db, files }: Pick<Services, 'db' | 'files'>): Promise<number> {
  const unwritten = or(isNull(uploads.writer_until), lt(uploads.writer_until, sql`now()`))
  const expired = and(lt(uploads.expires_at, sql`now()`), unwritten)
  const rows = await db.select({ id: uploads.id }).from(uploads).where(expired).limit(1000)
  let swept = 0
  for (const { id } of rows) {
    // A locked row is being taken over or discarded right now.
    const mine = and(eq(uploads.id, id), expired)
    if (await sideTransaction(db, (tx) => discardUpload(tx, files, mine, { skipLocked: true }))) swept++
  }
  return swept
}
