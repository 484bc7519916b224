import { and, count } from 'drizzle-orm'
import type { Answer, Query } from '#contract/endpoint.ts'
import { JOB_STATUSES } from '#contract/job-shapes.ts'
import type { countJobs as contract } from '#contract/jobs.ts'
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
  const found = new Map(rows.map((row) => [row.status, row.jobs]))
  const byStatus = JOB_STATUSES.map((status) => [status, found.get(status) ?? 0] as const)
  return {
    total: byStatus.reduce((sum, [, jobsOfIt]) => sum + jobsOfIt, 0),
    by_status: Object.fromEntries(byStatus) as Answer<typeof contract>['by_status'],
  }
}
