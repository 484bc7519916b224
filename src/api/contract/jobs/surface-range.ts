import type { JobReport, Surface } from './job-shapes.ts'

type Summaries = NonNullable<JobReport['surfaces']>
type Range = Pick<Summaries['mean'], 'min' | 'max'>
/** The extremes of the surfaces of a job. */
type Extremes = Record<'mean' | 'lower' | 'upper' | 'width', Range> & { people?: Range }

/** Surfaces with the same range of colours, so that switching between them shows the values' change, not the ramp's. */
export const isShare = (surface: Surface) => surface === 'mean' || surface === 'lower' || surface === 'upper'

/** Mean, lower and upper share one range: from the least lower end to the greatest upper end. */
export function usualRange(surfaces: Extremes, surface: Surface): Range {
  if (surface === 'exceedance') return { min: 0, max: 1 }
  if (surface === 'people') return { min: 0, max: surfaces.people?.max ?? 1 }
  if (!isShare(surface)) return { min: surfaces[surface].min, max: surfaces[surface].max }
  return {
    min: Math.min(surfaces.lower.min, surfaces.mean.min),
    max: Math.max(surfaces.upper.max, surfaces.mean.max),
  }
}
