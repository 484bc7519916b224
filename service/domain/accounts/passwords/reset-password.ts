import { eq } from '#drizzle'
import type { resetPassword as call } from '#contract/accounts/accounts.ts'
import type { Body } from '#contract/endpoint.ts'
import type { Actor, Services } from '#service/context.ts'
import { users } from '#service/db/schema.ts'
import { transactionWithAudit } from '#service/db/transaction.ts'
import { ServiceError } from '#service/service-error.ts'
import { forgetAttempts, returnAttempt, takeAttempt } from '../attempt-limits.ts'
import { type Sentence, sentence } from '#service/sentence.ts'
import { changePassword } from './change-password.ts'
import { validatePassword } from './validate-password.ts'
import { hashPassword, verifyPassword } from '../password.ts'

const rejection = (kind: 'bad-request' | 'invalid', field: string, message: Sentence) =>
  new ServiceError(kind, message, { field })

/** Changes the password of a person who knows the current one; this session continues, all others end. */
export async function resetPassword(
  { db, config }: Pick<Services, 'db' | 'config'>,
  actor: Actor,
  token: string,
  { current_password, new_password }: Body<typeof call>,
): Promise<{ msg: string }> {
  const subject = `password:${actor.id}`
  const attempt = await takeAttempt(
    db,
    [{ subject, max: 5, windowSeconds: 300 }],
    'The current password was incorrect too many times.',
  )
  const [user] = await db.select().from(users).where(eq(users.id, actor.id))
  const fits = await verifyPassword(user.password_hash, current_password).catch(async (error: unknown) => {
    await returnAttempt(db, attempt)
    throw error
  })
  if (!fits) throw rejection('bad-request', 'current_password', sentence`The current password is incorrect.`)
  await forgetAttempts(db, subject)
  if (new_password === current_password)
    throw rejection('invalid', 'new_password', sentence`The new password is the same as the current one.`)
  await validatePassword(new_password, user, config, 'new_password')
  const hash = await hashPassword(new_password)
  await transactionWithAudit(db, (tx) => changePassword(tx, user, hash, token))
  return { msg: 'Your password is changed. You are logged out everywhere else.' }
}
