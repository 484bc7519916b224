import type { Query } from '#contract/endpoint.ts'
import type { FACETS } from '#contract/lists/facets.ts'
import { sql } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { countBy, mostFrequent } from '../../db/count-facets.ts'
import { assets, bands } from '../../db/schema.ts'
import { fillExtents } from '../rasters/extents.ts'
import { filterBands } from './list.ts'

export async function listFacets(db: Executor, { field, ...asked }: Query<typeof FACETS.listBands>) {
  if (asked.overlaps) await fillExtents(db)
  const from = sql`${bands} join ${assets} on ${assets.id} = ${bands.asset_id}`
  // An empty unit or source is none.
  const value = field === 'unit' || field === 'source' ? sql`nullif(${bands[field]}, '')` : bands[field]
  return mostFrequent(db, countBy(value, from, filterBands(db, { ...asked, [field]: undefined })))
}
