import { eq, sql } from '#drizzle'
import type { Role } from '#contract/endpoint.ts'
import type { Account } from '#contract/accounts/people.ts'
import type { Database } from '../../db/client.ts'
import { user_roles, users } from '../../db/schema.ts'
import { transactionWithAudit } from '../../db/transaction.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { requireUser } from './internal.ts'
import { getAccount } from './list-accounts.ts'

/** Approves a waiting person with a role, and notifies them. */
export const admit = (db: Database, id: number, role: Role): Promise<Account> =>
  transactionWithAudit(db, async (tx) => {
    const user = await requireUser(tx, id)
    const name = `${user.first_name} ${user.last_name}`
    if (user.disabled_at)
      throw new ServiceError('conflict', sentence`${name} is disabled. Enable the account first.`)
    if (!user.email_confirmed_at)
      throw new ServiceError('conflict', sentence`${name} has not confirmed the email address yet.`)
    if (user.admitted_at)
      throw new ServiceError('conflict', sentence`${name} is already approved. Change the roles instead.`)
    await tx
      .update(users)
      .set({ admitted_at: sql`now()` })
      .where(eq(users.id, id))
    await tx.insert(user_roles).values({ user_id: id, role }).onConflictDoNothing()
    await queueMail(tx, { kind: 'approved', to: user.email })
    return getAccount(tx, id)
  })
