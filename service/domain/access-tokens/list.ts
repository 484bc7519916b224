import { eq, gt, sql } from '#drizzle'
import type { AccessToken, listAccessTokens } from '#contract/accounts/access-tokens.ts'
import type { Answer, Query } from '#contract/endpoint.ts'
import type { Actor } from '../../context.ts'
import type { Database } from '../../db/client.ts'
import { byText, countAll, listPage } from '../../db/list-query.ts'
import { access_tokens } from '../../db/schema.ts'

type Row = typeof access_tokens.$inferSelect

export const presentToken = (row: Row): AccessToken => ({
  id: row.id,
  name: row.name,
  scopes: row.scopes,
  hint: row.hint,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
  last_used_address: row.last_used_address,
})

/** The person's tokens that are still valid. */
export const list = (
  db: Database,
  actor: Actor,
  query: Query<typeof listAccessTokens>,
): Promise<Answer<typeof listAccessTokens>> =>
  listPage({
    select: db.select().from(access_tokens).$dynamic(),
    count: db.select({ total: countAll }).from(access_tokens).$dynamic(),
    where: [eq(access_tokens.user_id, actor.id), gt(access_tokens.expires_at, sql`now()`)],
    sortable: {
      created_at: access_tokens.created_at,
      name: byText(access_tokens.name),
      expires_at: access_tokens.expires_at,
      last_used_at: access_tokens.last_used_at,
      id: access_tokens.id,
    },
    id: access_tokens.id,
    query,
    present: presentToken,
  })
