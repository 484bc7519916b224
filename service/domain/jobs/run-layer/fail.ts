import { and, eq, inArray, sql } from '#drizzle'
import type { Database } from '../../../db/client.ts'
import { jobs } from '../../../db/schema.ts'
import { transactionWithAudit } from '../../../db/transaction.ts'
import { MAX_LOSSES } from '#service/tasks/layers/run-layer.definition.ts'
import { notifySubmissionFinished } from '../../notifications/notify-submission-finished.ts'
import { isCurrentAttempt } from './claim.ts'
import type { ClaimedJob } from './layer-task.ts'
import { recordOutputs, type StoredOutput } from './outputs/store-outputs.ts'

/** Ends a job with one readable sentence; false, and nothing written, if the claim is lost. */
export async function failJob(
  db: Database,
  claim: ClaimedJob,
  reason: string,
  outputs: readonly StoredOutput[],
): Promise<boolean> {
  return transactionWithAudit(db, async (tx) => {
    const rows = await tx
      .update(jobs)
      .set({ status: 'failed', reason, datetime_finished: sql`now()` })
      .where(isCurrentAttempt(claim))
      .returning({ submission_id: jobs.submission_id })
    if (rows.length === 0) return false
    await recordOutputs(tx, claim, outputs)
    await notifySubmissionFinished(tx, rows[0].submission_id, null)
    return true
  })
}

export const WORKER_LOST_MESSAGE = `The worker stopped ${MAX_LOSSES} times while running this layer; ask for fewer draws or a smaller collection, or ask an admin to check the log of the worker.`

/**
 * Gives up a job whose workers were lost repeatedly; returns its last attempt, or null if it has ended in the meantime.
 */
export async function failLostJob(db: Database, jobId: number): Promise<number | null> {
  return transactionWithAudit(db, async (tx) => {
    const rows = await tx
      .update(jobs)
      .set({ status: 'failed', reason: WORKER_LOST_MESSAGE, datetime_finished: sql`now()` })
      .where(and(eq(jobs.id, jobId), inArray(jobs.status, ['pending', 'running'])))
      .returning({ attempt: jobs.attempt, submission_id: jobs.submission_id })
    if (rows.length === 0) return null
    await notifySubmissionFinished(tx, rows[0].submission_id, null)
    return rows[0].attempt
  })
}
