import { z } from 'zod'
import { RAMPS } from '#contract/rasters/ramps.ts'
import { SURFACES, type Surface, scaleOf } from '#contract/jobs/output-types.ts'
import { SCALES } from '#contract/jobs/outputs.ts'
import { PLACE_PATTERN, VIEW_PATTERN, parseLine } from '~/components/map/base/map-place.ts'
import { rangeName } from '~/components/map/legend/range-presets.ts'
import type { Ramp } from '~/components/map/legend/ramps.ts'
import { integer } from '#contract/shapes.ts'
import { lenient } from '~/lib/lenient.ts'
import { ADMIN_SORTS } from './units/admin-sort.ts'
import { RANGE_PATTERN } from './map/colour-range.ts'
import { isReportList } from './report-list.ts'

/** Range of the colours: in percent, percentiles of the surface, or all of its values. */
export const reportRange = z.string().refine((text) => rangeName(text) !== 'own' || RANGE_PATTERN.test(text))

/** What the report keeps in its address; all fields are optional. */
export const reportSearch = z.object({
  /** The address of the list that the report was opened from. */
  list: lenient(z.string().refine(isReportList)),
  surface: lenient(z.enum(SURFACES)),
  ramp: lenient(z.enum(RAMPS)),
  range: lenient(reportRange),
  /** Mean, lower and upper have the same range of colours. */
  same_colours: lenient(z.literal(true)),
  /** Opacity of the surface or the units, in percent. */
  opacity: lenient(integer.min(10).max(100)),
  /** Absent: cells. */
  show: lenient(z.literal('units')),
  /** Absent: shown. */
  clusters: lenient(z.literal(false)),
  /** Towns, lakes and rivers; absent: shown. */
  places: lenient(z.literal(false)),
  /** Cells whose colour is uncertain are hatched; absent: if the verdict is coarser than cells. */
  hatch: lenient(z.boolean()),
  /** Code of the chosen admin unit. */
  unit: lenient(z.coerce.string().max(100)),
  /** `zoom_latitude_longitude` */
  view: lenient(z.string().regex(VIEW_PATTERN)),
  /** `latitude_longitude` of the pinned place, whose value stays visible. */
  pin: lenient(z.string().regex(PLACE_PATTERN)),
  /** `latitude_longitude_latitude_longitude`: values along it are shown. */
  line: lenient(z.string().refine((text) => parseLine(text).length > 0)),
  level: lenient(z.literal([1, 2])),
  /** Columns of the units' table; absent: observed and modelled. */
  table: lenient(z.literal('decisions')),
  sort_by: lenient(z.enum(ADMIN_SORTS)),
  sort_order: lenient(z.enum(['asc', 'desc'])),
})
export type ReportSearch = z.output<typeof reportSearch>

/** Changes part of the address; panning the map or sorting adds no step for Back. */
export type ChangeSearch = (change: Partial<ReportSearch>, options?: { replace?: boolean }) => void

export const usualRamp = (surface: Surface): Ramp => SCALES[scaleOf(surface)].ramp
