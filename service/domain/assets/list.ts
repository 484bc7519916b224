import type { Answer, Query } from '#contract/endpoint.ts'
import type { listAssets } from '#contract/rasters/asset-list.ts'
import { eq, inArray, type SQL, sql } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { type Paging, byText, contains, countAll, listPage } from '../../db/list-query.ts'
import { assets, bands, files } from '../../db/schema.ts'
import { presentAsset, selectAssets } from './select-assets.ts'

type List = typeof listAssets

export const list = (db: Executor, query: Query<List>): Promise<Answer<List>> =>
  listWhere(db, query, filterAssets(query))

/** A page of the assets that meet the conditions. */
export function listWhere(
  db: Executor,
  query: Pick<Query<List>, keyof Paging>,
  where: (SQL | undefined)[],
): Promise<Answer<List>> {
  return listPage({
    select: selectAssets(db).$dynamic(),
    count: db.select({ total: countAll }).from(assets).$dynamic(),
    where,
    sortable: {
      id: assets.id,
      name: byText(assets.name),
      size: files.size,
      width: assets.width,
      height: assets.height,
      crs: assets.epsg,
      created_at: assets.created_at,
    },
    id: assets.id,
    query,
    present: presentAsset,
  })
}

type Filters = Omit<Query<List>, keyof Paging>

/** Conditions on `assets` alone, so that counting needs no join. */
export function filterAssets(query: Filters): (SQL | undefined)[] {
  return [
    query.status && inArray(assets.status, query.status),
    query.id && inArray(assets.id, query.id),
    query.name === undefined ? undefined : contains(assets.name, query.name),
    query.iso3_code &&
      sql`exists (select from ${bands} as b where b.asset_id = ${assets.id} and ${inArray(sql`b.iso3_code`, query.iso3_code)})`,
    query.crs && inArray(assets.epsg, query.crs),
    query.sha256 === undefined
      ? undefined
      : sql`${assets.file_id} in (select f.id from ${files} as f where f.sha256 = ${query.sha256})`,
    query.created_by && inArray(assets.created_by, query.created_by),
    query.cloud_optimized === undefined ? undefined : eq(assets.cloud_optimized, query.cloud_optimized),
    query.on_reference_grid === undefined ? undefined : eq(assets.on_reference_grid, query.on_reference_grid),
  ]
}
