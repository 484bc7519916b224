import type { z } from 'zod'
import type { Endpoint, Query } from '#contract/endpoint.ts'
import { MAX_LIMIT } from '#contract/shapes.ts'
import { type Paged, onlyFilters } from '~/lib/only-filters.ts'

/** The coverage query for what the table shows: the same filters, all countries and years. */
export function coverageOf<E extends Endpoint & { query: z.ZodType }>(coverage: E, query: Paged): Query<E> {
  return coverage.query.parse({ ...onlyFilters(query), limit: MAX_LIMIT }) as Query<E>
}
