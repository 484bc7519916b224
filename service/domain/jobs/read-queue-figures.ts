import { sql } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { getQueueSize } from './get-queue-size.ts'
import { queueExists } from './queue-exists.ts'

interface QueueFigures {
  pending: number
  running: number
  oldestPendingSeconds: number
  tasks: { queue: string; state: string; count: number }[]
}

export async function readQueueFigures(db: Executor): Promise<QueueFigures> {
  const { size, running } = await getQueueSize(db)
  const { rows: oldest } = await db.execute<{ seconds: number }>(sql`
    select coalesce(extract(epoch from now() - min(datetime_submitted)), 0)::float8 as seconds
    from jobs where status = 'pending'`)
  const { rows: tasks } = (await queueExists(db))
    ? await db.execute<QueueFigures['tasks'][number]>(sql`
        select name as queue, state::text as state, count(*)::int as count
        from pgboss.job where state < 'completed' group by 1, 2 order by 1, 2`)
    : { rows: [] }
  return { pending: size, running, oldestPendingSeconds: oldest[0].seconds, tasks }
}
