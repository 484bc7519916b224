import type { JobReport } from './job-shapes.ts'
import { type PlainSurface, type Surface, scaleOf } from './output-types.ts'
import { SCALES } from './outputs.ts'

type Range = Pick<NonNullable<JobReport['surfaces']>['mean'], 'min' | 'max'>
/** The extremes of the surfaces of a job. */
type Extremes = Record<PlainSurface, Range> & Partial<Record<Surface, Range>>

/** Surfaces with the same range of colours, so that switching between them shows the values' change, not the ramp's. */
export const isShare = (surface: Surface) => scaleOf(surface) === 'prevalence'

/** Mean, lower and upper share one range: from the least lower end to the greatest upper end. */
export function usualRange(surfaces: Extremes, surface: Surface): Range {
  const { range } = SCALES[scaleOf(surface)]
  if (typeof range === 'object') return range
  if (range === 'own') {
    const { min, max } = surfaces[surface] ?? { min: 0, max: 1 }
    return { min, max }
  }
  return {
    min: Math.min(surfaces.lower.min, surfaces.mean.min),
    max: Math.max(surfaces.upper.max, surfaces.mean.max),
  }
}
