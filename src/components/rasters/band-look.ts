import { z } from 'zod'
import type { Band } from '#contract/band-list.ts'
import { RAMPS } from '#contract/job-shapes.ts'
import { PLACE_PATTERN, VIEW_PATTERN } from '~/components/map/map-place.ts'

export const STRETCHES = ['full', 'typical'] as const
export type Stretch = (typeof STRETCHES)[number]
export const STRETCH_LABELS: Record<Stretch, string> = { full: 'All values', typical: 'Mean ± 2 sd' }

/** How a band is looked at, as an address keeps it; all of it may be left out. Wrong values count as left out. */
export const bandLook = z.object({
  ramp: z.enum(RAMPS).optional().catch(undefined),
  stretch: z.enum(STRETCHES).optional().catch(undefined),
  /** `zoom_latitude_longitude` */
  view: z.string().regex(VIEW_PATTERN).optional().catch(undefined),
  /** `latitude_longitude` of a place whose value stays on show. */
  pin: z.string().regex(PLACE_PATTERN).optional().catch(undefined),
})
export type BandLook = z.output<typeof bandLook>

export const usualLook = { ramp: 'viridis', stretch: 'full' } as const

/** The values that take the first and the last colour. A few extremes would leave the rest in one colour. */
export function rangeOf({ min, max, mean, sd }: Band['statistics'], stretch: Stretch) {
  if (stretch === 'full') return { min, max }
  return { min: Math.max(min, mean - 2 * sd), max: Math.min(max, mean + 2 * sd) }
}
