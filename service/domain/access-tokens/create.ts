import { randomBytes } from 'node:crypto'
import { eq, sql } from '#drizzle'
import { TOKENS_PER_PERSON, TOKEN_PREFIX, type createAccessToken } from '#contract/accounts/access-tokens.ts'
import { type Answer, type Body, type Role, SCOPE_ACCESS, type Scope } from '#contract/endpoint.ts'
import type { Actor } from '../../context.ts'
import type { Database } from '../../db/client.ts'
import { access_tokens, users } from '../../db/schema.ts'
import { transactionWithAudit } from '../../db/transaction.ts'
import { fixed, sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { hashToken } from '../accounts/sessions/find-session.ts'
import { presentToken } from './list.ts'

const HINT_LENGTH = TOKEN_PREFIX.length + 4

/** A new token of 32 random bytes; only its hash is stored, so this answer is the only chance to copy it. */
export const create = (
  db: Database,
  actor: Actor,
  { name, scopes, expires_in_days }: Body<typeof createAccessToken>,
): Promise<Answer<typeof createAccessToken>> =>
  transactionWithAudit(db, async (tx) => {
    requireUsable(scopes, actor)
    // Serialized per person; otherwise two concurrent calls would both find the last free slot.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, actor.id)).for('update')
    await tx.execute(sql`delete from access_tokens where user_id = ${actor.id} and expires_at <= now()`)
    const owned = await tx
      .select({ id: access_tokens.id })
      .from(access_tokens)
      .where(eq(access_tokens.user_id, actor.id))
    if (owned.length >= TOKENS_PER_PERSON)
      throw new ServiceError(
        'conflict',
        sentence`You have ${fixed(TOKENS_PER_PERSON)} access tokens. Revoke one first.`,
      )
    const token = TOKEN_PREFIX + randomBytes(32).toString('base64url')
    const [row] = await tx
      .insert(access_tokens)
      .values({
        token_hash: hashToken(token),
        user_id: actor.id,
        name,
        scopes: [...new Set(scopes)].sort(),
        hint: token.slice(0, HINT_LENGTH),
        expires_at: sql`now() + make_interval(days => ${expires_in_days})`,
      })
      .returning()
    return { ...presentToken(row), token }
  })

function requireUsable(scopes: readonly Scope[], { roles }: Actor): void {
  for (const scope of scopes) {
    const access = SCOPE_ACCESS[scope]
    if (!roles.some(({ name }) => access.includes(name as Role)))
      throw new ServiceError(
        'invalid',
        sentence`The scope '${scope}' needs the role ${access.join(' or ')}. Leave it out, or ask an admin for the role.`,
      )
  }
}
