import { inArray, sql } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { jobs } from '../../db/schema.ts'

/** Pending and running jobs; few rows compared with those that have ended. */
export async function getQueueSize(db: Executor): Promise<{ size: number; running: number }> {
  const [row] = await db
    .select({
      size: sql<number>`count(*) filter (where ${jobs.status} = 'pending')`.mapWith(Number),
      running: sql<number>`count(*) filter (where ${jobs.status} = 'running')`.mapWith(Number),
    })
    .from(jobs)
    .where(inArray(jobs.status, ['pending', 'running']))
  return { size: row.size, running: row.running }
}
