import { facetsFrom } from '../../db/count-facets.ts'
import { assets } from '../../db/schema.ts'
import { countryOfBands } from '../assets/list-facets.ts'
import { filterProcessed } from './list.ts'

export const listFacets = facetsFrom(assets, filterProcessed, {
  iso3_code: countryOfBands,
  created_by: assets.created_by,
  processed_from: assets.processed_from,
})
