import type { Surface } from '#contract/job-shapes.ts'
import { MapLegend } from '~/components/map/map-legend.tsx'
import type { Ramp } from '~/components/map/ramps.ts'
import { words } from './format.ts'
import { SURFACE_LABELS, type SurfaceSummary, surfaceUnit, surfaceValue } from './surfaces.ts'

export function SurfaceLegend({
  target,
  surface,
  ramp,
  summary,
}: {
  target: string
  surface: Surface
  ramp: Ramp
  summary: SurfaceSummary
}) {
  return (
    <MapLegend
      title={words(target)}
      unit={`${SURFACE_LABELS[surface].long}, ${surfaceUnit(surface)}`}
      ramp={ramp}
      {...summary}
      show={(value) => surfaceValue(surface, value)}
    />
  )
}
