import { and, eq, sql } from '#drizzle'
import type { login } from '#contract/accounts/accounts.ts'
import type { Answer, Body } from '#contract/endpoint.ts'
import type { Database } from '#service/db/client.ts'
import { personName } from '#service/db/person-name.ts'
import { users } from '#service/db/schema.ts'
import { ServiceError } from '#service/service-error.ts'
import { record } from '../../audit/record.ts'
import { returnAttempt, takeLoginAttempt } from '../attempt-limits.ts'
import { sentence } from '#service/sentence.ts'
import { openSession } from './open-session.ts'
import type { Origin } from '../origin.ts'
import { hashPassword, isOutdated, verifyPassword } from '../password.ts'

const WRONG = sentence`Incorrect email or password`

type Person = NonNullable<Awaited<ReturnType<typeof findPerson>>>

async function findPerson(db: Database, email: string) {
  const [found] = await db
    .select({
      id: users.id,
      name: personName,
      passwordHash: users.password_hash,
      confirmed: users.email_confirmed_at,
      admitted: users.admitted_at,
      disabled: users.disabled_at,
    })
    .from(users)
    .where(eq(sql`lower(${users.email})`, email))
  return found ?? null
}

/** For the audit only: the person gets the same answer in each case. */
function reasonOf(person: Person | null, fits: boolean): string {
  if (!person) return 'unknown account'
  if (!fits) return 'wrong password'
  if (person.disabled) return 'disabled'
  return person.confirmed ? 'not approved yet' : 'email address not confirmed'
}

/**
 * Replaces a hash of an older cost, unless the password was changed in the meantime: the old one must not come back.
 * Returns the current hash of this password; another login may have been faster.
 */
async function rehash(
  db: Database,
  { id, passwordHash: previous }: Person,
  password: string,
): Promise<string> {
  const password_hash = await hashPassword(password)
  const unchanged = and(eq(users.id, id), eq(users.password_hash, previous))
  const [changed] = await db.update(users).set({ password_hash }).where(unchanged).returning({ id: users.id })
  if (changed) return password_hash
  const [now] = await db.select({ hash: users.password_hash }).from(users).where(eq(users.id, id))
  return (await verifyPassword(now.hash, password)) ? now.hash : previous
}

/** Opens a session. Unknown, wrong, unconfirmed, not approved, disabled: the same answer after the same work. */
export async function logIn(
  db: Database,
  { username, password }: Body<typeof login>,
  from: Origin & { userAgent?: string },
): Promise<Answer<typeof login>> {
  const email = username.trim().toLowerCase()
  const attempt = await takeLoginAttempt(db, email, from.address)
  const person = await findPerson(db, email)
  const fits = await verifyPassword(person?.passwordHash ?? null, password).catch(async (error: unknown) => {
    await returnAttempt(db, attempt)
    throw error
  })
  const welcome = person?.confirmed && person.admitted && !person.disabled
  if (!fits || !welcome) {
    await record(db, {
      action: 'login',
      result: 'rejected',
      detail: reasonOf(person, fits),
      userId: person?.id ?? null,
      userName: person?.name ?? null,
      address: from.address,
      requestId: from.requestId,
    })
    throw new ServiceError('bad-request', WRONG)
  }
  const { passwordHash } = person
  // Only an improvement: if it fails, for example because all hashing slots are taken, the next login does it.
  const current = isOutdated(passwordHash)
    ? await rehash(db, person, password).catch(() => passwordHash)
    : passwordHash
  const session = await openSession(db, { ...person, passwordHash: current }, from, attempt)
  if (!session) throw new ServiceError('bad-request', WRONG)
  const { token, expiresAt } = session
  return { accessToken: token, token_type: 'bearer', expires_at: expiresAt.toISOString() }
}
