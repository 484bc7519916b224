import type { Answer, Query } from '#contract/endpoint.ts'
import type { CollectionVersion, listCollectionVersions } from '#contract/rasters/collection-versions.ts'
import { eq, sql } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { countAll, listPage } from '../../db/list-query.ts'
import { personNameIfAny } from '../../db/person-name.ts'
import { collection_versions, users } from '../../db/schema.ts'
import { COUNTED_JOBS, bandsOf, getCollection, populationOf } from './select-collections.ts'

type List = typeof listCollectionVersions
type Row = Omit<CollectionVersion, 'current' | 'changes' | 'created_at'> & { created_at: Date }

export async function listVersions(db: Executor, id: number, query: Query<List>): Promise<Answer<List>> {
  const now = await getCollection(db, id)
  const { collection_id, version } = collection_versions
  const { content, totalElements } = await listPage({
    select: db
      .select({
        version,
        bands: bandsOf(collection_id, version),
        population_band: populationOf,
        restored_from: collection_versions.restored_from,
        jobs: sql<number>`(
        select count(*)::int from (
          select from jobs j where (j.layer ->> 'collection_id')::int = ${collection_id}
            and j.stack_version = ${version} limit ${COUNTED_JOBS}
        ) as counted)`,
        created_by: collection_versions.created_by,
        created_by_name: personNameIfAny,
        created_at: collection_versions.created_at,
      })
      .from(collection_versions)
      .leftJoin(users, eq(users.id, collection_versions.created_by))
      .$dynamic(),
    count: db.select({ total: countAll }).from(collection_versions).$dynamic(),
    where: [eq(collection_id, id)],
    sortable: { version },
    id: version,
    // And the one before the last, which it is compared with.
    query: { skip: query.skip, limit: query.limit + 1, sort_by: 'version', sort_order: 'desc' },
    present: (row: Row) => row,
  })
  return {
    content: content.slice(0, query.limit).map((row, i) => ({
      ...row,
      current: row.version === now.version,
      changes: content[i + 1] ? changesOf(content[i + 1], row) : null,
      created_at: row.created_at.toISOString(),
    })),
    totalElements,
  }
}

type Contents = Pick<CollectionVersion, 'bands' | 'population_band'>

function changesOf(before: Contents, after: Contents): CollectionVersion['changes'] {
  const absentFrom = (bands: Contents['bands']) => {
    const ids = new Set(bands.map(({ id }) => id))
    return (band: { id: number }) => !ids.has(band.id)
  }
  const added = after.bands.filter(absentFrom(before.bands))
  const removed = before.bands.filter(absentFrom(after.bands))
  const kept = {
    before: before.bands.filter((band) => !removed.includes(band)),
    after: after.bands.filter((band) => !added.includes(band)),
  }
  const seriesOf = new Map(kept.before.map(({ id, series }) => [id, series]))
  return {
    added: added.map(({ name }) => name),
    removed: removed.map(({ name }) => name),
    reordered: kept.after.some(({ id }, i) => id !== kept.before[i].id),
    regrouped: kept.after.some(({ id, series }) => series !== seriesOf.get(id)),
    population: before.population_band?.id !== after.population_band?.id,
  }
}
