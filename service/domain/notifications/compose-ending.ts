import { eq } from '#drizzle'
import { z } from 'zod'
import type { Services } from '../../context.ts'
import { submissions } from '../../db/schema.ts'
import type { Message } from '../../mail/message.ts'

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
  const link = `${config.appUrl}/modeling/submission/${id}`
  const counts = [
    [completed, 'completed'],
    [failed, 'failed'],
    [cancelled, 'cancelled'],
  ].flatMap(([count, word]) => (count === 0 ? [] : [`${count} ${word}`]))
  return {
    subject: `${failed > 0 ? 'Failures in' : 'Finished:'} ${submission.title}`,
    link,
    text: `${[
      `Hello ${firstName},`,
      `All layers of submission ${id}, ${submission.title}, have ended: ${counts.join(', ')}.`,
      link,
      `You receive this message because of your notification settings. Change them in your profile: ${config.appUrl}/edit-user`,
    ].join('\n\n')}\n`,
  }
}
