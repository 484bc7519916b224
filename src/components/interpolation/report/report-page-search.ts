import { z } from 'zod'
import { reportRange, reportSearch } from '~/components/jobs/report/report-search.ts'
import { rangeText } from '~/components/map/legend/range-presets.ts'
import { lenient } from '~/lib/lenient.ts'
import { productStyle } from './product-style.ts'

/** The address of a report keeps what a job's report keeps, or that of a checked-in raster. */
export const reportPageSearch = productStyle.extend({
  ...reportSearch.shape,
  range: lenient(z.union([reportRange, rangeText])),
})
export type ReportPageSearch = z.output<typeof reportPageSearch>
