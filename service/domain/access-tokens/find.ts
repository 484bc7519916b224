import { sql } from '#drizzle'
import { TOKEN_PREFIX } from '#contract/access-tokens.ts'
import type { Scope } from '#contract/endpoint.ts'
import type { Me } from '#contract/accounts.ts'
import type { Database } from '../../db/client.ts'
import { hashToken, presentMe } from '../accounts/find-session.ts'

const TOKEN = new RegExp(`^${TOKEN_PREFIX}[A-Za-z0-9_-]{43}$`)

interface Row extends Record<string, unknown> {
  id: number
  email: string
  first_name: string
  last_name: string
  roles: string[]
  scopes: Scope[]
  token_id: number
  stale: boolean
}

export const isAccessToken = (token: string): boolean => token.startsWith(TOKEN_PREFIX)

/** An access token's person and scopes; null if it is unknown, expired or revoked. */
export async function findByAccessToken(
  db: Database,
  token: string,
  address?: string,
): Promise<{ actor: Me; accessToken: { id: number; scopes: readonly Scope[] } } | null> {
  if (!TOKEN.test(token)) return null
  const hash = hashToken(token)
  const { rows } = await db.execute<Row>(sql`
    select u.id, u.email, u.first_name, u.last_name, t.scopes, t.id as token_id,
           array(select r.role from user_roles r where r.user_id = u.id order by r.role) as roles,
           coalesce(t.last_used_at < now() - interval '1 minute', true) as stale
    from access_tokens t join users u on u.id = t.user_id
    where t.token_hash = ${hash} and t.expires_at > now()
      and u.disabled_at is null and u.email_confirmed_at is not null and u.admitted_at is not null`)
  const found = rows[0]
  if (!found) return null
  if (found.stale)
    await db.execute(sql`
      update access_tokens set last_used_at = now(), last_used_address = ${address ?? null}
      where token_hash = ${hash}`)
  return { actor: presentMe(found), accessToken: { id: found.token_id, scopes: found.scopes } }
}
