import type { Query } from '#contract/endpoint.ts'
import type { Dataset } from '#contract/rasters/worldpop-list.ts'
import type { listDatasetCoverage } from '#contract/rasters/worldpop.ts'
import { eq, inArray, type SQL, sql } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import type { Paging } from '../../db/list-query.ts'
import { personNameIfAny } from '../../db/person-name.ts'
import { assets, countries, files, users, worldpop_datasets as datasets } from '../../db/schema.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'

export function selectDatasets(db: Executor) {
  return db
    .select({
      id: datasets.id,
      iso3_code: datasets.iso3_code,
      country: countries.name,
      year: datasets.year,
      category: datasets.category,
      resolution: datasets.resolution,
      constrained: datasets.constrained,
      un_adjusted: datasets.un_adjusted,
      url: datasets.url,
      sha256: datasets.sha256,
      size: files.size,
      asset_id: datasets.asset_id,
      bands: sql<Dataset['bands']>`(
        select coalesce(json_agg(json_build_object('id', b.id, 'name', b.name) order by b.band_index), '[]')
        from bands b where b.asset_id = ${datasets.asset_id})`,
      created_by: datasets.created_by,
      created_by_name: personNameIfAny,
      created_at: datasets.created_at,
    })
    .from(datasets)
    .innerJoin(countries, eq(countries.iso3_code, datasets.iso3_code))
    .innerJoin(assets, eq(assets.id, datasets.asset_id))
    .innerJoin(files, eq(files.id, assets.file_id))
    .leftJoin(users, eq(users.id, datasets.created_by))
}
type DatasetRow = Awaited<ReturnType<typeof selectDatasets>>[number]

export const presentDataset = (row: DatasetRow): Dataset => ({
  ...row,
  created_at: row.created_at.toISOString(),
})

export async function getDataset(db: Executor, id: number): Promise<Dataset> {
  const [row] = await selectDatasets(db).where(eq(datasets.id, id))
  if (!row) throw new ServiceError('not-found', sentence`There is no population dataset ${id}.`)
  return presentDataset(row)
}

type Filters = Omit<Query<typeof listDatasetCoverage>, keyof Paging>

export function filterDatasets(query: Filters): (SQL | undefined)[] {
  return [
    query.id && inArray(datasets.id, query.id),
    query.iso3_code && inArray(datasets.iso3_code, query.iso3_code),
    query.year && inArray(datasets.year, query.year),
    query.category && inArray(datasets.category, query.category),
    query.resolution && inArray(datasets.resolution, query.resolution),
    query.constrained === undefined ? undefined : eq(datasets.constrained, query.constrained),
    query.un_adjusted === undefined ? undefined : eq(datasets.un_adjusted, query.un_adjusted),
  ]
}
