import { and, eq, inArray, sql } from '#drizzle'
import { isOwnerOrAdmin } from '#contract/accounts/owners.ts'
import type { Actor } from '../../context.ts'
import type { Database } from '../../db/client.ts'
import { jobs } from '../../db/schema.ts'
import { transactionWithAudit } from '../../db/transaction.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { notifySubmissionFinished } from '../notifications/notify-submission-finished.ts'
import { requireJob } from './internal.ts'

/** Ends a pending or running job for its owner or an admin. The job's worker notices within two seconds. */
export const cancel = (db: Database, actor: Actor, id: number): Promise<{ msg: string }> =>
  transactionWithAudit(db, async (tx) => {
    const job = await requireJob(tx, id)
    if (!isOwnerOrAdmin(actor, job.owner_id)) {
      throw new ServiceError(
        'forbidden',
        sentence`Only the person who submitted a job, or an admin, can cancel it.`,
      )
    }
    const rows = await tx
      .update(jobs)
      .set({ status: 'cancelled', step: null, datetime_finished: sql`now()` })
      .where(and(eq(jobs.id, id), inArray(jobs.status, ['pending', 'running'])))
      .returning({ submission_id: jobs.submission_id })
    if (rows.length === 0) {
      const { status } = await requireJob(tx, id)
      throw new ServiceError('conflict', sentence`Job ${id} is already ${status}, so it cannot be cancelled.`)
    }
    await notifySubmissionFinished(tx, rows[0].submission_id, actor.id)
    return { msg: `Job ${id} is cancelled.` }
  })
