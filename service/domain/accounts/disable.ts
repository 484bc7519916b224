import { eq, sql } from '#drizzle'
import type { Account } from '#contract/accounts/people.ts'
import type { Database } from '../../db/client.ts'
import { account_tokens, users } from '../../db/schema.ts'
import { transactionWithAudit } from '../../db/transaction.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { OF_PERSON, revoke } from '../signed-links/revoke.ts'
import { revokeAllAccess } from './sessions/end-sessions.ts'
import { requireAnotherAdmin, requireUser } from './internal.ts'
import { getAccount } from './list-accounts.ts'

/** Disables an account at once; everything the person created stays, with their name. */
export const disable = (db: Database, actorId: number, id: number): Promise<Account> =>
  transactionWithAudit(db, async (tx) => {
    const user = await requireUser(tx, id)
    if (id === actorId)
      throw new ServiceError(
        'conflict',
        sentence`You cannot disable your own account. Ask another admin to do it.`,
      )
    await requireAnotherAdmin(tx, id)
    if (!user.disabled_at)
      await tx
        .update(users)
        .set({ disabled_at: sql`now()` })
        .where(eq(users.id, id))
    await revokeAllAccess(tx, id)
    await tx.delete(account_tokens).where(eq(account_tokens.user_id, id))
    return getAccount(tx, id)
  })

/** Enables a disabled account with its previous roles. Links that the person had created stay revoked. */
export const enable = (db: Database, id: number): Promise<Account> =>
  transactionWithAudit(db, async (tx) => {
    const user = await requireUser(tx, id)
    if (user.disabled_at) await revoke(tx, { kind: OF_PERSON, recordId: id }, null)
    await tx.update(users).set({ disabled_at: null }).where(eq(users.id, id))
    return getAccount(tx, id)
  })
