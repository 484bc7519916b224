import { type PointerEvent, useRef } from 'react'
import type { Range } from '~/components/map/overlays/map-overlays.ts'
import { tidyEnd } from '~/components/map/base/tile-origin.ts'

/** Steps from one end of the legend to the other. */
const STEPS = 200
const stepAt = (fraction: number) => Math.min(STEPS, Math.max(0, Math.round(fraction * STEPS)))

/** Over a legend's histogram: drag to choose a range, or move its ends, which are sliders for the keyboard. */
export function RangeBrush({
  axis,
  range,
  show,
  onDrag,
  onEnd,
}: {
  /** The values at the ends of the legend. */
  axis: Range
  range: Range
  show: (value: number) => string
  onDrag: (range: Range) => void
  /** The pointer or the key is released. */
  onEnd: () => void
}) {
  const from = useRef<number>(undefined)
  const span = axis.max - axis.min
  const stepOf = (value: number) => stepAt((value - axis.min) / span)
  const valueOf = (step: number) => tidyEnd(axis.min + (step / STEPS) * span)
  const [low, high] = [stepOf(range.min), stepOf(range.max)]

  const stepUnder = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    return width > 0 ? stepAt((clientX - left) / width) : 0
  }
  const brush = (event: PointerEvent) => {
    if (from.current === undefined) return
    const to = stepUnder(event)
    if (Math.abs(to - from.current) < 2) return
    onDrag({ min: valueOf(Math.min(from.current, to)), max: valueOf(Math.max(from.current, to)) })
  }
  const release = () => {
    from.current = undefined
    onEnd()
  }
  // The other end keeps its value, which need not be on a step.
  const ends = [
    {
      name: 'Lower',
      value: low,
      move: (to: number) => onDrag({ ...range, min: valueOf(Math.min(to, high - 1)) }),
    },
    {
      name: 'Upper',
      value: high,
      move: (to: number) => onDrag({ ...range, max: valueOf(Math.max(to, low + 1)) }),
    },
  ]
  return (
    <div className="print:hidden">
      <div
        aria-hidden="true"
        data-testid="brush"
        className="absolute inset-x-0 top-0 h-9 cursor-crosshair touch-none"
        onPointerDown={(event) => {
          from.current = stepUnder(event)
          event.currentTarget.setPointerCapture?.(event.pointerId)
        }}
        onPointerMove={brush}
        onPointerUp={release}
        onPointerCancel={release}
      />
      {ends.map(({ name, value, move }) => (
        <input
          key={name}
          type="range"
          min={0}
          max={STEPS}
          aria-label={`${name} end of the colour range`}
          aria-valuetext={show(valueOf(value))}
          value={value}
          onChange={({ target }) => move(Number(target.value))}
          onPointerUp={onEnd}
          onKeyUp={onEnd}
          onBlur={onEnd}
          className={name === 'Upper' ? 'range-thumb upper' : 'range-thumb'}
        />
      ))}
    </div>
  )
}
