import { getJobDifferenceTile } from '#contract/viewing/job-difference.ts'
import type { JobReport } from '#contract/jobs/job-shapes.ts'
import type { Surface } from '#contract/jobs/output-types.ts'
import { addressOf } from '~/api/address.ts'
import type { AdminOutline } from '~/components/map/overlays/admin-outline.ts'
import { tileOrigin, tilesAt } from '~/components/map/base/tile-origin.ts'
import { placesAddress } from './addresses.ts'

export const jobDifferenceTiles = (id: number, other: number, surface: Surface, limit: number) =>
  tilesAt(
    addressOf(getJobDifferenceTile, { params: { id, other, surface, z: 0, x: 0, y: 0 }, query: { limit } }),
  )

/** The outlines of a job's own admin units, the widest first. */
export function outlinesOf(report: JobReport): AdminOutline[] {
  const types = ['adm0', 'adm1', 'adm2'] as const
  return types.flatMap((placeType) => {
    const group = report.place_groups.find((version) => version.place_type === placeType)
    return group ? [{ placeType, url: tileOrigin() + placesAddress(group.version_id) }] : []
  })
}
