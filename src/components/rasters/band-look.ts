import { z } from 'zod'
import type { Band } from '#contract/band-list.ts'
import { RAMPS } from '#contract/job-shapes.ts'
import { PLACE_PATTERN, VIEW_PATTERN } from '~/components/map/map-place.ts'

export const STRETCHES = ['full', 'typical'] as const
export type Stretch = (typeof STRETCHES)[number]
export const STRETCH_LABELS: Record<Stretch, string> = { full: 'All values', typical: 'Mean ± 2 sd' }

/** How a band is displayed, as kept in an address; all fields are optional. Invalid values count as absent. */
export const bandLook = z.object({
  ramp: z.enum(RAMPS).optional().catch(undefined),
  stretch: z.enum(STRETCHES).optional().catch(undefined),
  /** `zoom_latitude_longitude` */
  view: z.string().regex(VIEW_PATTERN).optional().catch(undefined),
  /** `latitude_longitude` of the pinned place, whose value stays visible. */
  pin: z.string().regex(PLACE_PATTERN).optional().catch(undefined),
})
export type BandLook = z.output<typeof bandLook>

export const usualLook = { ramp: 'viridis', stretch: 'full' } as const

/** The values of the first and the last colour. With the extremes, most cells would have one colour. */
export function rangeOf({ min, max, mean, sd }: Band['statistics'], stretch: Stretch) {
  if (stretch === 'full') return { min, max }
  return { min: Math.max(min, mean - 2 * sd), max: Math.min(max, mean + 2 * sd) }
}
