import { z } from 'zod'
import { id, integer, many } from '#contract/shapes.ts'
import { lenient, reportSearch } from '../report/report-search.ts'

/** Everything that the comparison shows is in its address. Invalid values count as absent. */
export const compareSearch = reportSearch.pick({ surface: true, view: true }).extend({
  /** Ids, in the order of the columns; the first one is what the others are compared with. */
  jobs: lenient(many(id)),
  /** The two on the map; absent: the first two. */
  left: lenient(id),
  right: lenient(id),
  /** Absent: side by side. */
  mode: lenient(z.enum(['swipe', 'difference'])),
  /** Percent of the width on which the left map is visible; absent: half. */
  swipe: lenient(integer.min(0).max(100)),
})
export type CompareSearch = z.output<typeof compareSearch>
export type ChangeCompare = (change: Partial<CompareSearch>, options?: { replace?: boolean }) => void
