import type { Answer, Query } from '#contract/endpoint.ts'
import type { listCollections } from '#contract/rasters/collection-list.ts'
import { inArray, type SQL, sql } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { type Paging, byText, contains, countAll, listPage } from '../../db/list-query.ts'
import { collections } from '../../db/schema.ts'
import { presentCollection, selectCollections } from './select-collections.ts'

type List = typeof listCollections

type Filters = Omit<Query<List>, keyof Paging>

export const filterCollections = (query: Filters): (SQL | undefined)[] => [
  query.id && inArray(collections.id, query.id),
  query.name === undefined ? undefined : contains(collections.name, query.name),
  query.description === undefined ? undefined : contains(collections.description, query.description),
  query.band && hasBand(inArray(sql`b.name`, query.band)),
  query.iso3_code && hasBand(inArray(sql`b.iso3_code`, query.iso3_code)),
  query.created_by && inArray(collections.created_by, query.created_by),
]

const hasBand = (which: SQL) => sql`exists (
  select from collection_bands cb join bands b on b.id = cb.band_id
  where cb.collection_id = ${collections.id} and cb.version = ${collections.version} and ${which})`

export function list(db: Executor, query: Query<List>): Promise<Answer<List>> {
  return listPage({
    select: selectCollections(db).$dynamic(),
    count: db.select({ total: countAll }).from(collections).$dynamic(),
    where: filterCollections(query),
    sortable: {
      id: collections.id,
      name: byText(collections.name),
      bands: sql`(select count(*) from collection_bands cb
        where cb.collection_id = ${collections.id} and cb.version = ${collections.version})`,
      created_at: collections.created_at,
    },
    id: collections.id,
    query,
    present: presentCollection,
  })
}
