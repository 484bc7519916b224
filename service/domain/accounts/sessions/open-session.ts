import { randomBytes } from 'node:crypto'
import { and, eq, sql } from '#drizzle'
import type { Database } from '#service/db/client.ts'
import { sessions, users } from '#service/db/schema.ts'
import { transactionWithAudit } from '#service/db/transaction.ts'
import { record } from '../../audit/record.ts'
import { type Attempt, forgetAttempts, returnAttempt, sweepAttempts } from '../attempt-limits.ts'
import { ABSOLUTE_DAYS, hashToken } from './find-session.ts'
import type { Origin } from '../origin.ts'

/**
 * Opens a session for a person whose password was verified against `passwordHash`, writes the audit entry and returns
 * the attempts, in one commit. Null if the password has changed since; the audit records that too.
 */
export async function openSession(
  db: Database,
  { id, name, passwordHash }: { id: number; name: string; passwordHash: string },
  from: Origin & { userAgent?: string },
  { subjects: [account, address], at }: Attempt,
): Promise<{ token: string; expiresAt: Date } | null> {
  const token = randomBytes(32).toString('base64url')
  return transactionWithAudit(db, async (tx) => {
    // The lock puts a change of password wholly before this or after it; after, it ends this session with all others.
    const [unchanged] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, id), eq(users.password_hash, passwordHash)))
      .for('share')
    const entry = { action: 'login', userId: id, userName: name, ...from }
    if (!unchanged) {
      await record(tx, { ...entry, result: 'rejected', detail: 'password changed meanwhile' })
      return null
    }
    const [{ expiresAt }] = await tx
      .insert(sessions)
      .values({
        token_hash: hashToken(token),
        user_id: id,
        expires_at: sql`now() + make_interval(days => ${ABSOLUTE_DAYS})`,
        user_agent: from.userAgent?.slice(0, 300),
        address: from.address,
      })
      .returning({ expiresAt: sessions.expires_at })
    await forgetAttempts(tx, account)
    await returnAttempt(tx, { subjects: [address], at })
    await sweepAttempts(tx)
    await record(tx, { ...entry, result: 'ok' })
    return { token, expiresAt }
  })
}
