import { useQuery } from '@tanstack/react-query'
import type { JobReport } from '#contract/jobs/job-shapes.ts'
import { SURFACE_VIEWS, type Surface } from '#contract/jobs/output-types.ts'
import { PlaceValues, type PointerPlace } from '~/components/map/legend/map-readout.tsx'
import { cn } from '~/lib/class-names.ts'
import { valueQuery } from '~/server/jobs.functions.ts'
import type { AdminUnit } from '~/components/jobs/report/units/admin-sort.ts'
import { surfaceValue, surfacesOf } from './surfaces.ts'
import { unitValue } from './units-style.ts'

/** The figures of the whole unit, which its colour shows. */
export function UnitValues({
  report,
  surface,
  level,
  unit,
}: {
  report: JobReport
  surface: Surface
  level: number
  unit: AdminUnit | undefined
}) {
  return (
    <div className="max-w-64 min-w-0 flex-1">
      {unit ? (
        <>
          <p className="truncate font-medium">{unit.name}</p>
          <p className="text-muted">The whole ADM{level} unit</p>
          <Values
            report={report}
            surface={surface}
            of={(value) => surfaceValue(value, unitValue(unit, value), report.draws)}
          />
        </>
      ) : (
        <p className="text-muted">No ADM{level} unit here</p>
      )}
    </div>
  )
}

/** Every surface of the job by name, the shown one in bold. */
function Values({
  report,
  surface,
  of,
}: {
  report: JobReport
  surface: Surface
  of: (surface: Surface) => string
}) {
  return (
    <dl className="tabular grid grid-cols-[auto_1fr] gap-x-3">
      {surfacesOf(report).map(({ value, label }) => (
        <div key={value} className={cn('contents', value === surface && 'font-semibold')}>
          <dt title={SURFACE_VIEWS[value].long}>{label}</dt>
          <dd className="text-right">{of(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The values of all surfaces at a place. */
export function SurfaceValues({
  report,
  surface,
  place,
  names,
}: PointerPlace & { report: JobReport; surface: Surface }) {
  const { data, isError, isFetching } = useQuery(valueQuery(report.id, place))
  return (
    <PlaceValues place={place} names={names} busy={isFetching}>
      {isError && <p className="text-error">The value could not be read.</p>}
      {data?.mean === null && <p className="text-muted">No value here</p>}
      {data && data.mean !== null && (
        <Values
          report={report}
          surface={surface}
          of={(value) => surfaceValue(value, data[value], report.draws)}
        />
      )}
    </PlaceValues>
  )
}
