import { sql } from '#drizzle'
import type { Executor } from './client.ts'

/** Waits for the lock of this name and holds it until the transaction ends. */
export const lockFor = (tx: Executor, name: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
