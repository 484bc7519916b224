import type { Surface } from '#contract/jobs/job-shapes.ts'
import type { Place } from '~/components/map/base/map-place.ts'
import { ProfilePanel } from '~/components/rasters/profile/profile-panel.tsx'
import { SURFACE_LABELS, storedUnit } from '~/components/rasters/surface-labels.ts'
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
  const shown: readonly Surface[] = isShare(surface) ? ['mean', 'lower', 'upper'] : [surface]
  return (
    <ProfilePanel
      rasters={shown.map((one) => ({
        name: `job-${id}-${one}`,
        label: `${SURFACE_LABELS[one].short}, job ${id}`,
        unit: storedUnit(one),
      }))}
      line={line}
      onLine={onLine}
      onClose={onClose}
    />
  )
}
