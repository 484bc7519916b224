import type { JobReport } from '#contract/jobs/job-shapes.ts'
import { type Surface, scaleOf } from '#contract/jobs/output-types.ts'
import { MapLegend } from '~/components/map/legend/map-legend.tsx'
import type { Range } from '~/components/map/overlays/map-overlays.ts'
import { rangeAround } from '~/components/map/legend/range-presets.ts'
import type { Ramp } from '~/components/map/legend/ramps.ts'
import { isShare } from '#contract/jobs/surface-range.ts'
import { count } from '~/lib/figures.ts'
import type { AdminUnit } from '~/components/jobs/report/units/admin-sort.ts'
import { formatRaking, words } from '~/components/jobs/report/format.ts'
import { countryFigure } from '~/components/jobs/report/units/country-figure.ts'
import { surfaceTitle, surfaceUnit, surfaceValue } from './surfaces.ts'
import { uncertainRule, unitsSummary } from './units-style.ts'

/** What the colours, the hatch and the circles mean. */
export function SurfaceLegend({
  report,
  surfaces,
  surface,
  ramp,
  range,
  units,
  hatched,
  extrapolated = false,
  clusters,
  onRange,
}: {
  report: JobReport
  surfaces: NonNullable<JobReport['surfaces']>
  surface: Surface
  ramp: Ramp
  range: Range
  /** Those shown instead of the cells. */
  units: readonly AdminUnit[] | null
  /** Units or cells whose colour is uncertain are hatched. */
  hatched: boolean
  /** Extrapolated cells are hatched the other way. */
  extrapolated?: boolean
  clusters: boolean
  /** Absent: the range cannot be chosen in the legend. */
  onRange?: (range: Range) => void
}) {
  const ofCells = units ? undefined : surfaces[surface]
  const ofUnits = units ? unitsSummary(units, surface) : undefined
  const summary = ofUnits ?? ofCells
  const country = countryFigure(report, surface)
  const rule = uncertainRule(surface)
  const isCount = scaleOf(surface) === 'people'
  return (
    <div className="flex flex-col gap-2 print:flex-row print:items-end print:gap-6">
      <MapLegend
        title={[words(report.target), formatRaking(report)?.toLowerCase()].filter(Boolean).join(', ')}
        unit={
          scaleOf(surface) === 'probability'
            ? surfaceTitle(surface, report)
            : `${surfaceTitle(surface, report)}, ${isCount && units ? 'people per unit' : surfaceUnit(surface)}`
        }
        ramp={ramp}
        min={summary?.min ?? range.min}
        max={summary?.max ?? range.max}
        mark={country === undefined ? undefined : { label: 'country', value: country }}
        histogram={summary?.histogram ?? []}
        axis={onRange ? rangeAround([range, surfaces[surface] ?? range]) : range}
        range={range}
        onRange={onRange}
        note={ofUnits && `Histogram: ${count(ofUnits.units)} units`}
        show={(value) =>
          isCount && ofCells && value === range.max
            ? `${surfaceValue(surface, value)} and more`
            : surfaceValue(surface, value)
        }
      />
      {(hatched || extrapolated || clusters) && (
        <ul className="flex max-w-60 flex-col gap-1 text-xs text-muted">
          {hatched && rule && (
            <li className="flex items-start gap-2">
              <HatchKey degrees={135} />
              {rule}
            </li>
          )}
          {extrapolated && (
            <li className="flex items-start gap-2">
              <HatchKey degrees={45} />
              Extrapolated: far from any cluster, or a covariate is far outside its values at the clusters
            </li>
          )}
          {clusters && (
            <li className="flex items-start gap-2">
              <span
                aria-hidden="true"
                className="mt-0.5 size-3 shrink-0 rounded-full border border-black bg-sunk outline outline-white"
              />
              {isShare(surface)
                ? 'Circles: observed share in the same colours, area by people in the cluster'
                : 'Circles: clusters, area by people; grey, because the colours show something else'}
            </li>
          )}
        </ul>
      )}
    </div>
  )
}

const HatchKey = ({ degrees }: { degrees: number }) => (
  <span
    aria-hidden="true"
    className="mt-0.5 size-3 shrink-0 border"
    style={{
      background: `repeating-linear-gradient(${degrees}deg, var(--text) 0 1px, var(--raised) 1px 2px, transparent 2px 5px)`,
    }}
  />
)
