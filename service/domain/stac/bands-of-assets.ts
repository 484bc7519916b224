import { asc, inArray, sql } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { bands } from '../../db/schema.ts'
import type { DescribedBand } from './rasters-of-assets.ts'

/** The bands of each asset in the file's order, for items that are about whole files. */
export async function bandsOfAssets(db: Executor, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, never[]>()
  const rows = await db
    .select({
      id: bands.id,
      asset_id: bands.asset_id,
      name: bands.name,
      unit: bands.unit,
      year: bands.year,
      source: bands.source,
      iso3_code: bands.iso3_code,
      statistics: sql<
        DescribedBand['statistics']
      >`${bands.statistics} - 'histogram' - 'classes' - 'distinct'`,
    })
    .from(bands)
    .where(inArray(bands.asset_id, [...ids]))
    .orderBy(asc(bands.band_index))
  return Map.groupBy(rows, ({ asset_id }) => asset_id)
}
