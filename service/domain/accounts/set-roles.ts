import { eq } from '#drizzle'
import { ROLES, type Role } from '#contract/endpoint.ts'
import type { Account } from '#contract/accounts/people.ts'
import type { Database } from '../../db/client.ts'
import { user_roles } from '../../db/schema.ts'
import { transactionWithAudit } from '../../db/transaction.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { revokeAllAccess } from './sessions/end-sessions.ts'
import { requireAnotherAdmin, requireUser } from './internal.ts'
import { getAccount } from './list-accounts.ts'

/**
 * Replaces an approved person's roles. Lost rights end sessions and access tokens, except the session of admins who
 * change their own roles; added rights end none. Every session has the new roles from its next call.
 */
export const setRoles = (
  db: Database,
  id: number,
  wanted: readonly Role[],
  keepToken?: string,
): Promise<Account> =>
  transactionWithAudit(db, async (tx) => {
    const user = await requireUser(tx, id)
    if (!user.admitted_at)
      throw new ServiceError(
        'conflict',
        sentence`This person is not approved yet. Approve them with a role instead.`,
      )
    const roles = [...new Set(wanted)].sort()
    const rows = await tx.select().from(user_roles).where(eq(user_roles.user_id, id))
    const previous = rows.map(({ role }) => role).sort()
    if (previous.join() === roles.join()) return getAccount(tx, id)
    if (previous.includes('admin') && !roles.includes('admin')) await requireAnotherAdmin(tx, id)
    await tx.delete(user_roles).where(eq(user_roles.user_id, id))
    await tx.insert(user_roles).values(roles.map((role) => ({ user_id: id, role })))
    if (rankOf(roles) < rankOf(previous)) await revokeAllAccess(tx, id, keepToken)
    return getAccount(tx, id)
  })

/** Each role may do what the ones before it may. */
const rankOf = (roles: readonly string[]) => Math.max(-1, ...roles.map((role) => ROLES.indexOf(role as Role)))
