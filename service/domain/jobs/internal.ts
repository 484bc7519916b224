import { eq, sql } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { jobs, submissions } from '../../db/schema.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'

/** The author, or the person to whom the submission was handed over; the submission must be joined. */
export const jobOwner = sql<number>`coalesce(${submissions.owner_id}, ${jobs.app_user_id})`

/** The few columns that most verbs need, or 'not-found'. */
export async function requireJob(db: Executor, id: number) {
  const [job] = await db
    .select({
      id: jobs.id,
      status: jobs.status,
      app_user_id: jobs.app_user_id,
      owner_id: jobOwner,
    })
    .from(jobs)
    .innerJoin(submissions, eq(submissions.id, jobs.submission_id))
    .where(eq(jobs.id, id))
  if (!job) throw new ServiceError('not-found', sentence`There is no job ${id}.`)
  return job
}
