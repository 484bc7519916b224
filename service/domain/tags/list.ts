import type { Answer, Query } from '#contract/endpoint.ts'
import type { listEveryTag, listTags } from '#contract/projects/tag-list.ts'
import { inArray } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { byText, contains, countAll, listPage } from '../../db/list-query.ts'
import { job_tags, tags } from '../../db/schema.ts'

export async function listAllTags(
  db: Executor,
  query: Query<typeof listTags>,
): Promise<Answer<typeof listTags>> {
  const page = await listPage({
    select: db.select().from(tags).$dynamic(),
    count: db.select({ total: countAll }).from(tags).$dynamic(),
    where: [query.name === undefined ? undefined : contains(tags.name, query.name)],
    sortable: { name: byText(tags.name), id: tags.id },
    id: tags.id,
    query,
    present: (row: typeof tags.$inferSelect) => row,
  })
  const counts = await countJobs(db, page.content)
  return { ...page, content: page.content.map((tag) => ({ ...tag, jobs: counts.get(tag.id) ?? 0 })) }
}

/** One grouped query for the whole page, from the index of tags alone. */
async function countJobs(db: Executor, page: readonly { id: number }[]): Promise<Map<number, number>> {
  if (page.length === 0) return new Map()
  const ids = page.map(({ id }) => id)
  const rows = await db
    .select({ id: job_tags.tag_id, jobs: countAll })
    .from(job_tags)
    .where(inArray(job_tags.tag_id, ids))
    .groupBy(job_tags.tag_id)
  return new Map(rows.map(({ id, jobs }) => [id, jobs]))
}

/** Lists all tags without paging, for a menu. */
export async function listEvery(db: Executor): Promise<Answer<typeof listEveryTag>> {
  const content = await db.select().from(tags).orderBy(byText(tags.name), tags.id)
  return { content, totalElements: content.length }
}
