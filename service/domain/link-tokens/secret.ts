import { randomBytes } from 'node:crypto'
import { desc, eq, max, sql } from '#drizzle'
import type { Database, Executor } from '../../db/client.ts'
import { signing_secrets } from '../../db/schema.ts'
import { transactionWithAudit } from '../../db/transaction.ts'

export interface SigningSecret {
  generation: number
  secret: Buffer
}

const newest = async (db: Executor): Promise<SigningSecret | undefined> => {
  const [row] = await db.select().from(signing_secrets).orderBy(desc(signing_secrets.generation)).limit(1)
  return row
}

/** The signing secret, the same for every process of the database; created on first use. */
export async function currentSecret(db: Executor): Promise<SigningSecret> {
  const found = await newest(db)
  if (found) return found
  await db
    .insert(signing_secrets)
    .values({ generation: 1, secret: randomBytes(32) })
    .onConflictDoNothing()
  return (await newest(db))!
}

export async function findSecret(db: Executor, generation: number): Promise<Buffer | null> {
  const [row] = await db
    .select({ secret: signing_secrets.secret })
    .from(signing_secrets)
    .where(eq(signing_secrets.generation, generation))
  return row?.secret ?? null
}

/**
 * Signs with a new secret from now on. Previous ones still open their links, unless they are to be forgotten: then no
 * existing link opens.
 */
export async function rotateSecret(db: Database, { forgetPrevious = false } = {}): Promise<number> {
  return transactionWithAudit(db, async (tx) => {
    // Serialized: two concurrent calls would create the same generation.
    await tx.execute(sql`lock table ${signing_secrets} in share row exclusive mode`)
    const [{ last }] = await tx.select({ last: max(signing_secrets.generation) }).from(signing_secrets)
    const generation = (last ?? 0) + 1
    if (forgetPrevious) await tx.delete(signing_secrets)
    await tx.insert(signing_secrets).values({ generation, secret: randomBytes(32) })
    return generation
  })
}
