import { databaseCode } from '../database-error.ts'
import type { Database } from './client.ts'

/** An open transaction; everything in `work` happens or nothing does. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

const RETRIED = new Set(['40001', '40P01'])

interface Joined {
  /** Writes into each transaction before it commits; `made` is the result of its work. */
  beforeCommit(tx: Transaction, made: unknown): Promise<void>
  committed(): void
}

const joined = new WeakMap<Database, Joined>()

/** The same database, whose transactions also run `rider`. */
export function joinTransactions(db: Database, rider: Joined): Database {
  const same = Object.create(db) as Database
  joined.set(same, rider)
  return same
}

/**
 * Runs `work` in a transaction, which also writes the audit entry of the call if it has one. Serialisation failures and
 * deadlocks are retried, at most twice.
 */
export async function transactionWithAudit<T>(
  db: Database,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const rider = joined.get(db)
  if (!rider) return sideTransaction(db, work)
  const done = await sideTransaction(db, async (tx) => {
    const made = await work(tx)
    await rider.beforeCommit(tx, made)
    return made
  })
  rider.committed()
  return done
}

/** The same for side work of a call, such as cleaning up: nothing joins it. */
export async function sideTransaction<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(work)
    } catch (error) {
      const code = databaseCode(error)
      if (attempt >= 3 || code === undefined || !RETRIED.has(code)) throw error
    }
  }
}

/** The constraint that an insert or update violated, for one sentence instead of an error. */
export function brokenConstraint(error: unknown): string | undefined {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    const { constraint } = at as { constraint?: unknown }
    if (typeof constraint === 'string') return constraint
  }
  return undefined
}
