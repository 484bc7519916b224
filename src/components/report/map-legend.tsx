import type { Surface } from '#contract/job-shapes.ts'
import { type Ramp, rampColour, rampGradient } from '~/components/map/ramps.ts'
import { words } from './format.ts'
import { SURFACE_LABELS, type SurfaceSummary, surfaceUnit, surfaceValue } from './surfaces.ts'

const WIDTH = 216
const HEIGHT = 36

/** Title, unit, histogram over the ramp, and the values of its ends. */
export function MapLegend({
  target,
  surface,
  ramp,
  summary,
}: {
  target: string
  surface: Surface
  ramp: Ramp
  summary: SurfaceSummary
}) {
  const { min, max, mean } = summary
  const meanAt = max > min ? (mean - min) / (max - min) : 0.5
  return (
    <div className="flex w-full flex-col gap-1 text-xs @min-[1000px]:w-60">
      <p className="text-sm leading-5 font-medium">{words(target)}</p>
      <p className="text-muted">
        {SURFACE_LABELS[surface].long}, {surfaceUnit(surface)}
      </p>
      <div aria-hidden="true" className="max-w-60">
        <Histogram counts={summary.histogram} ramp={ramp} />
        <div
          className="relative h-3 rounded-[2px] print:[print-color-adjust:exact]"
          style={{ background: rampGradient(ramp) }}
        >
          <span
            className="absolute -top-0.5 -bottom-0.5 w-0.5 bg-text"
            style={{ left: `calc(${meanAt * 100}% - 1px)` }}
          />
        </div>
      </div>
      <p aria-hidden="true" className="tabular flex max-w-60 justify-between gap-2">
        <span>{surfaceValue(surface, min)}</span>
        <span className="text-muted">mean {surfaceValue(surface, mean)}</span>
        <span>{surfaceValue(surface, max)}</span>
      </p>
    </div>
  )
}

function Histogram({ counts, ramp }: { counts: readonly number[]; ramp: Ramp }) {
  const most = Math.max(0, ...counts)
  if (most === 0) return null
  const width = WIDTH / counts.length
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" className="block h-9 w-full">
      {counts.map((cells, bin) => {
        const height = (cells / most) * HEIGHT
        return (
          <rect
            // oxlint-disable-next-line react/no-array-index-key -- a bin is its place
            key={bin}
            x={bin * width}
            y={HEIGHT - height}
            width={width}
            height={height}
            fill={rampColour(ramp, counts.length > 1 ? bin / (counts.length - 1) : 0.5)}
          />
        )
      })}
    </svg>
  )
}
