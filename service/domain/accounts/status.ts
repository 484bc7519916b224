import { type SQL, or, sql } from '#drizzle'
import type { AccountStatus } from '#contract/accounts/accounts.ts'
import type { Role } from '#contract/endpoint.ts'
import { user_roles, users } from '../../db/schema.ts'

/** The condition for each status on a person's row; the first match, in this order, is the status. */
const WHEN: Record<AccountStatus, SQL> = {
  disabled: sql`${users.disabled_at} is not null`,
  unconfirmed: sql`${users.disabled_at} is null and ${users.email_confirmed_at} is null`,
  waiting: sql`${users.disabled_at} is null and ${users.email_confirmed_at} is not null and ${users.admitted_at} is null`,
  active: sql`${users.disabled_at} is null and ${users.email_confirmed_at} is not null and ${users.admitted_at} is not null`,
}

export const statusOf = sql<AccountStatus>`case
  when ${WHEN.disabled} then 'disabled' when ${WHEN.unconfirmed} then 'unconfirmed'
  when ${WHEN.waiting} then 'waiting' else 'active' end`

export const hasStatus = (statuses: readonly AccountStatus[] | undefined): SQL | undefined =>
  statuses && or(...statuses.map((status) => sql`(${WHEN[status]})`))

export const hasRole = (roles: readonly Role[] | undefined): SQL | undefined =>
  roles &&
  sql`exists (select 1 from ${user_roles} r where r.user_id = ${users.id} and r.role = any(${sql.param(roles)}::text[]))`

export const rolesOf = sql<
  string[]
>`array(select r.role from ${user_roles} r where r.user_id = ${users.id} order by r.role)`
export const present = (names: readonly string[]) => names.map((name) => ({ name }))
