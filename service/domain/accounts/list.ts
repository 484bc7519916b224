import { sql } from 'drizzle-orm'
import type { listUsers } from '#contract/accounts.ts'
import type { Answer, Query } from '#contract/endpoint.ts'
import type { Database } from '../../db/client.ts'
import { byText, contains, countAll, listPage } from '../../db/list-query.ts'
import { user_roles, users } from '../../db/schema.ts'

const fullName = sql<string>`${users.first_name} || ' ' || ${users.last_name}`
const roles = sql<
  string[]
>`array(select r.role from ${user_roles} r where r.user_id = ${users.id} order by r.role)`

/** People as everybody in the house may see them: no e-mail address. */
export const listPeople = (db: Database, query: Query<typeof listUsers>): Promise<Answer<typeof listUsers>> =>
  listPage({
    select: db.select({ id: users.id, name: fullName, roles }).from(users).$dynamic(),
    count: db.select({ total: countAll }).from(users).$dynamic(),
    where: [query.name === undefined ? undefined : contains(fullName, query.name)],
    sortable: { name: byText(sql`(${fullName})`), id: users.id },
    id: users.id,
    query,
    present: (row: { id: number; name: string; roles: string[] }) => ({
      ...row,
      roles: row.roles.map((name) => ({ name })),
    }),
  })
