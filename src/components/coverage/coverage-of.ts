import type { z } from 'zod'
import type { Endpoint, Query } from '#contract/endpoint.ts'
import { MAX_LIMIT } from '#contract/shapes.ts'

interface Paged {
  limit?: unknown
  skip?: unknown
  sort_by?: unknown
  sort_order?: unknown
}

/** The coverage query for what the table shows: the same filters, all countries and years. */
export function coverageOf<E extends Endpoint & { query: z.ZodType }>(
  coverage: E,
  { limit: _limit, skip: _skip, sort_by: _by, sort_order: _order, ...filters }: Paged,
): Query<E> {
  return coverage.query.parse({ ...filters, limit: MAX_LIMIT }) as Query<E>
}
