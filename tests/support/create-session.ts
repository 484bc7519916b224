import { randomBytes } from 'node:crypto'
import { sql } from '#drizzle'
import type { Executor } from '../../service/db/client.ts'
import { sessions } from '../../service/db/schema.ts'
import { ABSOLUTE_DAYS, hashToken } from '../../service/domain/accounts/sessions/find-session.ts'

/** A session as if the person had logged in, without hashing a password. */
export async function createSession(
  db: Executor,
  { userId }: { userId: number },
): Promise<{ token: string }> {
  const token = randomBytes(32).toString('base64url')
  await db.insert(sessions).values({
    token_hash: hashToken(token),
    user_id: userId,
    expires_at: sql`now() + make_interval(days => ${ABSOLUTE_DAYS})`,
  })
  return { token }
}
