import type { Query } from '#contract/endpoint.ts'
import type { FACETS } from '#contract/lists/facets.ts'
import { sql } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { countBy, countIdsBy, mostFrequent } from '../../db/count-facets.ts'
import { products, tags } from '../../db/schema.ts'
import { fillExtents } from '../rasters/extents.ts'
import { filterProducts } from './list.ts'

/** The names of the filter by country. */
const COUNTRY = {
  iso3_code: undefined,
  iso3_codes: undefined,
  iso_3_code: undefined,
  iso_3_codes: undefined,
}

const tagged = sql`${products} join tags_of_products as t on t.product_id = ${products.id} join ${tags} on ${tags.id} = t.tag_id`

/** A product counts once for each of its tags. */
export async function listFacets(db: Executor, { field, ...asked }: Query<typeof FACETS.listProducts>) {
  if (asked.bounds !== undefined) await fillExtents(db)
  const own = field === 'iso3_codes' || field === 'iso3_code' ? COUNTRY : { [field]: undefined }
  const where = filterProducts({ ...asked, ...own })
  if (field === 'tags') return mostFrequent(db, countIdsBy(tags.name, products.id, tagged, where))
  const column = products[field === 'iso3_codes' ? 'iso3_code' : field]
  return mostFrequent(db, countBy(column, products, where))
}
