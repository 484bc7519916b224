import { type SQL, eq, or, sql } from '#drizzle'
import type { AccountStatus } from '#contract/accounts/accounts.ts'
import type { Answer, Query } from '#contract/endpoint.ts'
import type { Account, listAccounts as call } from '#contract/accounts/people.ts'
import type { Executor } from '../../db/client.ts'
import { byText, contains, countAll, listPage } from '../../db/list-query.ts'
import { personName } from '../../db/person-name.ts'
import { users } from '../../db/schema.ts'
import { IDLE_HOURS } from './sessions/find-session.ts'
import { hasRole, hasStatus, present, rolesOf, statusOf } from './status.ts'

// Written out: in a select from one table the query builder omits the table name, and `id` would refer to another
// table.
const lastUsedAt = sql<string | null>`greatest(
  (select max(s.last_used_at) from sessions s where s.user_id = users.id),
  (select max(t.last_used_at) from access_tokens t where t.user_id = users.id))`
const sessionCount = sql<number>`(select count(*)::int from sessions s where s.user_id = users.id
  and s.expires_at > now() and s.last_used_at > now() - make_interval(hours => ${IDLE_HOURS}))`
const tokenCount = sql<number>`(select count(*)::int from access_tokens t
  where t.user_id = users.id and t.expires_at > now())`
const submissionCount = sql<number>`(select count(*)::int from submissions s
  where (s.app_user_id = users.id and s.owner_id is null) or s.owner_id = users.id)`

const columns = {
  id: users.id,
  email: users.email,
  first_name: users.first_name,
  last_name: users.last_name,
  name: personName,
  roles: rolesOf,
  status: statusOf,
  created_at: users.created_at,
  email_confirmed_at: users.email_confirmed_at,
  admitted_at: users.admitted_at,
  disabled_at: users.disabled_at,
  last_used_at: lastUsedAt,
  sessions: sessionCount,
  access_tokens: tokenCount,
  submissions: submissionCount,
}

interface Row {
  id: number
  email: string
  first_name: string
  last_name: string
  name: string
  roles: string[]
  status: AccountStatus
  created_at: Date
  email_confirmed_at: Date | null
  admitted_at: Date | null
  disabled_at: Date | null
  last_used_at: string | null
  sessions: number
  access_tokens: number
  submissions: number
}

const iso = (moment: Date | string | null) => (moment === null ? null : new Date(moment).toISOString())

const toAccount = (row: Row): Account => ({
  ...row,
  roles: present(row.roles),
  created_at: row.created_at.toISOString(),
  email_confirmed_at: iso(row.email_confirmed_at),
  admitted_at: iso(row.admitted_at),
  disabled_at: iso(row.disabled_at),
  last_used_at: iso(row.last_used_at),
})

export const filterAccounts = (
  query: Pick<Query<typeof call>, 'name' | 'role' | 'status'>,
): (SQL | undefined)[] => [
  query.name === undefined
    ? undefined
    : or(contains(personName, query.name), contains(users.email, query.name)),
  hasRole(query.role),
  hasStatus(query.status),
]

/** Everyone who has or requested an account, with everything that an admin needs to know. */
export const listAccounts = (db: Executor, query: Query<typeof call>): Promise<Answer<typeof call>> =>
  listPage({
    select: db.select(columns).from(users).$dynamic(),
    count: db.select({ total: countAll }).from(users).$dynamic(),
    where: filterAccounts(query),
    sortable: {
      name: byText(personName),
      id: users.id,
      email: byText(users.email),
      created_at: users.created_at,
      last_used_at: lastUsedAt,
    },
    id: users.id,
    query,
    present: toAccount,
  })

export async function getAccount(db: Executor, id: number): Promise<Account> {
  const [row] = await db.select(columns).from(users).where(eq(users.id, id))
  return toAccount(row)
}
