import { and, eq, sql } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { account_tokens, registrations, users } from '../../db/schema.ts'
import { invalidToken, isGood } from './account-tokens.ts'

/**
 * Uses up a link that confirms an address: the account gets the name and password of its registration, or keeps its own
 * if the link has none. Returns its owner; throws if the address is already confirmed.
 */
export async function useRegistration(tx: Executor, token: string): Promise<number> {
  const good = isGood(token, 'confirm-email')
  const owner = tx.select({ id: account_tokens.user_id }).from(account_tokens).where(good)
  // The account is locked before its tokens: two calls with different links wait for each other only here.
  const [user] = await tx
    .select({ id: users.id, confirmed: users.email_confirmed_at })
    .from(users)
    .where(eq(users.id, sql`(${owner})`))
    .for('no key update')
  if (!user || user.confirmed) throw invalidToken()
  const [used] = await tx
    .delete(account_tokens)
    .where(and(good, eq(account_tokens.user_id, user.id)))
    .returning({ registrationId: account_tokens.registration_id })
  if (!used) throw invalidToken()
  if (used.registrationId === null) return user.id
  const [asked] = await tx.select().from(registrations).where(eq(registrations.id, used.registrationId))
  const { first_name, last_name, password_hash } = asked
  await tx.update(users).set({ first_name, last_name, password_hash }).where(eq(users.id, user.id))
  return user.id
}
