import { and, count } from '#drizzle'
import type { Answer, Query } from '#contract/endpoint.ts'
import type { countJobs as contract } from '#contract/jobs/jobs.ts'
import { betweenDays } from '../../db/day-range.ts'
import type { Executor } from '../../db/client.ts'
import { jobs } from '../../db/schema.ts'

/** Reads the index by status and time alone. */
export async function countJobs(
  db: Executor,
  { createDateStart, createDateEnd }: Query<typeof contract>,
): Promise<Answer<typeof contract>> {
  const rows = await db
    .select({ status: jobs.status, jobs: count() })
    .from(jobs)
    .where(and(...betweenDays(jobs.datetime_submitted, createDateStart, createDateEnd)))
    .groupBy(jobs.status)
  const by_status = { pending: 0, running: 0, completed: 0, failed: 0, cancelled: 0 }
  for (const row of rows) by_status[row.status] = row.jobs
  return { total: rows.reduce((sum, row) => sum + row.jobs, 0), by_status }
}
