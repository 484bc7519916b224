import type { ReactNode } from 'react'
import { ColourBar } from './colour-bar.tsx'
import type { Range } from '~/components/map/overlays/map-overlays.ts'
import { endLabels } from './range-presets.ts'
import { type Ramp, rampGradient } from './ramps.ts'

/** A ramp and the values of its ends. */
export function RampLegend({
  title,
  ramp,
  range,
  values = range,
  show,
}: {
  title: ReactNode
  ramp: Ramp
  range: Range
  /** The least and the greatest value, if they are not those of the ramp. */
  values?: Range
  show: (value: number) => string
}) {
  const [low, high] = endLabels(range, values, show)
  return (
    <ColourBar title={title} background={rampGradient(ramp)}>
      <span>{low}</span>
      <span>{high}</span>
    </ColourBar>
  )
}
