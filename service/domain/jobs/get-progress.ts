import type { JobChange } from '#contract/jobs/job-shapes.ts'
import { inArray } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { jobs } from '../../db/schema.ts'
import { progressColumns } from './columns.ts'
import { queuePositions } from './queue-positions.ts'
import { tagsOfJob } from './read-jobs.ts'

/** The fields of these jobs that change, for the live events. */
export async function getProgress(db: Executor, ids: readonly number[]): Promise<JobChange[]> {
  if (ids.length === 0) return []
  const rows = await db
    .select({
      ...progressColumns,
      final: jobs.final,
      all_adm_pass: jobs.all_adm_pass,
      is_overfit: jobs.is_overfit,
      verdict: jobs.verdict,
      tags: tagsOfJob,
    })
    .from(jobs)
    .where(inArray(jobs.id, [...ids]))
  const pending = rows.filter(({ status }) => status === 'pending').map(({ id }) => id)
  const positions = await queuePositions(db, pending)
  return rows.map((row) => ({ ...row, tags: row.tags ?? [], queue_position: positions.get(row.id) ?? null }))
}
