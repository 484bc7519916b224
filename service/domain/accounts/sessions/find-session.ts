import { createHash } from 'node:crypto'
import { and, eq, sql } from '#drizzle'
import type { Me } from '#contract/accounts/accounts.ts'
import type { Database } from '#service/db/client.ts'
import { prepared } from '#service/db/prepared.ts'
import { sessions, users } from '#service/db/schema.ts'
import { hasStatus, present, rolesOf } from '../status.ts'

/** A session ends after eight hours without a call, and after seven days in any case. */
export const IDLE_HOURS = 8
export const ABSOLUTE_DAYS = 7

/** Tokens are 32 random bytes, so a plain hash suffices: they cannot be guessed. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

const TOKEN = /^[A-Za-z0-9_-]{43}$/

/** What a call needs to know of its person. */
export const meColumns = {
  id: users.id,
  email: users.email,
  first_name: users.first_name,
  last_name: users.last_name,
  roles: rolesOf,
}

/** Each call of the web application reads its session. */
const selectSession = prepared((db: Database) =>
  db
    .select({ ...meColumns, stale: sql<boolean>`${sessions.last_used_at} < now() - interval '1 minute'` })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user_id))
    .where(
      and(
        eq(sessions.token_hash, sql.placeholder('hash')),
        sql`${sessions.expires_at} > now()`,
        sql`${sessions.last_used_at} > now() - make_interval(hours => ${IDLE_HOURS})`,
        hasStatus(['active']),
      ),
    )
    .prepare('find-session'),
)

/**
 * A token's person; null if it is unknown or expired, or if the person has no access (any more). Uses the database's
 * clock. `used` false: a program only checks whether the session is still valid, which must not extend it.
 */
export async function findSession(db: Database, token: string, used = true): Promise<Me | null> {
  if (!TOKEN.test(token)) return null
  const hash = hashToken(token)
  const [found] = await selectSession(db).execute({ hash })
  if (!found) return null
  if (used && found.stale)
    await db.execute(sql`
      update sessions set last_used_at = now()
      where token_hash = ${hash} and last_used_at < now() - interval '1 minute'`)
  return presentMe(found)
}

export const presentMe = (row: Omit<Me, 'name' | 'roles'> & { roles: string[] }): Me => ({
  id: row.id,
  name: `${row.first_name} ${row.last_name}`,
  roles: present(row.roles),
  email: row.email,
  first_name: row.first_name,
  last_name: row.last_name,
})
