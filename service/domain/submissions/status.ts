import type { JobStatus } from '#contract/jobs/job-shapes.ts'
import { type SQLWrapper, eq, sql } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { jobs, submissions } from '../../db/schema.ts'

/** One row if a submission has such jobs, else none: all that its status needs, with one index lookup each. */
export function someOfEach(): Counts {
  const some = (status: JobStatus) => sql`(exists (select from ${jobs}
    where ${jobs.submission_id} = ${submissions.id} and ${jobs.status} = ${status}))::int`
  return {
    pending: some('pending'),
    running: some('running'),
    completed: some('completed'),
    failed: some('failed'),
    cancelled: some('cancelled'),
  }
}
type Counts = Record<JobStatus, SQLWrapper>

/** A submission's jobs, counted and listed; joined laterally, so that a page pays only for its own rows. */
export function summaryOf(db: Executor) {
  const counted = (status: JobStatus) => sql<number>`count(*) filter (where ${jobs.status} = ${status})::int`
  const distinct = (column: typeof jobs.iso3_code | typeof jobs.source | typeof jobs.stack_name) =>
    sql<string[]>`coalesce(array_agg(distinct ${column} order by ${column}), '{}')`
  return db
    .select({
      layers: sql<number>`count(*)::int`.as('layers'),
      pending: counted('pending').as('pending'),
      running: counted('running').as('running'),
      completed: counted('completed').as('completed'),
      failed: counted('failed').as('failed'),
      cancelled: counted('cancelled').as('cancelled'),
      iso3_codes: distinct(jobs.iso3_code).as('iso3_codes'),
      sources: distinct(jobs.source).as('sources'),
      stack_names: distinct(jobs.stack_name).as('stack_names'),
    })
    .from(jobs)
    .where(eq(jobs.submission_id, submissions.id))
    .as('summary')
}

/**
 * The status of a submission: running while a job runs, or while some have ended and others wait; pending while none
 * has started; then failed if any failed, cancelled if all were cancelled, else completed.
 */
export const statusOf = (s: Counts) => sql<JobStatus>`case
  when ${s.running} > 0 or (${s.pending} > 0 and ${s.completed} + ${s.failed} > 0) then 'running'
  when ${s.pending} > 0 then 'pending'
  when ${s.failed} > 0 then 'failed'
  when ${s.cancelled} > 0 and ${s.completed} = 0 then 'cancelled'
  else 'completed' end`
