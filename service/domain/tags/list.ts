import type { Answer, Query } from '#contract/endpoint.ts'
import type { listTags } from '#contract/tags.ts'
import type { Database } from '../../db/client.ts'
import { byText, contains, countAll, listPage } from '../../db/list-query.ts'
import { tags } from '../../db/schema.ts'

export const listAllTags = (db: Database, query: Query<typeof listTags>): Promise<Answer<typeof listTags>> =>
  listPage({
    select: db.select().from(tags).$dynamic(),
    count: db.select({ total: countAll }).from(tags).$dynamic(),
    where: [query.name === undefined ? undefined : contains(tags.name, query.name)],
    sortable: { name: byText(tags.name), id: tags.id },
    id: tags.id,
    query,
    present: (row: typeof tags.$inferSelect) => row,
  })
