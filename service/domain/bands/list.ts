import type { Answer, Query } from '#contract/endpoint.ts'
import type { listBands } from '#contract/band-list.ts'
import { eq, inArray, sql } from 'drizzle-orm'
import type { Executor } from '../../db/client.ts'
import { byText, contains, countAll, listPage } from '../../db/list-query.ts'
import { assets, bands, collection_bands } from '../../db/schema.ts'
import { presentBand, selectBands } from './select-bands.ts'

type List = typeof listBands

export function list(db: Executor, query: Query<List>): Promise<Answer<List>> {
  return listPage({
    select: selectBands(db).$dynamic(),
    count: db
      .select({ total: countAll })
      .from(bands)
      .innerJoin(assets, eq(assets.id, bands.asset_id))
      .$dynamic(),
    where: [
      query.id && inArray(bands.id, query.id),
      query.name === undefined ? undefined : contains(bands.name, query.name),
      query.description === undefined ? undefined : contains(bands.description, query.description),
      query.unit && inArray(bands.unit, query.unit),
      query.year && inArray(bands.year, query.year),
      query.source && inArray(bands.source, query.source),
      query.iso3_code && inArray(bands.iso3_code, query.iso3_code),
      query.global === undefined ? undefined : sql`(${bands.iso3_code} is null) = ${query.global}`,
      query.asset_id && inArray(bands.asset_id, query.asset_id),
      query.collection_id &&
        inArray(
          bands.id,
          db
            .select({ id: collection_bands.band_id })
            .from(collection_bands)
            .where(inArray(collection_bands.collection_id, query.collection_id)),
        ),
      query.on_reference_grid === undefined
        ? undefined
        : eq(assets.on_reference_grid, query.on_reference_grid),
      query.cloud_optimized === undefined ? undefined : eq(assets.cloud_optimized, query.cloud_optimized),
    ],
    sortable: {
      id: bands.id,
      name: byText(bands.name),
      unit: byText(bands.unit),
      year: bands.year,
      source: byText(bands.source),
      iso3_code: bands.iso3_code,
      asset_id: bands.asset_id,
      // Degrees before metres: a degree is about 111 km.
      resolution_m: sql`abs(${assets.affine}[5]) * case when ${assets.epsg} between 4000 and 4999 then 111195.08 else 1 end`,
      created_at: bands.created_at,
    },
    id: bands.id,
    query,
    present: presentBand,
  })
}
