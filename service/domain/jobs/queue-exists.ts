import { sql } from '#drizzle'
import type { Executor } from '../../db/client.ts'

/** The queue creates its tables when it first starts. */
export async function queueExists(db: Executor): Promise<boolean> {
  const { rows } = await db.execute<{ there: boolean }>(
    sql`select to_regclass('pgboss.job') is not null as there`,
  )
  return rows[0].there
}
