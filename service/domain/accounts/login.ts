import { and, eq, sql } from 'drizzle-orm'
import type { login } from '#contract/accounts.ts'
import type { Answer, Body } from '#contract/endpoint.ts'
import type { Database } from '../../db/client.ts'
import { users } from '../../db/schema.ts'
import { ServiceError } from '../../service-error.ts'
import { record } from '../audit/record.ts'
import { forgiveLoginTry, returnLoginTry, takeLoginTry } from './login-limits.ts'
import { openSession } from './open-session.ts'
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

/**
 * Replaces a hash of an older cost, unless the password was changed meanwhile: the old one must not come back. Answers
 * the hash that stands for this password now; another sign-in may have been faster.
 */
async function rehash(
  db: Database,
  { id, password_hash: former }: typeof users.$inferSelect,
  password: string,
): Promise<string> {
  const password_hash = await hashPassword(password)
  const unchanged = and(eq(users.id, id), eq(users.password_hash, former))
  const [changed] = await db.update(users).set({ password_hash }).where(unchanged).returning({ id: users.id })
  if (changed) return password_hash
  const [now] = await db.select({ hash: users.password_hash }).from(users).where(eq(users.id, id))
  return (await verifyPassword(now.hash, password)) ? now.hash : former
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
  const passwordHash = isOutdated(user.password_hash) ? await rehash(db, user, password) : user.password_hash
  const session = await openSession(db, { userId: user.id, ...from }, passwordHash)
  if (!session) {
    await record(db, { ...event, result: 'refused', detail: 'password changed meanwhile' })
    throw new ServiceError('bad-request', WRONG)
  }
  // At the same time: a sign-in should take little longer than its hash.
  await Promise.all([record(db, { ...event, result: 'ok' }), forgiveLoginTry(db, email, attempt)])
  const { token, expiresAt } = session
  return { accessToken: token, token_type: 'bearer', expires_at: expiresAt.toISOString() }
}
