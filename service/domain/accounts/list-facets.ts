import { sql } from '#drizzle'
import { facetsFrom } from '../../db/count-facets.ts'
import { user_roles, users } from '../../db/schema.ts'
import { filterAccounts } from './list-accounts.ts'
import { statusOf } from './status.ts'

/** A person counts once for each of their roles. */
export const listFacets = facetsFrom(users, filterAccounts, {
  role: {
    value: user_roles.role,
    id: users.id,
    from: sql`${users} join ${user_roles} on ${user_roles.user_id} = ${users.id}`,
  },
  status: statusOf,
})
