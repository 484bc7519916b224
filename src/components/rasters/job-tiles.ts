import { getJobTile } from '#contract/jobs/job-outputs.ts'
import type { Surface } from '#contract/jobs/output-types.ts'
import { addressOf } from '~/api/address.ts'
import type { Range } from '~/components/map/overlays/map-overlays.ts'
import type { Ramp } from '~/components/map/legend/ramps.ts'
import { tidyEnd, tilesAt } from '~/components/map/base/tile-origin.ts'

export function jobTiles(
  id: number,
  surface: Surface | 'extrapolated',
  ramp: Ramp | 'hatch' | 'counter-hatch',
  { min, max }: Range,
): string {
  const address = addressOf(getJobTile, {
    params: { id, surface, z: 0, x: 0, y: 0 },
    query: { ramp, min: tidyEnd(min), max: tidyEnd(max) },
  })
  return tilesAt(address)
}
