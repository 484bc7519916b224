import { randomBytes } from 'node:crypto'
import { sql } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { sessions } from '../../db/schema.ts'
import { ABSOLUTE_DAYS, hashToken } from './find-session.ts'

export const makeToken = (): string => randomBytes(32).toString('base64url')

/** A new session with a new token, of which only the hash is stored. */
export async function createSession(
  db: Executor,
  session: { userId: number; userAgent?: string; address?: string },
): Promise<{ token: string; expiresAt: Date }> {
  const token = makeToken()
  const [row] = await db
    .insert(sessions)
    .values({
      token_hash: hashToken(token),
      user_id: session.userId,
      expires_at: sql`now() + make_interval(days => ${ABSOLUTE_DAYS})`,
      user_agent: session.userAgent?.slice(0, 300),
      address: session.address,
    })
    .returning({ expiresAt: sessions.expires_at })
  return { token, expiresAt: row.expiresAt }
}
