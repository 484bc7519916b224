import { eq } from '#drizzle'
import type { Database } from '../../db/client.ts'
import { users } from '../../db/schema.ts'
import { brokenConstraint, transactionWithAudit } from '../../db/transaction.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { requireUser } from './internal.ts'

/** Rejects a registration. People who were ever approved are disabled instead, to preserve what they created. */
export const removeRegistration = (db: Database, id: number): Promise<{ msg: string }> =>
  transactionWithAudit(db, async (tx) => {
    const user = await requireUser(tx, id)
    const name = `${user.first_name} ${user.last_name}`
    if (user.admitted_at)
      throw new ServiceError('conflict', sentence`${name} was approved, so the account can only be disabled.`)
    await tx
      .delete(users)
      .where(eq(users.id, id))
      .catch((error: unknown) => {
        if (brokenConstraint(error) === undefined) throw error
        throw new ServiceError(
          'conflict',
          sentence`${name} appears in other records, so the account can only be disabled.`,
        )
      })
    return { msg: `The registration of ${name} was removed.` }
  })
