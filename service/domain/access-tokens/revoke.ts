import { and, eq } from '#drizzle'
import type { Actor } from '../../context.ts'
import type { Database } from '../../db/client.ts'
import { access_tokens } from '../../db/schema.ts'
import { transactionWithAudit } from '../../db/transaction.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'

/** Revokes the token at once. */
export async function revoke(db: Database, actor: Actor, id: number): Promise<{ msg: string }> {
  return transactionWithAudit(db, async (tx) => {
    const [revoked] = await tx
      .delete(access_tokens)
      .where(and(eq(access_tokens.user_id, actor.id), eq(access_tokens.id, id)))
      .returning({ name: access_tokens.name })
    if (!revoked) throw new ServiceError('not-found', sentence`You have no access token ${id}.`)
    return { msg: `The access token '${revoked.name}' was revoked.` }
  })
}
