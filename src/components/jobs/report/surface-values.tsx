import { useQuery } from '@tanstack/react-query'
import type { JobReport, Surface } from '#contract/job-shapes.ts'
import { PlaceValues, type Pointed } from '~/components/map/map-readout.tsx'
import { cn } from '~/lib/class-names.ts'
import { valueQuery } from '~/server/report.functions.ts'
import { SURFACE_LABELS } from '~/components/rasters/surface-labels.ts'
import { surfaceValue, surfacesOf } from './surfaces.ts'

/** The values of all surfaces at a place. */
export function SurfaceValues({
  report,
  surface,
  place,
  names,
}: Pointed & { report: JobReport; surface: Surface }) {
  const { data, isError, isFetching } = useQuery(valueQuery(report.id, place))
  return (
    <PlaceValues place={place} names={names} busy={isFetching}>
      {isError && <p className="text-error">The value could not be read.</p>}
      {data?.mean === null && <p className="text-muted">No value here</p>}
      {data && data.mean !== null && (
        <dl className="tabular grid grid-cols-[auto_1fr] gap-x-3">
          {surfacesOf(report).map(({ value, label }) => (
            <div key={value} className={cn('contents', value === surface && 'font-semibold')}>
              <dt title={SURFACE_LABELS[value].long}>{label}</dt>
              <dd className="text-right">{surfaceValue(value, data[value])}</dd>
            </div>
          ))}
        </dl>
      )}
    </PlaceValues>
  )
}
