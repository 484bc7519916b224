import { z } from 'zod'
import { RAMPS } from '#contract/rasters/ramps.ts'
import { id, integer, many } from '#contract/shapes.ts'
import { MOST_PROFILES, rasterName } from '#contract/viewing/viewing.ts'
import { PLACE_PATTERN, VIEW_PATTERN, parseLine } from '~/components/map/base/map-place.ts'
import { rangeText } from '~/components/map/legend/range-presets.ts'
import { lenient } from '~/lib/lenient.ts'
import { PAIR_SEARCH } from './pair/pair-search.ts'

/** How a band is displayed, as kept in an address; all fields are optional. Invalid values count as absent. */
export const bandStyle = z.object({
  ramp: lenient(z.enum(RAMPS)),
  /** Range of the colours: percentiles, or the two ends. */
  range: lenient(rangeText),
  /** In percent. */
  opacity: lenient(integer.min(10).max(100)),
  /** Admin units whose outlines are drawn. */
  outlines: lenient(z.enum(['adm1', 'adm2'])),
  /** `zoom_latitude_longitude` */
  view: lenient(z.string().regex(VIEW_PATTERN)),
  /** `latitude_longitude` of the pinned place, whose value stays visible. */
  pin: lenient(z.string().regex(PLACE_PATTERN)),
  /** `latitude_longitude_latitude_longitude`: values along it are shown. */
  line: lenient(z.string().refine((text) => parseLine(text).length > 0)),
  /** Bands that are shown along the line besides this one. */
  profile_with: lenient(many(id).refine((ids) => (ids?.length ?? 0) < MOST_PROFILES)),
  /** The raster that this one is compared with. */
  compare: lenient(rasterName),
  /** The place group version whose units have figures. */
  zonal: lenient(id),
  ...PAIR_SEARCH,
})
export type BandStyle = z.output<typeof bandStyle>
export type ChangeStyle = (change: Partial<BandStyle>, options?: { replace?: boolean }) => void

export const usualRamp = 'viridis'
