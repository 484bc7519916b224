import { createHash } from 'node:crypto'
import { sql } from '#drizzle'
import type { Me } from '#contract/accounts.ts'
import type { Database } from '../../db/client.ts'

/** A session ends after eight hours without a call, and after seven days in any case. */
export const IDLE_HOURS = 8
export const ABSOLUTE_DAYS = 7

/** Tokens are 32 random bytes, so a plain hash suffices: they cannot be guessed. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

const TOKEN = /^[A-Za-z0-9_-]{43}$/

interface Row extends Record<string, unknown> {
  id: number
  email: string
  first_name: string
  last_name: string
  roles: string[]
  stale: boolean
}

/**
 * A token's person; null if it is unknown or expired, or if the person has no access (any more). Uses the database's
 * clock. `used` false: a program only checks whether the session is still valid, which must not extend it.
 */
export async function findSession(db: Database, token: string, used = true): Promise<Me | null> {
  if (!TOKEN.test(token)) return null
  const hash = hashToken(token)
  const { rows } = await db.execute<Row>(sql`
    select u.id, u.email, u.first_name, u.last_name,
           array(select r.role from user_roles r where r.user_id = u.id order by r.role) as roles,
           s.last_used_at < now() - interval '1 minute' as stale
    from sessions s join users u on u.id = s.user_id
    where s.token_hash = ${hash}
      and s.expires_at > now()
      and s.last_used_at > now() - make_interval(hours => ${IDLE_HOURS})
      and u.disabled_at is null and u.email_confirmed_at is not null and u.admitted_at is not null`)
  const found = rows[0]
  if (!found) return null
  if (used && found.stale)
    await db.execute(sql`
      update sessions set last_used_at = now()
      where token_hash = ${hash} and last_used_at < now() - interval '1 minute'`)
  return presentMe(found)
}

export const presentMe = (row: Pick<Row, 'id' | 'email' | 'first_name' | 'last_name' | 'roles'>): Me => ({
  id: row.id,
  name: `${row.first_name} ${row.last_name}`,
  roles: row.roles.map((name) => ({ name })),
  email: row.email,
  first_name: row.first_name,
  last_name: row.last_name,
})
