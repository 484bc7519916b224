import { z } from 'zod'
import { RAMPS, SURFACES, type Surface } from '#contract/job-shapes.ts'
import { PLACE_PATTERN, VIEW_PATTERN } from '~/components/map/map-place.ts'
import type { Ramp } from '~/components/map/ramps.ts'
import { ADMIN_SORTS } from './admin-sort.ts'

/** What the report keeps in its address; all fields are optional. Invalid values count as absent. */
export const reportSearch = z.object({
  surface: z.enum(SURFACES).optional().catch(undefined),
  ramp: z.enum(RAMPS).optional().catch(undefined),
  /** `zoom_latitude_longitude` */
  view: z.string().regex(VIEW_PATTERN).optional().catch(undefined),
  /** `latitude_longitude` of the pinned place, whose value stays visible. */
  pin: z.string().regex(PLACE_PATTERN).optional().catch(undefined),
  level: z.literal([1, 2]).optional().catch(undefined),
  sort_by: z.enum(ADMIN_SORTS).optional().catch(undefined),
  sort_order: z.enum(['asc', 'desc']).optional().catch(undefined),
})
export type ReportSearch = z.output<typeof reportSearch>

/** Changes part of the address; panning the map or sorting adds no step for Back. */
export type ChangeSearch = (change: Partial<ReportSearch>, options?: { replace?: boolean }) => void

export const usualRamp = (surface: Surface): Ramp => (surface === 'width' ? 'magma' : 'viridis')
