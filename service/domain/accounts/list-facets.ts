import type { Query } from '#contract/endpoint.ts'
import type { listAccountFacets } from '#contract/facets.ts'
import { sql } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { countBy, mostFrequent } from '../../db/count-facets.ts'
import { user_roles, users } from '../../db/schema.ts'
import { filterAccounts } from './list-accounts.ts'
import { statusOf } from './status.ts'

/** A person counts once for each of their roles. */
export function listFacets(db: Executor, { field, ...asked }: Query<typeof listAccountFacets>) {
  const where = filterAccounts({ ...asked, [field]: undefined })
  if (field === 'status') return mostFrequent(db, countBy(statusOf, users, where))
  const from = sql`${users} join ${user_roles} on ${user_roles.user_id} = ${users.id}`
  return mostFrequent(db, countBy(user_roles.role, from, where))
}
