import { sql } from '#drizzle'
import { MAX_NOTIFICATIONS } from '#contract/notifications.ts'
import type { Executor } from '../../db/client.ts'
import { notifications } from '../../db/schema.ts'
import { queueMail } from '../../mail/queue-mail.ts'

interface Recipient extends Record<string, unknown> {
  user_id: number
  email: string
  in_workspace: boolean
  by_email: boolean
  completed: number
  failed: number
  cancelled: number
}

/**
 * Notifies author and owner if no job of the submission is left to run. Call it at the end of the transaction that ends
 * a job: a job ends once, so nobody is notified twice, and a transaction that is lost takes its notification with it.
 * @param endedBy who cancelled the job, and therefore knows
 */
export async function notifySubmissionFinished(
  tx: Executor,
  submissionId: number,
  endedBy: number | null,
): Promise<void> {
  // If two jobs end at once, the second waits here, and then sees that the first has ended.
  await tx.execute(sql`select from submissions where id = ${submissionId} for no key update`)
  for (const { user_id, email, in_workspace, by_email, ...counts } of await recipients(
    tx,
    submissionId,
    endedBy,
  )) {
    if (in_workspace) {
      await tx
        .insert(notifications)
        .values({ user_id, submission_id: submissionId, ...counts })
        .onConflictDoNothing()
      await dropOldest(tx, user_id)
    }
    if (by_email)
      await queueMail(tx, {
        kind: 'submission-ended',
        to: email,
        data: { submission_id: submissionId, ...counts },
      })
  }
}

async function recipients(tx: Executor, submissionId: number, endedBy: number | null): Promise<Recipient[]> {
  const { rows } = await tx.execute<Recipient>(sql`
    with counted as (
      select count(*) filter (where status in ('pending', 'running')) as unfinished,
        count(*) filter (where status = 'completed')::int as completed,
        count(*) filter (where status = 'failed')::int as failed,
        count(*) filter (where status = 'cancelled')::int as cancelled
      from jobs where submission_id = ${submissionId})
    select u.id as user_id, u.email, coalesce(p.in_workspace, true) as in_workspace,
      coalesce(p.by_email, false) as by_email, completed, failed, cancelled
    from submissions s cross join counted
      join users u on u.id = s.app_user_id or u.id = s.owner_id
      left join notification_preferences p on p.user_id = u.id
    where s.id = ${submissionId} and unfinished = 0 and u.disabled_at is null
      and u.id is distinct from ${endedBy}::int and (failed > 0 or not coalesce(p.failures_only, false))
    order by u.id`)
  return rows
}

const dropOldest = (tx: Executor, userId: number) =>
  tx.execute(sql`delete from notifications where user_id = ${userId} and id <= (
    select id from notifications where user_id = ${userId} order by id desc offset ${MAX_NOTIFICATIONS} limit 1)`)
