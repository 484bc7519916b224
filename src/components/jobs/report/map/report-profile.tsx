import { SURFACES, SURFACE_VIEWS, type Surface, scaleOf } from '#contract/jobs/output-types.ts'
import { SCALES } from '#contract/jobs/outputs.ts'
import type { Place } from '~/components/map/base/map-place.ts'
import { ProfilePanel } from '~/components/rasters/profile/profile-panel.tsx'
import { isShare } from '#contract/jobs/surface-range.ts'

/** A surface along a line; prevalence with both ends of its interval. */
export function ReportProfile({
  id,
  surface,
  line,
  onLine,
  onClose,
}: {
  id: number
  surface: Surface
  line: readonly Place[]
  onLine: (line: readonly Place[]) => void
  onClose: () => void
}) {
  const surfaces = isShare(surface) ? SURFACES.filter(isShare) : [surface]
  return (
    <ProfilePanel
      rasters={surfaces.map((one) => ({
        name: `job-${id}-${one}`,
        label: `${SURFACE_VIEWS[one].short}, job ${id}`,
        unit: SCALES[scaleOf(one)].storedUnit,
      }))}
      line={line}
      onLine={onLine}
      onClose={onClose}
    />
  )
}
