import type { ReactNode } from 'react'
import { Button } from '~/components/ui/button.tsx'
import { Palette } from '~/components/ui/icons.tsx'
import { Input } from '~/components/ui/input.tsx'
import { Popover } from '~/components/ui/popover.tsx'

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

/** Applied when a field is left or Enter is pressed: half-typed numbers would recolour the map. */
export function RangeInputs({
  legend,
  range,
  limits = {},
  onRange,
  onReset,
}: {
  legend: string
  range: { min: number; max: number }
  /** That the numbers must be within. */
  limits?: { min?: number; max?: number }
  onRange: (range: { min: number; max: number }) => void
  /** Back to the usual range; absent if this is it. */
  onReset?: () => void
}) {
  const apply = (end: 'min' | 'max', input: HTMLInputElement) => {
    const next = { ...range, [end]: Number(input.value) }
    const valid = input.value !== '' && input.validity.valid && next.min < next.max
    if (!valid) input.value = String(range[end])
    else if (range[end] !== next[end]) onRange(next)
  }
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      <div className="flex items-center gap-2">
        {(['min', 'max'] as const).map((end) => (
          <label key={end} className="flex min-w-0 flex-1 items-center gap-2 text-muted">
            {end === 'min' ? 'from' : 'to'}
            <Input
              type="number"
              {...limits}
              step="any"
              className="tabular"
              defaultValue={range[end]}
              onBlur={({ currentTarget }) => apply(end, currentTarget)}
              onKeyDown={({ key, currentTarget }) => key === 'Enter' && apply(end, currentTarget)}
            />
          </label>
        ))}
      </div>
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
