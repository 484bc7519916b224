import { sql } from '#drizzle'
import type { Executor } from '../../service/db/client.ts'

/** The number of this database's sessions that wait for a lock. */
export async function waitingSessions(db: Executor): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0].count
}
