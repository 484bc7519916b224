import type { Executor } from '../db/client.ts'
import { mail_outbox } from '../db/schema.ts'
import type { Mail } from './message.ts'

function dataOf(mail: Mail): Record<string, unknown> {
  if ('data' in mail) return mail.data
  return mail.kind === 'confirm-email' && mail.registration !== undefined
    ? { registration: mail.registration }
    : {}
}

/**
 * Puts a message into the outbox, in the transaction that causes it. It is sent soon after, and retried if delivery
 * fails: the caller neither waits nor fails with the mail.
 */
export async function queueMail(db: Executor, mail: Mail): Promise<void> {
  await db.insert(mail_outbox).values({ kind: mail.kind, recipient: mail.to, data: dataOf(mail) })
}
