import { eq, sql } from '#drizzle'
import type { Database } from '../../../db/client.ts'
import { job_adm, jobs } from '../../../db/schema.ts'
import { transactionWithAudit } from '../../../db/transaction.ts'
import { notifySubmissionFinished } from '../../notifications/notify-submission-finished.ts'
import { isCurrentAttempt } from './claim.ts'
import type { ClaimedJob, LayerOutcome } from './layer-task.ts'
import { recordOutputs, type StoredOutput } from './outputs/store-outputs.ts'

/** Ends a job with its result, all in one transaction; false, and nothing written, if the claim is lost. */
export async function completeJob(
  db: Database,
  claim: ClaimedJob,
  outcome: LayerOutcome,
  outputs: readonly StoredOutput[],
): Promise<boolean> {
  return transactionWithAudit(db, async (tx) => {
    const rows = await tx
      .update(jobs)
      .set({
        status: 'completed',
        step: null,
        fraction: 1,
        reason: null,
        all_adm_pass: outcome.allAdmPass,
        is_overfit: outcome.isOverfit,
        verdict: outcome.verdict,
        surfaces: outcome.surfaces,
        diagnostics: outcome.diagnostics,
        datetime_finished: sql`now()`,
      })
      .where(isCurrentAttempt(claim))
      .returning({ submission_id: jobs.submission_id })
    if (rows.length === 0) return false
    await recordOutputs(tx, claim, outputs)
    await tx.delete(job_adm).where(eq(job_adm.job_id, claim.id))
    // PostgreSQL accepts at most 65,535 parameters in a statement.
    for (let i = 0; i < outcome.adm.length; i += 1000) {
      await tx
        .insert(job_adm)
        .values(outcome.adm.slice(i, i + 1000).map((row) => ({ job_id: claim.id, ...row })))
    }
    await notifySubmissionFinished(tx, rows[0].submission_id, null)
    return true
  })
}
