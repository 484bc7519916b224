import { and, eq, sql } from 'drizzle-orm'
import type { login } from '#contract/accounts.ts'
import type { Answer, Body } from '#contract/endpoint.ts'
import type { Database } from '../../db/client.ts'
import { users } from '../../db/schema.ts'
import { ServiceError } from '../../service-error.ts'
import { record } from '../audit/record.ts'
import { createSession } from './create-session.ts'
import { forgiveLoginTry, returnLoginTry, takeLoginTry } from './login-limits.ts'
import type { Origin } from './origin.ts'
import { hashPassword, isOutdated, verifyPassword } from './password.ts'

export const WRONG = 'Incorrect email or password'

/** For the audit only: the person is told the same in each case. */
function reasonOf(user: typeof users.$inferSelect | undefined, fits: boolean): string {
  if (!user) return 'unknown account'
  if (!fits) return 'wrong password'
  if (user.disabled_at) return 'disabled'
  return user.email_confirmed_at ? 'not let in yet' : 'e-mail address not confirmed'
}

/** Opens a session. Unknown, wrong, unconfirmed, not let in, disabled: the same answer after the same work. */
export async function signIn(
  db: Database,
  { username, password }: Body<typeof login>,
  from: Origin & { userAgent?: string },
): Promise<Answer<typeof login>> {
  const email = username.trim().toLowerCase()
  const attempt = await takeLoginTry(db, email, from.address)
  const [user] = await db
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, email))
  const fits = await verifyPassword(user?.password_hash ?? null, password).catch(async (error: unknown) => {
    await returnLoginTry(db, attempt)
    throw error
  })
  const event = {
    action: 'login',
    userId: user?.id ?? null,
    userName: user ? `${user.first_name} ${user.last_name}` : null,
    address: from.address,
    requestId: from.requestId,
  }
  const admitted = user?.email_confirmed_at && user.admitted_at && !user.disabled_at
  if (!fits || !admitted) {
    const detail = reasonOf(user, fits)
    await record(db, { ...event, result: 'refused', detail })
    throw new ServiceError('bad-request', WRONG)
  }
  if (isOutdated(user.password_hash)) {
    const password_hash = await hashPassword(password)
    // Unless it was changed meanwhile: the old password must not come back.
    const unchanged = and(eq(users.id, user.id), eq(users.password_hash, user.password_hash))
    await db.update(users).set({ password_hash }).where(unchanged)
  }
  // At the same time: a sign-in should take little longer than its hash.
  const [{ token, expiresAt }] = await Promise.all([
    createSession(db, { userId: user.id, ...from }),
    record(db, { ...event, result: 'ok' }),
    forgiveLoginTry(db, email, attempt),
  ])
  return { accessToken: token, token_type: 'bearer', expires_at: expiresAt.toISOString() }
}
