import { useId } from 'react'
import type { JobReport, Surface } from '#contract/job-shapes.ts'
import { HelpLink } from '~/components/layout/help-link.tsx'
import type { Range } from '~/components/map/map-overlays.ts'
import { RampSelect } from '~/components/map/ramp-select.tsx'
import type { Ramp } from '~/components/map/ramps.ts'
import { Button } from '~/components/ui/button.tsx'
import { Checkbox } from '~/components/ui/checkbox.tsx'
import { Maximize, Palette } from '~/components/ui/icons.tsx'
import { Input } from '~/components/ui/input.tsx'
import { Popover } from '~/components/ui/popover.tsx'
import { Segmented } from '~/components/ui/segmented.tsx'
import { formatRange, hasChosenRange, percentOf, sameRange } from './colour-range.ts'
import { type ChangeSearch, type ReportSearch, usualRamp } from './report-search.ts'
import { surfacesOf } from './surfaces.ts'

const SHOWN = [
  { value: 'cells', label: 'Cells' },
  { value: 'units', label: 'Units' },
] as const

/** What the map shows; all of it is in the address. */
export function MapControls({
  report,
  search,
  surface,
  ramp,
  range,
  hasUnits,
  onChange,
}: {
  report: JobReport
  search: ReportSearch
  surface: Surface
  ramp: Ramp
  range: Range
  hasUnits: boolean
  onChange: ChangeSearch
}) {
  const clustersId = useId()
  return (
    <div className="flex flex-wrap items-center gap-2 print:hidden">
      <Segmented
        label="Surface"
        value={surface}
        options={surfacesOf(report)}
        onChange={(next: Surface) =>
          onChange({
            surface: next === 'mean' ? undefined : next,
            ...(!sameRange(surface, next) && { range: undefined }),
          })
        }
      />
      {hasUnits && (
        <Segmented
          label="Show"
          value={search.show ?? 'cells'}
          options={SHOWN}
          onChange={(next) => onChange({ show: next === 'units' ? 'units' : undefined })}
        />
      )}
      <label htmlFor={clustersId} className="flex h-9 items-center gap-2 px-1 text-sm">
        <Checkbox
          id={clustersId}
          checked={search.clusters ?? false}
          onCheckedChange={(on) => onChange({ clusters: on === true ? true : undefined })}
        />
        Clusters
      </label>
      <div className="flex-1" />
      <Popover
        label="Colours"
        align="end"
        trigger={
          <Button variant="secondary">
            <Palette aria-hidden="true" />
            Colours
          </Button>
        }
      >
        <div className="flex flex-col gap-4">
          <RampSelect
            value={ramp}
            onChange={(next) => onChange({ ramp: next === usualRamp(surface) ? undefined : next })}
          />
          {hasChosenRange(surface) && (
            <RangeInputs
              key={`${surface}-${search.range ?? ''}`}
              range={range}
              onRange={(next) => onChange({ range: next && formatRange(next) }, { replace: true })}
              edited={search.range !== undefined}
            />
          )}
          <OpacityInput
            value={search.opacity ?? 100}
            onOpacity={(next) => onChange({ opacity: next === 100 ? undefined : next }, { replace: true })}
          />
        </div>
      </Popover>
      <Button variant="secondary" onClick={() => onChange({ view: undefined }, { replace: true })}>
        <Maximize aria-hidden="true" />
        Whole area
      </Button>
      <HelpLink topic="map" />
    </div>
  )
}

/** Applied when a field is left or Enter is pressed: half-typed numbers would recolour the map. */
function RangeInputs({
  range,
  onRange,
  edited,
}: {
  range: Range
  onRange: (range: Range | undefined) => void
  edited: boolean
}) {
  const apply = (end: 'min' | 'max', input: HTMLInputElement) => {
    const share = Number(input.value) / 100
    const next = { ...range, [end]: share }
    const valid = input.value !== '' && input.validity.valid && next.min < next.max
    if (!valid) input.value = String(percentOf(range[end]))
    else if (percentOf(range[end]) !== percentOf(share)) onRange(next)
  }
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 text-sm font-medium">Range of the colours, in percent</legend>
      <div className="flex items-center gap-2">
        {(['min', 'max'] as const).map((end) => (
          <label key={end} className="flex min-w-0 flex-1 items-center gap-2 text-muted">
            {end === 'min' ? 'from' : 'to'}
            <Input
              type="number"
              min={0}
              max={100}
              step="any"
              className="tabular"
              defaultValue={percentOf(range[end])}
              onBlur={({ currentTarget }) => apply(end, currentTarget)}
              onKeyDown={({ key, currentTarget }) => key === 'Enter' && apply(end, currentTarget)}
            />
          </label>
        ))}
      </div>
      {edited && (
        <Button variant="quiet" size="small" className="self-start" onClick={() => onRange(undefined)}>
          Use the data’s range
        </Button>
      )}
    </fieldset>
  )
}

function OpacityInput({ value, onOpacity }: { value: number; onOpacity: (percent: number) => void }) {
  return (
    <label className="flex flex-col gap-1 text-sm font-medium">
      Opacity: {value} %
      <input
        type="range"
        min={10}
        max={100}
        step={10}
        value={value}
        onChange={({ target }) => onOpacity(Number(target.value))}
      />
    </label>
  )
}
