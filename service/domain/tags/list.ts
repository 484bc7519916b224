import type { Answer, Query } from '#contract/endpoint.ts'
import type { listTags } from '#contract/tag-list.ts'
import type { Executor } from '../../db/client.ts'
import { byText, contains, countAll, listPage } from '../../db/list-query.ts'
import { tags } from '../../db/schema.ts'

type Tags = Answer<typeof listTags>

export const listAllTags = (db: Executor, query: Query<typeof listTags>): Promise<Tags> =>
  listPage({
    select: db.select().from(tags).$dynamic(),
    count: db.select({ total: countAll }).from(tags).$dynamic(),
    where: [query.name === undefined ? undefined : contains(tags.name, query.name)],
    sortable: { name: byText(tags.name), id: tags.id },
    id: tags.id,
    query,
    present: (row: typeof tags.$inferSelect) => row,
  })

/** Without paging: for a menu. */
export async function listEvery(db: Executor): Promise<Tags> {
  const content = await db.select().from(tags).orderBy(byText(tags.name), tags.id)
  return { content, totalElements: content.length }
}
