import { and, eq, inArray, sql } from '#drizzle'
import { isOwnerOrAdmin } from '#contract/accounts/owners.ts'
import type { Actor } from '../../context.ts'
import type { Database } from '../../db/client.ts'
import { jobs, submissions } from '../../db/schema.ts'
import { transactionWithAudit } from '../../db/transaction.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { notifySubmissionFinished } from '../notifications/notify-submission-finished.ts'

/** Ends every pending or running job of a submission, for its owner or an admin: all of them or none. */
export const cancelSubmission = (db: Database, actor: Actor, id: number): Promise<{ msg: string }> =>
  transactionWithAudit(db, async (tx) => {
    const [submission] = await tx
      .select({ owner_id: sql<number>`coalesce(${submissions.owner_id}, ${submissions.app_user_id})` })
      .from(submissions)
      .where(eq(submissions.id, id))
    if (!submission) throw new ServiceError('not-found', sentence`There is no submission ${id}.`)
    if (!isOwnerOrAdmin(actor, submission.owner_id)) {
      throw new ServiceError(
        'forbidden',
        sentence`Only the person who sent a submission, or an admin, can cancel its jobs.`,
      )
    }
    const rows = await tx
      .update(jobs)
      .set({ status: 'cancelled', step: null, datetime_finished: sql`now()` })
      .where(and(eq(jobs.submission_id, id), inArray(jobs.status, ['pending', 'running'])))
      .returning({ id: jobs.id })
    if (rows.length === 0)
      throw new ServiceError('conflict', sentence`No job of submission ${id} is pending or running.`)
    await notifySubmissionFinished(tx, id, actor.id)
    return { msg: rows.length === 1 ? '1 job is cancelled.' : `${rows.length} jobs are cancelled.` }
  })
