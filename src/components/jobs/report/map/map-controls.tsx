import { useId } from 'react'
import type { JobReport } from '#contract/jobs/job-shapes.ts'
import type { Surface } from '#contract/jobs/output-types.ts'
import { isShare } from '#contract/jobs/surface-range.ts'
import { HelpLink } from '~/components/shell/help-link.tsx'
import { ColoursPopover, OpacityInput, RangeInputs } from '~/components/map/legend/colours-popover.tsx'
import type { Range } from '~/components/map/overlays/map-overlays.ts'
import { RampSelect } from '~/components/map/legend/ramp-select.tsx'
import { RangePreset } from '~/components/map/legend/range-preset.tsx'
import type { Ramp } from '~/components/map/legend/ramps.ts'
import { ProfileButton } from '~/components/rasters/profile/profile-button.tsx'
import { Button } from '~/components/ui/button.tsx'
import { Checkbox } from '~/components/ui/fields/checkbox.tsx'
import { Maximize } from 'lucide-react'
import { readDiagnostics } from '~/components/jobs/report/diagnostics/diagnostics.ts'
import { count } from '~/lib/figures.ts'
import { MAPPED_CLUSTERS } from '~/lib/mapped-clusters.ts'
import { Segmented } from '~/components/ui/fields/segmented.tsx'
import { USUAL_RANGE, formatRange, hasChosenRange, percentOf, sameRange } from './colour-range.ts'
import { type ChangeSearch, type ReportSearch, usualRamp } from '~/components/jobs/report/report-search.ts'
import { surfacesOf } from './surfaces.ts'
import { hasExtrapolated, hatchesCells, uncertainCells } from './units-style.ts'

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
  drawing,
  onDrawing,
  onChange,
}: {
  report: JobReport
  search: ReportSearch
  surface: Surface
  ramp: Ramp
  range: Range
  hasUnits: boolean
  /** Clicks on the map draw a line. */
  drawing: boolean
  onDrawing: (drawing: boolean) => void
  onChange: ChangeSearch
}) {
  const clustersId = useId()
  const clusters = readDiagnostics(report.diagnostics)?.national?.clusters ?? 0
  const sameId = useId()
  const placesId = useId()
  const hatchId = useId()
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
      <label htmlFor={clustersId} className="flex h-9 items-center gap-1.5 text-sm">
        <Checkbox
          id={clustersId}
          checked={search.clusters ?? true}
          onCheckedChange={(on) => onChange({ clusters: on === true ? undefined : false })}
        />
        Clusters{clusters > MAPPED_CLUSTERS && ` (${count(MAPPED_CLUSTERS)} of ${count(clusters)})`}
      </label>
      <label htmlFor={placesId} className="flex h-9 items-center gap-1.5 text-sm">
        <Checkbox
          id={placesId}
          checked={search.places ?? true}
          onCheckedChange={(on) => onChange({ places: on === true ? undefined : false })}
        />
        Towns and water
      </label>
      {search.show !== 'units' && (uncertainCells(surface, range) || hasExtrapolated(report)) && (
        <label htmlFor={hatchId} className="flex h-9 items-center gap-1.5 text-sm">
          <Checkbox
            id={hatchId}
            checked={search.hatch ?? hatchesCells(report)}
            onCheckedChange={(on) =>
              onChange({ hatch: on === hatchesCells(report) ? undefined : on === true })
            }
          />
          Hatch uncertain cells
        </label>
      )}
      <div className="flex-1" />
      <ProfileButton drawing={drawing} onDrawing={onDrawing} />
      <ColoursPopover>
        <RampSelect
          value={ramp}
          onChange={(next) => onChange({ ramp: next === usualRamp(surface) ? undefined : next })}
        />
        {hasChosenRange(surface) && (
          <>
            <RangePreset
              range={search.range ?? USUAL_RANGE}
              onRange={(next) => onChange({ range: next === USUAL_RANGE ? undefined : next })}
            />
            <RangeInputs
              legend="Range of the colours, in percent"
              limits={{ min: 0, max: 100 }}
              range={{ min: percentOf(range.min), max: percentOf(range.max) }}
              onRange={({ min, max }) =>
                onChange({ range: formatRange({ min: min / 100, max: max / 100 }) }, { replace: true })
              }
              onReset={
                search.range === undefined
                  ? undefined
                  : () => onChange({ range: undefined }, { replace: true })
              }
            />
          </>
        )}
        {isShare(surface) && (
          <label htmlFor={sameId} className="flex items-center gap-2 text-sm">
            <Checkbox
              id={sameId}
              checked={search.same_colours ?? false}
              onCheckedChange={(on) => onChange({ same_colours: on === true ? true : undefined })}
            />
            Same colours for mean, lower and upper
          </label>
        )}
        <OpacityInput
          value={search.opacity}
          onOpacity={(next) => onChange({ opacity: next }, { replace: true })}
        />
      </ColoursPopover>
      <Button
        variant="secondary"
        size="icon"
        aria-label="Whole area"
        title="Whole area"
        onClick={() => onChange({ view: undefined }, { replace: true })}
      >
        <Maximize aria-hidden="true" />
      </Button>
      <HelpLink topic="map" />
    </div>
  )
}
