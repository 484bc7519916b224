import type { ReactNode } from 'react'
import { ColourBar } from './colour-bar.tsx'
import type { Range } from '~/components/map/overlays/map-overlays.ts'
import { type Ramp, rampGradient } from './ramps.ts'

/** A ramp and the values of its ends. */
export function RampLegend({
  title,
  ramp,
  range,
  show,
}: {
  title: ReactNode
  ramp: Ramp
  range: Range
  show: (value: number) => string
}) {
  return (
    <ColourBar title={title} background={rampGradient(ramp)}>
      <span>{show(range.min)}</span>
      <span>{show(range.max)}</span>
    </ColourBar>
  )
}
