import { useQuery } from '@tanstack/react-query'
import { MapPin, X } from 'lucide-react'
import type { Surface } from '#contract/job-shapes.ts'
import { type Place, describePlace, formatPlace } from '~/components/map/map-place.ts'
import { Button } from '~/components/ui/button.tsx'
import { Spinner } from '~/components/ui/spinner.tsx'
import { cn } from '~/lib/class-names.ts'
import { valueQuery } from '~/server/report.functions.ts'
import { SURFACE_LABELS, surfaceOptions, surfaceValue } from './surfaces.ts'
import { useSettled } from './use-settled.ts'

export interface Pointed {
  place: Place
  names: readonly string[]
}

/** The values at the cursor, or at the map's centre when the keyboard has it; below, those of the pin. */
export function MapReadout({
  jobId,
  surface,
  pointed,
  pin,
  onUnpin,
}: {
  jobId: number
  surface: Surface
  pointed: Pointed | null
  pin: Place | null
  onUnpin: () => void
}) {
  const settled = useSettled(pointed, pointed && formatPlace(pointed.place))
  return (
    <div aria-live="polite" className="flex w-full flex-col gap-2 text-xs @min-[1000px]:w-52">
      {settled && <Values jobId={jobId} surface={surface} {...settled} />}
      {pin && (
        <div className={cn('flex items-start gap-1', settled && 'border-t pt-2')}>
          <MapPin aria-label="Pinned" className="mt-0.5 size-4 shrink-0" />
          <Values jobId={jobId} surface={surface} place={pin} names={[]} />
          <Button
            variant="quiet"
            size="icon"
            className="-mt-1 -mr-1 size-6"
            onClick={onUnpin}
            aria-label="Remove the pin"
          >
            <X aria-hidden="true" />
          </Button>
        </div>
      )}
      {!settled && !pin && (
        <p className="text-muted">
          Point at the map for the values of a place; click to keep them. With the keyboard: arrow keys move,
          Enter keeps.
        </p>
      )}
    </div>
  )
}

function Values({ jobId, surface, place, names }: Pointed & { jobId: number; surface: Surface }) {
  const { data, isError, isFetching } = useQuery(valueQuery(jobId, place))
  return (
    <div className="max-w-64 min-w-0 flex-1">
      <p className="flex items-center gap-1 font-medium">
        <span className="truncate">{names.length > 0 ? names.join(', ') : describePlace(place)}</span>
        {isFetching && <Spinner className="size-3" />}
      </p>
      {names.length > 0 && <p className="text-muted">{describePlace(place)}</p>}
      {isError && <p className="text-error">The value could not be read.</p>}
      {data?.mean === null && <p className="text-muted">No value here</p>}
      {data && data.mean !== null && (
        <dl className="tabular grid grid-cols-[auto_1fr] gap-x-3">
          {surfaceOptions.map(({ value, label }) => (
            <div key={value} className={cn('contents', value === surface && 'font-semibold')}>
              <dt title={SURFACE_LABELS[value].long}>{label}</dt>
              <dd className="text-right">{surfaceValue(value, data[value])}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
