import type { Query } from '#contract/endpoint.ts'
import { type listSurveys } from '#contract/survey-list.ts'
import { listSurveyCoverage } from '#contract/surveys.ts'
import { MAX_LIMIT } from '#contract/shapes.ts'

/** The coverage call for the table's filters, over all countries and years. */
export function coverageOf({
  limit: _limit,
  skip: _skip,
  sort_by: _by,
  sort_order: _order,
  ...filters
}: Query<typeof listSurveys>): Query<typeof listSurveyCoverage> {
  return listSurveyCoverage.query.parse({ ...filters, limit: MAX_LIMIT })
}
