import { z } from 'zod'
import { integer } from '#contract/shapes.ts'
import { isReportList } from '~/components/jobs/report/report-list.ts'
import { bandStyle } from '~/components/rasters/band-style.ts'
import { lenient } from '~/lib/lenient.ts'

/** What the report of a checked-in raster keeps in its address; invalid values count as absent. */
export const productStyle = bandStyle.omit({ compare: true, mode: true, swipe: true }).extend({
  /** The address of the list that the report was opened from. */
  list: lenient(z.string().refine(isReportList)),
  /** Number of the band on the map, from 1. */
  band: lenient(integer.min(1)),
})
export type ProductStyle = z.output<typeof productStyle>
