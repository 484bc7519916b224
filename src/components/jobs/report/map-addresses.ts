import type { JobReport, Surface } from '#contract/job-shapes.ts'
import type { AdminOutline } from '~/components/map/admin-outline.ts'
import type { Ramp } from '~/components/map/ramps.ts'
import { tidyEnd, tileOrigin } from '~/components/map/tile-origin.ts'
import { placesAddress, tileTemplate } from './addresses.ts'

/** Absolute, for the map. */
export const tileUrl = (
  id: number,
  surface: Surface,
  ramp: Ramp,
  { min, max }: { min: number; max: number },
) => tileOrigin() + tileTemplate(id, surface, ramp, { min: tidyEnd(min), max: tidyEnd(max) })

/** The outlines of a job's own admin units, the widest first. */
export function outlinesOf(report: JobReport): AdminOutline[] {
  const types = ['adm0', 'adm1', 'adm2'] as const
  return types.flatMap((placeType) => {
    const group = report.place_groups.find((version) => version.place_type === placeType)
    return group ? [{ placeType, url: tileOrigin() + placesAddress(group.version_id) }] : []
  })
}
