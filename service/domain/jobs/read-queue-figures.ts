import { sql } from '#drizzle'
import type { Executor } from '../../db/client.ts'

interface QueueFigures {
  pending: number
  running: number
  oldestPendingSeconds: number
  tasks: { queue: string; state: string; count: number }[]
}

/** Pending and running jobs; few rows compared with those that have ended. */
export async function readQueueFigures(db: Executor): Promise<QueueFigures> {
  const { rows: jobs } = await db.execute<{ pending: number; running: number; oldest: number }>(sql`
    select count(*) filter (where status = 'pending')::int as pending,
      count(*) filter (where status = 'running')::int as running,
      coalesce(extract(epoch from now() - min(datetime_submitted) filter (where status = 'pending')), 0)::float8 as oldest
    from jobs where status in ('pending', 'running')`)
  // The queue creates its tables when it first starts.
  const { rows: made } = await db.execute<{ there: boolean }>(
    sql`select to_regclass('pgboss.job') is not null as there`,
  )
  const tasks = made[0].there
    ? (
        await db.execute<{ queue: string; state: string; count: number }>(sql`
          select name as queue, state::text as state, count(*)::int as count
          from pgboss.job where state < 'completed' group by 1, 2 order by 1, 2`)
      ).rows
    : []
  const [{ pending, running, oldest }] = jobs
  return { pending, running, oldestPendingSeconds: oldest, tasks }
}
