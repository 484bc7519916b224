import { eq, sql } from '#drizzle'
import type { Answer, Query } from '#contract/endpoint.ts'
import type { listSessions as call } from '#contract/accounts/sessions.ts'
import type { Actor } from '#service/context.ts'
import type { Database } from '#service/db/client.ts'
import { countAll, listPage } from '#service/db/list-query.ts'
import { sessions } from '#service/db/schema.ts'
import { IDLE_HOURS, hashToken } from './find-session.ts'

/** Neither expired nor idle for too long. */
const isOpen = sql`(${sessions.expires_at} > now()
  and ${sessions.last_used_at} > now() - make_interval(hours => ${IDLE_HOURS}))`

/** A person's open sessions; the calling one is marked. */
export function listSessions(
  db: Database,
  actor: Actor,
  token: string,
  query: Query<typeof call>,
): Promise<Answer<typeof call>> {
  const own = hashToken(token)
  return listPage({
    select: db.select().from(sessions).$dynamic(),
    count: db.select({ total: countAll }).from(sessions).$dynamic(),
    where: [eq(sessions.user_id, actor.id), isOpen],
    sortable: { last_used_at: sessions.last_used_at, created_at: sessions.created_at, id: sessions.id },
    id: sessions.id,
    query,
    present: (row: typeof sessions.$inferSelect) => ({
      id: row.id,
      current: row.token_hash.equals(own),
      created_at: row.created_at.toISOString(),
      last_used_at: row.last_used_at.toISOString(),
      expires_at: row.expires_at.toISOString(),
      user_agent: row.user_agent,
      address: row.address,
    }),
  })
}
