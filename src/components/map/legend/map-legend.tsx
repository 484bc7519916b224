import { type ReactNode, useState } from 'react'
import type { Range } from '~/components/map/overlays/map-overlays.ts'
import { RangeBrush } from './range-brush.tsx'
import { endLabels, isNarrow } from './range-presets.ts'
import { type Ramp, rampColour, rampGradient } from './ramps.ts'

const WIDTH = 216
const HEIGHT = 36

/** The legend: title, unit, histogram over the ramp, and the values of its ends. */
export function MapLegend({
  title,
  unit,
  ramp,
  min,
  max,
  mark,
  histogram,
  axis = { min, max },
  range: colourRange = axis,
  rangeName,
  onRange,
  note,
  show,
}: {
  title: ReactNode
  unit: ReactNode
  ramp: Ramp
  min: number
  max: number
  /** A value that is marked on the ramp, if known: the mean of cells, the figure of the country. */
  mark: { label: string; value: number } | undefined
  /** Counts of equally wide bins from `min` to `max`; undefined while loading. */
  histogram: readonly number[] | undefined
  /** The values at the ends of the legend, if they are not the extremes. */
  axis?: Range
  /** The values at the ends of the ramp, if they are not those of the legend. */
  range?: Range
  /** What the range holds, if it has a name. */
  rangeName?: string | undefined
  /** Chosen by dragging over the histogram or with the two thumbs; absent: cannot be chosen here. */
  onRange?: (range: Range) => void
  note?: string
  show: (value: number) => string
}) {
  // While a range is dragged, only the legend follows: the map's tiles wait for its end.
  const [dragged, setDragged] = useState<Range | null>(null)
  const range = dragged ?? colourRange
  const span = axis.max - axis.min
  const at = (value: number) => (span > 0 ? Math.min(1, Math.max(0, (value - axis.min) / span)) : 0.5)
  const ends = span > 0 ? ([at(range.min), at(range.max)] as const) : ([0, 1] as const)
  const bins = span > 0 ? ([(min - axis.min) / span, (max - axis.min) / span] as const) : ([0, 1] as const)
  const values = { min, max }
  const [left, right] = endLabels(axis, values, show)
  return (
    <div className="flex w-full flex-col gap-1 text-xs @min-[1000px]:w-60">
      <p className="text-sm leading-5 font-medium break-words">{title}</p>
      <p className="text-muted">{unit}</p>
      <div className="relative max-w-60">
        <div aria-hidden="true">
          {histogram ? (
            <Histogram counts={histogram} bins={bins} ramp={ramp} ends={ends} />
          ) : (
            <span className="block h-9 animate-pulse" />
          )}
          <div
            className="relative h-3 rounded-[2px] print:[print-color-adjust:exact]"
            style={{ background: rampGradient(ramp, ...ends) }}
          >
            {mark && (
              <span
                className="absolute -top-0.5 -bottom-0.5 w-0.5 bg-text"
                style={{ left: `calc(${at(mark.value) * 100}% - 1px)` }}
              />
            )}
          </div>
        </div>
        {onRange && span > 0 && (
          <RangeBrush
            axis={axis}
            range={range}
            show={show}
            onDrag={setDragged}
            onEnd={() => {
              if (dragged) onRange(dragged)
              setDragged(null)
            }}
          />
        )}
      </div>
      <p aria-hidden="true" className="tabular flex max-w-60 justify-between gap-2">
        <span>{left}</span>
        {mark && (
          <span className="text-muted">
            {mark.label} {show(mark.value)}
          </span>
        )}
        <span>{right}</span>
      </p>
      {onRange && (range.min !== axis.min || range.max !== axis.max) && (
        <div className="max-w-60">
          <p className="tabular">
            Colours: {endLabels(range, values, show).join(' to ')}
            {!dragged && rangeName && `, ${rangeName}`}
          </p>
          {isNarrow(range, axis) && (
            <div
              aria-hidden="true"
              data-testid="narrow-ramp"
              className="mt-1 h-3 rounded-[2px] print:[print-color-adjust:exact]"
              style={{ background: rampGradient(ramp) }}
            />
          )}
        </div>
      )}
      {note && <p className="text-muted">{note}</p>}
    </div>
  )
}

function Histogram({
  counts,
  bins: [start, end],
  ramp,
  ends: [from, to],
}: {
  counts: readonly number[]
  /** The first bin's start and the last one's end, as fractions of the legend; beyond it nothing is drawn. */
  bins: readonly [number, number]
  ramp: Ramp
  ends: readonly [number, number]
}) {
  const most = Math.max(0, ...counts)
  if (most === 0) return null
  const width = ((end - start) / counts.length) * WIDTH
  const place = (bin: number) => start + (end - start) * (counts.length > 1 ? bin / (counts.length - 1) : 0.5)
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" className="block h-9 w-full">
      {counts.map((cells, bin) => {
        const height = (cells / most) * HEIGHT
        return (
          <rect
            // oxlint-disable-next-line react/no-array-index-key -- a bin is its place
            key={bin}
            x={start * WIDTH + bin * width}
            y={HEIGHT - height}
            width={width}
            height={height}
            fill={rampColour(ramp, to > from ? (place(bin) - from) / (to - from) : 0.5)}
          />
        )
      })}
    </svg>
  )
}
