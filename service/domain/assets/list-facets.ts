import { sql } from '#drizzle'
import { facetsFrom } from '../../db/count-facets.ts'
import { assets, bands } from '../../db/schema.ts'
import { filterAssets } from './list.ts'

/** An asset counts once for each country that its bands have. */
export const countryOfBands = {
  value: bands.iso3_code,
  id: assets.id,
  from: sql`${assets} join ${bands} on ${bands.asset_id} = ${assets.id}`,
}

export const listFacets = facetsFrom(assets, filterAssets, {
  iso3_code: countryOfBands,
  status: assets.status,
  created_by: assets.created_by,
  crs: assets.epsg,
})
