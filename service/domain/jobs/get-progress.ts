import type { JobProgress } from '#contract/job-shapes.ts'
import { inArray } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { jobs } from '../../db/schema.ts'
import { progressColumns } from './columns.ts'
import { queuePositions } from './queue-positions.ts'

/** The fields that change while jobs run, for the live events. */
export async function getProgress(db: Executor, ids: readonly number[]): Promise<JobProgress[]> {
  if (ids.length === 0) return []
  const rows = await db
    .select(progressColumns)
    .from(jobs)
    .where(inArray(jobs.id, [...ids]))
  const pending = rows.filter(({ status }) => status === 'pending').map(({ id }) => id)
  const positions = await queuePositions(db, pending)
  return rows.map((row) => ({ ...row, queue_position: positions.get(row.id) ?? null }))
}
