import { type SQL, and, eq, inArray, sql } from '#drizzle'
import type { Services } from '../context.ts'
import type { Executor } from '../db/client.ts'
import { loose_files, uploads } from '../db/schema.ts'
import { sideTransaction } from '../db/transaction.ts'
import { sweepUploads } from './uploads.ts'
import { sentence } from '../sentence.ts'
import { ServiceError } from '../service-error.ts'

/** A key that was not renewed for this long belongs to a process that no longer runs. */
const STALE_MINUTES = 15
const RENEW_MS = 60_000

/** Records a key before its bytes are written, so that a crash at any moment leaves nothing behind permanently. */
export async function holdLoose(db: Executor, key: string): Promise<void> {
  await db.insert(loose_files).values({ key })
}

/**
 * Renews those of the keys that are loose, until the returned function is called; more may be added, and a key that is
 * released meanwhile is kept too.
 */
export function keepRenewing(db: Executor, keys: readonly string[]): () => void {
  const renewing = setInterval(() => void renewLoose(db, keys).catch(() => {}), RENEW_MS)
  renewing.unref()
  return () => clearInterval(renewing)
}

async function renewLoose(db: Executor, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await db
    .update(loose_files)
    .set({ seen_at: sql`now()` })
    .where(inArray(loose_files.key, [...keys]))
}

/** In the transaction that writes the row of `files`: the key is no longer loose, or an upload's. */
export async function adoptLoose(tx: Executor, key: string): Promise<void> {
  const loose = await tx
    .delete(loose_files)
    .where(eq(loose_files.key, key))
    .returning({ key: loose_files.key })
  if (loose.length > 0) return
  const uploaded = await tx
    .delete(uploads)
    .where(and(eq(uploads.key, key), eq(uploads.complete, true)))
    .returning({ key: uploads.key })
  if (uploaded.length === 0) throw uploadGone()
}

/** It was discarded, or has expired, while a call used it. */
export const uploadGone = () =>
  new ServiceError('conflict', sentence`The uploaded file no longer exists; send it again.`)

/** In the transaction that deletes the row of `files`: the stored file is loose again, until `dropLoose`. */
export async function releaseFile(tx: Executor, key: string): Promise<void> {
  await tx.insert(loose_files).values({ key }).onConflictDoNothing()
}

/**
 * Removes the bytes of the keys that are still loose. It does not fail what the caller has done: if the database or the
 * store is unavailable now, a later sweep removes them.
 */
export async function dropLoose(
  services: Pick<Services, 'db' | 'files' | 'log'>,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return
  await drop(services, inArray(loose_files.key, [...keys])).catch((err: unknown) =>
    services.log.warn({ err }, 'loose files are left to a later sweep'),
  )
}

/** Removes what dead processes left behind; returns the number of files. */
export async function sweepLoose(services: Pick<Services, 'db' | 'files'>): Promise<number> {
  await services.files.sweepUnfinished?.()
  const expired = await sweepUploads(services)
  return (
    expired +
    (await drop(services, sql`${loose_files.seen_at} < now() - make_interval(mins => ${STALE_MINUTES})`))
  )
}

async function drop({ db, files }: Pick<Services, 'db' | 'files'>, which: SQL): Promise<number> {
  const rows = await db.select({ key: loose_files.key }).from(loose_files).where(which).limit(1000)
  let dropped = 0
  for (const { key } of rows) {
    const one = and(eq(loose_files.key, key), which)
    await sideTransaction(db, async (tx) => {
      // A locked row is being adopted right now: its transaction decides what happens to the file.
      const [held] = await tx.select().from(loose_files).where(one).for('update', { skipLocked: true })
      if (!held) return
      await files.remove(key)
      await tx.delete(loose_files).where(eq(loose_files.key, key))
      dropped++
    })
  }
  return dropped
}
