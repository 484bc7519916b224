import { type ReactNode, useId, useState } from 'react'
import { Button } from '~/components/ui/button.tsx'
import { Palette } from 'lucide-react'
import { Input } from '~/components/ui/fields/input.tsx'
import { Popover } from '~/components/ui/overlays/popover.tsx'
import type { Range } from '~/components/map/overlays/map-overlays.ts'

/** How a surface is coloured: what belongs to it, in a popover. */
export function ColoursPopover({ children }: { children: ReactNode }) {
  return (
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
      <div className="flex flex-col gap-4">{children}</div>
    </Popover>
  )
}

const ENDS = ['min', 'max'] as const
type End = (typeof ENDS)[number]
const LABELS = { min: 'from', max: 'to' }

const isWithin = (value: number, limits?: Range) => !limits || (value >= limits.min && value <= limits.max)

/** Applied when a field is left or Enter is pressed: half-typed numbers would recolour the map. */
export function RangeInputs({
  legend,
  range,
  limits,
  onRange,
  onReset,
}: {
  legend: string
  range: Range
  /** That the numbers must be within. */
  limits?: Range
  onRange: (range: Range) => void
  /** Back to the usual range; absent if this is it. */
  onReset?: () => void
}) {
  const problemId = useId()
  const [lastRange, setLastRange] = useState(range)
  /** What was typed, until the map has that range: a problem is shown beside it. */
  const [typed, setTyped] = useState<{ [end in End]?: string }>({})
  const [problem, setProblem] = useState<{ end: End; text: string }>()
  if (lastRange.min !== range.min || lastRange.max !== range.max) {
    // Only an end that changed: the other one may be half typed.
    setTyped({
      min: lastRange.min === range.min ? typed.min : undefined,
      max: lastRange.max === range.max ? typed.max : undefined,
    })
    setLastRange(range)
    setProblem(undefined)
  }
  const apply = (end: End) => {
    if (typed[end] === undefined) return
    const next = { min: Number(typed.min ?? range.min), max: Number(typed.max ?? range.max) }
    const wrong = [end, ...ENDS].find((one) => typed[one] === '' || !isWithin(next[one], limits))
    const nextProblem = wrong
      ? { end: wrong, text: limits ? `must be between ${limits.min} and ${limits.max}` : 'must be a number' }
      : next.min < next.max
        ? undefined
        : { end, text: end === 'min' ? `must be below ${next.max}` : `must be above ${next.min}` }
    setProblem(nextProblem)
    if (!nextProblem && (next.min !== range.min || next.max !== range.max)) onRange(next)
  }
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      <div className="flex items-center gap-2">
        {ENDS.map((end) => (
          <label key={end} className="flex min-w-0 flex-1 items-center gap-2 text-muted">
            {LABELS[end]}
            <Input
              type="number"
              {...limits}
              step="any"
              className="tabular"
              value={typed[end] ?? range[end]}
              aria-invalid={problem?.end === end || undefined}
              aria-describedby={problem?.end === end ? problemId : undefined}
              onChange={({ target }) => setTyped({ ...typed, [end]: target.value })}
              onBlur={() => apply(end)}
              onKeyDown={({ key }) => key === 'Enter' && apply(end)}
            />
          </label>
        ))}
      </div>
      <p id={problemId} aria-live="polite" className="text-xs text-error">
        {problem && `‘${LABELS[problem.end]}’ ${problem.text}`}
      </p>
      {onReset && (
        <Button variant="quiet" size="small" className="self-start" onClick={onReset}>
          Use the data’s range
        </Button>
      )}
    </fieldset>
  )
}

/** In percent; undefined is 100. */
export function OpacityInput({
  value = 100,
  onOpacity,
}: {
  value: number | undefined
  onOpacity: (percent: number | undefined) => void
}) {
  return (
    <label className="flex flex-col gap-1 text-sm font-medium">
      Opacity: {value} %
      <input
        type="range"
        min={10}
        max={100}
        step={10}
        value={value}
        onChange={({ target }) => onOpacity(target.value === '100' ? undefined : Number(target.value))}
      />
    </label>
  )
}
