import type { listClients } from '#contract/projects/client-list.ts'
import type { Answer, Query } from '#contract/endpoint.ts'
import type { Executor } from '../../db/client.ts'
import { byText, contains, countAll, listPage } from '../../db/list-query.ts'
import { clients } from '../../db/schema.ts'

export const list = (db: Executor, query: Query<typeof listClients>): Promise<Answer<typeof listClients>> =>
  listPage({
    select: db.select().from(clients).$dynamic(),
    count: db.select({ total: countAll }).from(clients).$dynamic(),
    where: [query.name === undefined ? undefined : contains(clients.name, query.name)],
    sortable: { name: byText(clients.name), id: clients.id },
    id: clients.id,
    query,
    present: (row: typeof clients.$inferSelect) => row,
  })
