import type { Query } from '#contract/endpoint.ts'
import type { listProductFacets } from '#contract/facets.ts'
import type { Executor } from '../../db/client.ts'
import { countBy, mostFrequent } from '../../db/count-facets.ts'
import { products } from '../../db/schema.ts'
import { filterProducts } from './list.ts'

/** The other names of the filter by country. */
const ALIASES = { iso3_codes: undefined, iso_3_code: undefined, iso_3_codes: undefined }

export function listFacets(db: Executor, { field, ...asked }: Query<typeof listProductFacets>) {
  const own = { [field]: undefined, ...(field === 'iso3_code' && ALIASES) }
  return mostFrequent(db, countBy(products[field], products, filterProducts({ ...asked, ...own })))
}
