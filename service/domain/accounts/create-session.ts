import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Executor } from '../../db/client.ts'
import { ABSOLUTE_DAYS, hashToken } from './find-session.ts'

/** A new session with a new token, of which only the hash is kept. */
export async function createSession(
  db: Executor,
  session: { userId: number; userAgent?: string; address?: string },
): Promise<{ token: string; expiresAt: Date }> {
  const token = randomBytes(32).toString('base64url')
  const result = (await db.execute(sql`
    insert into sessions (token_hash, user_id, expires_at, user_agent, address)
    values (${hashToken(token)}, ${session.userId}, now() + make_interval(days => ${ABSOLUTE_DAYS}),
            ${session.userAgent?.slice(0, 300) ?? null}, ${session.address ?? null})
    returning expires_at::text as expires_at`)) as { rows: { expires_at: string }[] }
  return { token, expiresAt: new Date(result.rows[0].expires_at) }
}
