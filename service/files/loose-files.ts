import { type SQL, and, eq, inArray, sql } from 'drizzle-orm'
import type { Services } from '../context.ts'
import type { Executor } from '../db/client.ts'
import { loose_files } from '../db/schema.ts'
import { sideTransaction } from '../db/transaction.ts'
import { ServiceError } from '../service-error.ts'

/** A key that nobody has renewed for so long belongs to a process that is gone. */
const STALE_MINUTES = 15

/** Notes a key before its bytes are written, so that a crash at any moment leaves nothing behind for good. */
export async function holdLoose(db: Executor, key: string): Promise<void> {
  await db.insert(loose_files).values({ key })
}

export async function renewLoose(db: Executor, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await db
    .update(loose_files)
    .set({ seen_at: sql`now()` })
    .where(inArray(loose_files.key, [...keys]))
}

/** In the transaction that writes the row of `files`: the key is loose no more. */
export async function adoptLoose(tx: Executor, key: string): Promise<void> {
  const rows = await tx
    .delete(loose_files)
    .where(eq(loose_files.key, key))
    .returning({ key: loose_files.key })
  if (rows.length === 0)
    throw new ServiceError('conflict', 'The file that was sent is not there any more; send it again.')
}

/** In the transaction that deletes the row of `files`: what was stored is loose again, until `dropLoose`. */
export async function releaseFile(tx: Executor, key: string): Promise<void> {
  await tx.insert(loose_files).values({ key }).onConflictDoNothing()
}

/** Removes the bytes of those keys that are still loose. */
export async function dropLoose(
  services: Pick<Services, 'db' | 'files'>,
  keys: readonly string[],
): Promise<void> {
  if (keys.length > 0) await drop(services, inArray(loose_files.key, [...keys]))
}

/** Removes what processes that are gone left behind; answers how many. */
export async function sweepLoose(services: Pick<Services, 'db' | 'files'>): Promise<number> {
  await services.files.sweepUnfinished?.()
  return drop(services, sql`${loose_files.seen_at} < now() - make_interval(mins => ${STALE_MINUTES})`)
}

async function drop({ db, files }: Pick<Services, 'db' | 'files'>, which: SQL): Promise<number> {
  const rows = await db.select({ key: loose_files.key }).from(loose_files).where(which).limit(1000)
  let dropped = 0
  for (const { key } of rows) {
    const one = and(eq(loose_files.key, key), which)
    await sideTransaction(db, async (tx) => {
      // A row that is locked is being taken over at this moment: its transaction says what becomes of the file.
      const [held] = await tx.select().from(loose_files).where(one).for('update', { skipLocked: true })
      if (!held) return
      await files.remove(key)
      await tx.delete(loose_files).where(eq(loose_files.key, key))
      dropped++
    })
  }
  return dropped
}
