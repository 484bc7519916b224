import { isNotNull } from '#drizzle'
import type { listUsers } from '#contract/accounts/accounts.ts'
import { isAdmin } from '#contract/accounts/owners.ts'
import type { Answer, Query } from '#contract/endpoint.ts'
import type { Actor } from '../../context.ts'
import type { Database } from '../../db/client.ts'
import { byText, contains, countAll, listPage } from '../../db/list-query.ts'
import { personName } from '../../db/person-name.ts'
import { users } from '../../db/schema.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { hasRole, hasStatus, present, rolesOf } from './status.ts'

/** People as every colleague may see them: without email address, and only approved ones. */
export function listPeople(
  db: Database,
  actor: Actor,
  query: Query<typeof listUsers>,
): Promise<Answer<typeof listUsers>> {
  if (query.status && !isAdmin(actor))
    throw new ServiceError('forbidden', sentence`Only admins can filter people by account status.`)
  return listPage({
    select: db.select({ id: users.id, name: personName, roles: rolesOf }).from(users).$dynamic(),
    count: db.select({ total: countAll }).from(users).$dynamic(),
    where: [
      isAdmin(actor) ? undefined : isNotNull(users.admitted_at),
      query.name === undefined ? undefined : contains(personName, query.name),
      hasRole(query.role),
      hasStatus(query.status),
    ],
    sortable: { name: byText(personName), id: users.id },
    id: users.id,
    query,
    present: (row: { id: number; name: string; roles: string[] }) => ({ ...row, roles: present(row.roles) }),
  })
}
