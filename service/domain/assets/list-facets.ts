import type { Query } from '#contract/endpoint.ts'
import type { listAssetFacets } from '#contract/facets.ts'
import { sql } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { countBy, countIdsBy, mostFrequent } from '../../db/count-facets.ts'
import { assets, bands } from '../../db/schema.ts'
import { filterAssets } from './list.ts'

const VALUES = { status: assets.status, created_by: assets.created_by, crs: assets.epsg }

/** An asset counts once for each country that its bands have. */
export function listFacets(db: Executor, { field, ...asked }: Query<typeof listAssetFacets>) {
  const where = filterAssets({ ...asked, [field]: undefined })
  if (field !== 'iso3_code') return mostFrequent(db, countBy(VALUES[field], assets, where))
  const from = sql`${assets} join ${bands} on ${bands.asset_id} = ${assets.id}`
  return mostFrequent(db, countIdsBy(bands.iso3_code, assets.id, from, where))
}
