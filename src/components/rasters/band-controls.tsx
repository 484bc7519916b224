import { ColoursPopover, OpacityInput, RangeInputs } from '~/components/map/legend/colours-popover.tsx'
import type { Range } from '~/components/map/overlays/map-overlays.ts'
import { RampSelect } from '~/components/map/legend/ramp-select.tsx'
import { RangePreset } from '~/components/map/legend/range-preset.tsx'
import { type NamedRange, formatEnds } from '~/components/map/legend/range-presets.ts'
import { Button } from '~/components/ui/button.tsx'
import { Maximize } from 'lucide-react'
import { Select } from '~/components/ui/fields/select.tsx'
import { tidyEnd } from '~/components/map/base/tile-origin.ts'
import { type BandStyle, type ChangeStyle, usualRamp } from './band-style.ts'
import { ProfileButton } from './profile/profile-button.tsx'

const LEVELS = ['adm1', 'adm2'] as const
const OUTLINES = { adm1: 'First level', adm2: 'Second level' }

/** What the map of a band shows; all of it is part of its style. */
export function BandControls({
  ramped,
  hasOutlines,
  style,
  range,
  usual,
  onStyleChange,
  drawing = false,
  onDrawing,
}: {
  /** Its colours are those of a ramp, which can be chosen. */
  ramped: boolean
  hasOutlines: boolean
  style: BandStyle
  range: Range
  /** Shown unless the style has a range. */
  usual: NamedRange
  onStyleChange: ChangeStyle
  /** Clicks on the map draw a line. */
  drawing?: boolean
  /** Absent: no line can be drawn here. */
  onDrawing?: (drawing: boolean) => void
}) {
  const ends = { min: tidyEnd(range.min), max: tidyEnd(range.max) }
  return (
    <div className="flex flex-wrap items-center gap-2 print:hidden">
      {ramped && (
        <>
          <div className="w-52">
            <RangePreset
              range={style.range ?? usual}
              onRange={(next) => onStyleChange({ range: next === usual ? undefined : next })}
            />
          </div>
          <RampSelect
            value={style.ramp ?? usualRamp}
            onChange={(next) => onStyleChange({ ramp: next === usualRamp ? undefined : next })}
          />
        </>
      )}
      {hasOutlines && (
        <Select
          aria-label="Outlines"
          className="w-40"
          value={style.outlines ?? ''}
          onChange={({ target }) =>
            onStyleChange({ outlines: LEVELS.find((level) => level === target.value) }, { replace: true })
          }
        >
          <option value="">Countries only</option>
          {LEVELS.map((level) => (
            <option key={level} value={level}>
              {OUTLINES[level]}
            </option>
          ))}
        </Select>
      )}
      <div className="flex-1" />
      {onDrawing && <ProfileButton drawing={drawing} onDrawing={onDrawing} />}
      <ColoursPopover>
        {ramped && (
          <RangeInputs
            legend="Range of the colours"
            range={ends}
            onRange={(next) => onStyleChange({ range: formatEnds(next) }, { replace: true })}
            onReset={
              style.range === undefined
                ? undefined
                : () => onStyleChange({ range: undefined }, { replace: true })
            }
          />
        )}
        <OpacityInput
          value={style.opacity}
          onOpacity={(next) => onStyleChange({ opacity: next }, { replace: true })}
        />
      </ColoursPopover>
      <Button variant="secondary" onClick={() => onStyleChange({ view: undefined }, { replace: true })}>
        <Maximize aria-hidden="true" />
        Whole area
      </Button>
    </div>
  )
}
