import { and, eq } from '#drizzle'
import { z } from 'zod'
import { withoutTitle } from '#common/run-name.ts'
import type { Services } from '../../context.ts'
import type { Executor } from '../../db/client.ts'
import { jobs, submissions } from '../../db/schema.ts'
import { nameRuns } from '../../db/name-runs.ts'
import { type Message, oneLine } from '../../mail/message.ts'

/** Layers named with their reason, and the length of a reason. */
const MAX_NAMED = 10
const MAX_REASON = 300

const ending = z.object({
  submission_id: z.int(),
  completed: z.int(),
  failed: z.int(),
  cancelled: z.int(),
})

/** The message about a submission that has ended; null if it no longer exists. */
export async function composeEnding(
  { db, config }: Services,
  firstName: string,
  data: unknown,
): Promise<Omit<Message, 'to'> | null> {
  const { submission_id: id, completed, failed, cancelled } = ending.parse(data)
  const [submission] = await db
    .select({ title: submissions.title })
    .from(submissions)
    .where(eq(submissions.id, id))
  if (!submission) return null
  const title = oneLine(submission.title)
  const link = `${config.appUrl}/modeling/submission/${id}`
  const counts = [
    [completed, 'completed'],
    [failed, 'failed'],
    [cancelled, 'cancelled'],
  ].flatMap(([count, word]) => (count === 0 ? [] : [`${count} ${word}`]))
  return {
    subject: `${failed > 0 ? 'Failures in' : 'Finished:'} ${title}`,
    link,
    text: `${[
      `Hello ${firstName},`,
      `All layers of submission ${id}, ${title}, have ended: ${counts.join(', ')}.`,
      ...(failed > 0 ? [await nameFailures(db, id, failed)] : []),
      link,
      `You receive this message because of your notification settings. Change them in your profile: ${config.appUrl}/edit-user`,
    ].join('\n\n')}\n`,
  }
}

/** One line for each failed layer: whatever a name or a reason holds, it cannot pass for another part of the message. */
async function nameFailures(db: Executor, submissionId: number, count: number): Promise<string> {
  const failed = await db
    .select({ id: jobs.id, key: jobs.job_key, reason: jobs.reason })
    .from(jobs)
    .where(and(eq(jobs.submission_id, submissionId), eq(jobs.status, 'failed')))
    .orderBy(jobs.id)
    .limit(MAX_NAMED)
  const names = await nameRuns(
    db,
    failed.map(({ id }) => id),
    withoutTitle,
  )
  const lines = failed.map(
    ({ id, key, reason }) =>
      `- ${oneLine(`${names.get(id)} (${key})`)}: ${bounded(oneLine(reason ?? 'no reason is known'))}`,
  )
  const more = count - lines.length
  return [
    count === 1 ? 'Why it failed:' : 'Why they failed:',
    ...lines,
    ...(more > 0 ? [`and ${more} more`] : []),
  ].join('\n')
}

/** A character of two units is not cut in half. */
const bounded = (text: string) =>
  text.length > MAX_REASON ? `${text.slice(0, MAX_REASON - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : text
