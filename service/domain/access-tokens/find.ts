import { and, eq, sql } from '#drizzle'
import { TOKEN_PREFIX } from '#contract/accounts/access-tokens.ts'
import type { Scope } from '#contract/endpoint.ts'
import type { Me } from '#contract/accounts/accounts.ts'
import type { Database } from '../../db/client.ts'
import { prepared } from '../../db/prepared.ts'
import { access_tokens, users } from '../../db/schema.ts'
import { hashToken, meColumns, presentMe } from '../accounts/sessions/find-session.ts'
import { hasStatus } from '../accounts/status.ts'

const TOKEN = new RegExp(`^${TOKEN_PREFIX}[A-Za-z0-9_-]{43}$`)

/** Each call of a program reads its token. */
const selectToken = prepared((db: Database) =>
  db
    .select({
      ...meColumns,
      scopes: access_tokens.scopes,
      token_id: access_tokens.id,
      stale: sql<boolean>`coalesce(${access_tokens.last_used_at} < now() - interval '1 minute', true)`,
    })
    .from(access_tokens)
    .innerJoin(users, eq(users.id, access_tokens.user_id))
    .where(
      and(
        eq(access_tokens.token_hash, sql.placeholder('hash')),
        sql`${access_tokens.expires_at} > now()`,
        hasStatus(['active']),
      ),
    )
    .prepare('find-access-token'),
)

export const isAccessToken = (token: string): boolean => token.startsWith(TOKEN_PREFIX)

/** An access token's person and scopes; null if it is unknown, expired or revoked. */
export async function findByAccessToken(
  db: Database,
  token: string,
  address?: string,
): Promise<{ actor: Me; accessToken: { id: number; scopes: readonly Scope[] } } | null> {
  if (!TOKEN.test(token)) return null
  const hash = hashToken(token)
  const [found] = await selectToken(db).execute({ hash })
  if (!found) return null
  if (found.stale)
    await db.execute(sql`
      update access_tokens set last_used_at = now(), last_used_address = ${address ?? null}
      where token_hash = ${hash}`)
  return { actor: presentMe(found), accessToken: { id: found.token_id, scopes: found.scopes } }
}
