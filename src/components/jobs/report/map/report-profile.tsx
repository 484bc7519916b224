import type { JobReport } from '#contract/jobs/job-shapes.ts'
import { SURFACES, SURFACE_VIEWS, type Surface, scaleOf } from '#contract/jobs/output-types.ts'
import { SCALES } from '#contract/jobs/outputs.ts'
import { AggregateButton } from '~/components/jobs/report/aggregates/aggregate-button.tsx'
import { areaOfLine } from '~/components/jobs/report/aggregates/areas-of-file.ts'
import type { Place } from '~/components/map/base/map-place.ts'
import { ProfilePanel } from '~/components/rasters/profile/profile-panel.tsx'
import { isShare } from '#contract/jobs/surface-range.ts'

/** A surface along a line; prevalence with both ends of its interval. */
export function ReportProfile({
  report,
  surface,
  line,
  onLine,
  onClose,
}: {
  report: JobReport
  surface: Surface
  line: readonly Place[]
  onLine: (line: readonly Place[]) => void
  onClose: () => void
}) {
  const surfaces = isShare(surface) ? SURFACES.filter(isShare) : [surface]
  return (
    <ProfilePanel
      rasters={surfaces.map((one) => ({
        name: `job-${report.id}-${one}`,
        label: `${SURFACE_VIEWS[one].short}, job ${report.id}`,
        unit: SCALES[scaleOf(one)].storedUnit,
      }))}
      line={line}
      onLine={onLine}
      onClose={onClose}
      choice={line.length > 2 && <AreaFigures report={report} line={line} />}
    />
  )
}

/** The line closed to an area. */
const AreaFigures = ({ report, line }: { report: JobReport; line: readonly Place[] }) => (
  <div className="flex flex-wrap items-center gap-2">
    <AggregateButton report={report} area={areaOfLine(line)} />
    <p className="text-sm text-muted">
      Of the people inside the line, closed from its last point to its first.
    </p>
  </div>
)
