import { countryOfBands } from '../assets/list-facets.ts'
import { facetsFrom } from '../../db/count-facets.ts'
import type { Answer, Query } from '#contract/endpoint.ts'
import type { listProcessed } from '#contract/rasters/processed.ts'
import { and, eq, inArray, isNotNull, or, type SQL } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import type { Paging } from '../../db/list-query.ts'
import { assets } from '../../db/schema.ts'
import { filterAssets, listWhere } from '../assets/list.ts'

type List = typeof listProcessed

/** Assets that are on the reference grid and suitable for maps, and all that were processed or are being processed. */
const isProcessed = or(
  and(eq(assets.on_reference_grid, true), eq(assets.cloud_optimized, true)),
  isNotNull(assets.recipe),
)

type Filters = Omit<Query<List>, keyof Paging>

export const filterProcessed = ({ processed_from, ...filters }: Filters): (SQL | undefined)[] => [
  isProcessed,
  processed_from && inArray(assets.processed_from, processed_from),
  ...filterAssets(filters),
]

export const list = (db: Executor, query: Query<List>): Promise<Answer<List>> =>
  listWhere(db, query, filterProcessed(query))

export const listFacets = facetsFrom(assets, filterProcessed, {
  iso3_code: countryOfBands,
  created_by: assets.created_by,
  processed_from: assets.processed_from,
})
