import { randomBytes } from 'node:crypto'
import { sql } from '#drizzle'
import type { Database } from '../../db/client.ts'
import { escapeControls } from '../audit/record.ts'
import type { Attempt } from './attempt-limits.ts'
import { ABSOLUTE_DAYS, hashToken } from './find-session.ts'
import type { Person } from './login-limits.ts'
import type { Origin } from './origin.ts'

/**
 * Opens a session for a person whose password was verified against the hash of `person`, writes the audit entry and
 * returns the attempts, in one commit. Null if the password has changed since; the audit records that too.
 */
export async function openSession(
  db: Database,
  person: Person,
  from: Origin & { userAgent?: string },
  { subjects: [account, address], at }: Attempt,
): Promise<{ token: string; expiresAt: Date } | null> {
  const token = randomBytes(32).toString('base64url')
  const { rows } = await db.execute<{ until: number | null }>(sql`
    select (extract(epoch from end_sign_in(${person.id}, ${person.passwordHash}, ${escapeControls(person.name)}, ${hashToken(token)},
      ${ABSOLUTE_DAYS}, ${from.userAgent?.slice(0, 300) ?? null}, ${escapeControls(from.address)},
      ${from.requestId ? escapeControls(from.requestId) : null}, ${account}, ${address}, ${at}::timestamptz)) * 1000)::float8 as until`)
  const [{ until }] = rows
  return until === null ? null : { token, expiresAt: new Date(until) }
}
