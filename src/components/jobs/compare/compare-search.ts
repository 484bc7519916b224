import type { z } from 'zod'
import { id, many } from '#contract/shapes.ts'
import { PAIR_SEARCH } from '~/components/rasters/pair/pair-search.ts'
import { lenient } from '~/lib/lenient.ts'
import { reportSearch } from '../report/report-search.ts'

/** Everything that the comparison shows is in its address. Invalid values count as absent. */
export const compareSearch = reportSearch.pick({ surface: true, view: true }).extend({
  /** Ids, in the order of the columns; the first one is what the others are compared with. */
  jobs: lenient(many(id)),
  /** The two on the map; absent: the first two. */
  left: lenient(id),
  right: lenient(id),
  ...PAIR_SEARCH,
})
export type CompareSearch = z.output<typeof compareSearch>
export type ChangeCompare = (change: Partial<CompareSearch>, options?: { replace?: boolean }) => void
