import type { Executor } from '../db/client.ts'
import { mail_outbox } from '../db/schema.ts'
import type { Mail } from './message.ts'

/**
 * Puts a message into the outbox, in the transaction that gives the reason for it. It goes out soon after, and again
 * later when the way is closed: the caller neither waits nor fails with the mail.
 */
export async function queueMail(db: Executor, mail: Mail): Promise<void> {
  const data = mail.kind === 'letter' ? mail.data : {}
  await db.insert(mail_outbox).values({ kind: mail.kind, recipient: mail.to, data })
}
