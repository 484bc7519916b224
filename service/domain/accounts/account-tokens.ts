import { randomBytes } from 'node:crypto'
import { and, eq, gt, sql } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { account_tokens, users } from '../../db/schema.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { hashToken } from './sessions/find-session.ts'

type TokenPurpose = 'confirm-email' | 'recover-password'

/** Lifetime by the database's clock, from the moment the message is written. */
const LIFE_MINUTES: Record<TokenPurpose, number> = { 'confirm-email': 24 * 60, 'recover-password': 30 }

export const invalidToken = () => new ServiceError('bad-request', sentence`Invalid or expired token`)

export const isGood = (token: string, purpose: TokenPurpose) =>
  and(
    eq(account_tokens.token_hash, hashToken(token)),
    eq(account_tokens.purpose, purpose),
    gt(account_tokens.expires_at, sql`now()`),
  )

/**
 * A new token of 32 random bytes, stored as a hash; it invalidates the previous one for the same purpose and
 * registration.
 */
export async function issueToken(
  db: Executor,
  userId: number,
  purpose: TokenPurpose,
  registrationId: number | null = null,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db.execute(sql`
    insert into account_tokens (token_hash, user_id, purpose, registration_id, expires_at)
    values (${hashToken(token)}, ${userId}, ${purpose}, ${registrationId},
      now() + make_interval(mins => ${LIFE_MINUTES[purpose]}))
    on conflict (user_id, purpose, coalesce(registration_id, 0)) do update set
      token_hash = excluded.token_hash, expires_at = excluded.expires_at`)
  return token
}

/** The token's owner, without using the token up; throws if it is not, or no longer, valid. */
export async function requireTokenOwner(db: Executor, token: string, purpose: TokenPurpose) {
  const [owner] = await db
    .select({
      id: users.id,
      email: users.email,
      first_name: users.first_name,
      last_name: users.last_name,
    })
    .from(account_tokens)
    .innerJoin(users, eq(users.id, account_tokens.user_id))
    .where(isGood(token, purpose))
  if (!owner) throw invalidToken()
  return owner
}

/** Uses the token up; of two concurrent calls with the same token, the second is rejected. */
export async function useToken(tx: Executor, token: string, purpose: TokenPurpose): Promise<number> {
  const [used] = await tx
    .delete(account_tokens)
    .where(isGood(token, purpose))
    .returning({ userId: account_tokens.user_id })
  if (!used) throw invalidToken()
  return used.userId
}

/** A new message is requested: the previous one's token becomes invalid. Those of registrations remain valid. */
export async function voidTokens(tx: Executor, email: string, purpose: TokenPurpose): Promise<void> {
  await tx.execute(sql`
    delete from account_tokens t using users u
    where u.id = t.user_id and lower(u.email) = ${email} and t.purpose = ${purpose} and t.registration_id is null`)
}
