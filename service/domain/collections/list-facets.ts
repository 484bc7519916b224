import { sql } from '#drizzle'
import { facetsFrom } from '../../db/count-facets.ts'
import { bands, collection_bands, collections } from '../../db/schema.ts'
import { filterCollections } from './list.ts'

const ofBands = {
  id: collections.id,
  from: sql`${collections}
    join ${collection_bands} on ${collection_bands.collection_id} = ${collections.id}
      and ${collection_bands.version} = ${collections.version}
    join ${bands} on ${bands.id} = ${collection_bands.band_id}`,
}

/** A collection counts once for each country and each name that the bands of its latest version have. */
export const listFacets = facetsFrom(collections, filterCollections, {
  iso3_code: { ...ofBands, value: bands.iso3_code },
  band: { ...ofBands, value: bands.name },
  created_by: collections.created_by,
})
