import type { JobReport } from './job-shapes.ts'
import { type PlainSurface, type Surface, scaleOf } from './output-types.ts'
import { SCALES } from './outputs.ts'

type Range = Pick<NonNullable<JobReport['surfaces']>['mean'], 'min' | 'max'>
type Summary = Pick<NonNullable<JobReport['surfaces']>['mean'], 'min' | 'max' | 'histogram'>
type Summaries = Record<PlainSurface, Summary> & Partial<Record<Surface, Summary>>

/** Mean, lower and upper: in the same units, so that they can have the same colours. */
export const isShare = (surface: Surface) => scaleOf(surface) === 'prevalence'

/** The share of the cells beyond each end of the colours. */
export const USUAL_TAIL = 0.02

/** The values between which all cells but `tail` at each end lie, linear within the bins of the histogram, to four digits. */
export function middleRange({ min, max, histogram }: Summary, tail: number): Range {
  const cells = histogram.reduce((sum, count) => sum + count, 0)
  const binWidth = (max - min) / histogram.length
  const quantile = (share: number) => {
    let below = 0
    for (const [bin, count] of histogram.entries()) {
      if (count > 0 && below + count >= share * cells)
        return min + binWidth * (bin + (share * cells - below) / count)
      below += count
    }
    return max
  }
  const end = (share: number) => Number(quantile(share).toPrecision(4))
  return tail === 0 || cells === 0 ? { min, max } : { min: end(tail), max: end(1 - tail) }
}

/** The values of the first and the last colour: fitted to the surface, or to mean, lower and upper together. */
export function usualRange(
  surfaces: Summaries,
  surface: Surface,
  { tail = USUAL_TAIL, together = false }: { tail?: number; together?: boolean } = {},
): Range {
  const { range } = SCALES[scaleOf(surface)]
  if (typeof range === 'object') return range
  const { mean, lower, upper } = surfaces
  const own = surfaces[surface]
  if (range === 'own' || !own) return { min: own?.min ?? 0, max: own?.max ?? 1 }
  const fitted = (together && isShare(surface) ? [mean, lower, upper] : [own]).map((summary) =>
    middleRange(summary, tail),
  )
  return {
    min: Math.min(...fitted.map(({ min }) => min)),
    max: Math.max(...fitted.map(({ max }) => max)),
  }
}
