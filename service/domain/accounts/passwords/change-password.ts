import { eq } from '#drizzle'
import type { Executor } from '#service/db/client.ts'
import { account_tokens, users } from '#service/db/schema.ts'
import { queueMail } from '#service/mail/queue-mail.ts'
import { endAllSessions } from '../sessions/end-sessions.ts'

/**
 * Sets the new password: pending messages become invalid, every session ends (except that of `keepToken`), and the
 * person is notified.
 */
export async function changePassword(
  tx: Executor,
  user: { id: number; email: string },
  password_hash: string,
  keepToken?: string,
): Promise<void> {
  await tx.update(users).set({ password_hash }).where(eq(users.id, user.id))
  await tx.delete(account_tokens).where(eq(account_tokens.user_id, user.id))
  await endAllSessions(tx, user.id, keepToken)
  await queueMail(tx, { kind: 'password-changed', to: user.email })
}
