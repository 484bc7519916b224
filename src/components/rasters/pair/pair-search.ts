import { z } from 'zod'
import { integer } from '#contract/shapes.ts'
import { lenient } from '~/lib/lenient.ts'

/** How two maps are compared, as kept in an address. */
export const PAIR_SEARCH = {
  /** Absent: side by side. */
  mode: lenient(z.enum(['swipe', 'difference'])),
  /** Percent of the width on which the left map is visible; absent: half. */
  swipe: lenient(integer.min(0).max(100)),
}
