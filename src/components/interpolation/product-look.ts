import { z } from 'zod'
import { integer } from '#contract/shapes.ts'
import { isReportList } from '~/components/jobs/report/report-list.ts'
import { bandLook } from '~/components/rasters/band-look.ts'
import { lenient } from '~/lib/lenient.ts'

/** What the report of a checked-in raster keeps in its address; invalid values count as absent. */
export const productLook = bandLook.omit({ compare: true, mode: true, swipe: true }).extend({
  /** The address of the list that the report was opened from. */
  list: lenient(z.string().refine(isReportList)),
  /** Number of the band on the map, from 1. */
  band: lenient(integer.min(1)),
})
export type ProductLook = z.output<typeof productLook>
