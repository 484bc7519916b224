import type { Query } from '#contract/endpoint.ts'
import { MAX_LIMIT } from '#contract/shapes.ts'
import { type listDatasets } from '#contract/worldpop-list.ts'
import { listDatasetCoverage } from '#contract/worldpop.ts'

/** The coverage call for the table's filters, over all countries and years. */
export function coverageOf({
  limit: _limit,
  skip: _skip,
  sort_by: _by,
  sort_order: _order,
  ...filters
}: Query<typeof listDatasets>): Query<typeof listDatasetCoverage> {
  return listDatasetCoverage.query.parse({ ...filters, limit: MAX_LIMIT })
}
