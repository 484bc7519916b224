import { and, eq, inArray, sql } from '#drizzle'
import type { Executor } from '../../../db/client.ts'
import { jobs } from '../../../db/schema.ts'
import type { ClaimedJob } from './layer-task.ts'

/**
 * Starts the next attempt of a job that is pending, or running under a lost worker. Null if there is nothing to run.
 * From now on, writes of an older attempt are rejected (see `held`).
 */
export async function claimJob(db: Executor, jobId: number): Promise<ClaimedJob | null> {
  const [claimed] = await db
    .update(jobs)
    .set({
      status: 'running',
      attempt: sql`${jobs.attempt} + 1`,
      step: 'Preparing',
      fraction: 0,
      reason: null,
      datetime_started: sql`now()`,
      datetime_finished: null,
    })
    .where(and(eq(jobs.id, jobId), inArray(jobs.status, ['pending', 'running'])))
    .returning({
      id: jobs.id,
      attempt: jobs.attempt,
      job_key: jobs.job_key,
      layer: jobs.layer,
      survey_id: jobs.survey_id,
      points_file_id: jobs.points_file_id,
      app_user_id: jobs.app_user_id,
    })
  return claimed ?? null
}

/** The fence of every later write: exactly this attempt, still running. */
export const isCurrentAttempt = ({ id, attempt }: { id: number; attempt: number }) =>
  and(eq(jobs.id, id), eq(jobs.attempt, attempt), eq(jobs.status, 'running'))

/** False if the job was cancelled or taken over by another worker. */
export async function isHeld(db: Executor, claim: { id: number; attempt: number }): Promise<boolean> {
  const rows = await db.select({ id: jobs.id }).from(jobs).where(isCurrentAttempt(claim))
  return rows.length > 0
}

/** False, and nothing written, if the claim is lost. */
export async function reportProgress(
  db: Executor,
  claim: { id: number; attempt: number },
  step: string,
  fraction: number,
): Promise<boolean> {
  const rows = await db
    .update(jobs)
    .set({ step, fraction: Math.min(1, Math.max(0, fraction)) })
    .where(isCurrentAttempt(claim))
    .returning({ id: jobs.id })
  return rows.length > 0
}

/** Releases a running job, so that any worker can take it. */
export async function releaseJob(db: Executor, claim: { id: number; attempt: number }): Promise<boolean> {
  const rows = await db
    .update(jobs)
    .set({ status: 'pending', step: null, fraction: 0, datetime_started: null })
    .where(isCurrentAttempt(claim))
    .returning({ id: jobs.id })
  return rows.length > 0
}
