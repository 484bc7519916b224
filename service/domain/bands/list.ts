import type { Answer, Query } from '#contract/endpoint.ts'
import type { listBands } from '#contract/rasters/band-list.ts'
import { type SQL, and, eq, inArray, sql } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { byText, contains, countAll, listPage, type Paging } from '../../db/list-query.ts'
import { assets, bands, collection_bands, collections } from '../../db/schema.ts'
import { METRES_PER_DEGREE } from '../../raster/systems/projection.ts'
import { fillExtents } from '../rasters/extents.ts'
import { presentBand, selectBands } from './select-bands.ts'

type List = typeof listBands

export async function list(db: Executor, query: Query<List>): Promise<Answer<List>> {
  if (query.overlaps) await fillExtents(db)
  return listPage({
    select: selectBands(db).$dynamic(),
    count: db
      .select({ total: countAll })
      .from(bands)
      .innerJoin(assets, eq(assets.id, bands.asset_id))
      .$dynamic(),
    where: filterBands(db, query),
    sortable: {
      id: bands.id,
      name: byText(bands.name),
      unit: byText(bands.unit),
      year: bands.year,
      source: byText(bands.source),
      iso3_code: bands.iso3_code,
      asset_id: bands.asset_id,
      // Degrees before metres: a degree is about 111 km.
      resolution_m: sql`abs(${assets.affine}[5]) * case when ${assets.epsg} between 4000 and 4999 then ${METRES_PER_DEGREE}::float8 else 1 end`,
      created_at: bands.created_at,
    },
    id: bands.id,
    query,
    present: presentBand,
  })
}

type Filters = Omit<Query<List>, keyof Paging>

/** Conditions on `bands` and `assets`. */
export function filterBands(db: Executor, query: Filters): (SQL | undefined)[] {
  return [
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
          .innerJoin(
            collections,
            and(
              eq(collections.id, collection_bands.collection_id),
              eq(collections.version, collection_bands.version),
            ),
          )
          .where(inArray(collections.id, query.collection_id)),
      ),
    query.overlaps && overlapsBand(query.overlaps),
    query.on_reference_grid === undefined ? undefined : eq(assets.on_reference_grid, query.on_reference_grid),
    query.cloud_optimized === undefined ? undefined : eq(assets.cloud_optimized, query.cloud_optimized),
  ]
}

/** Extents are west, south, east, north in degrees; that of a raster which cannot be projected is empty. */
const overlapsBand = (ids: number[]): SQL => sql`exists (
  select from bands other join assets there on there.id = other.asset_id
  where ${inArray(sql`other.id`, ids)}
    and there.extent[1] < ${assets.extent}[3] and there.extent[3] > ${assets.extent}[1]
    and there.extent[2] < ${assets.extent}[4] and there.extent[4] > ${assets.extent}[2])`
