import { FAR, RARE } from '#service/modelling/diagnostics/far-value-findings.ts'
import type { BandMeasure } from '#service/raster/inspect.ts'

type Measure = Pick<BandMeasure, 'min' | 'max' | 'mean' | 'sd' | 'valid' | 'histogram'>

/** The others are the same if their variance is less than this share of their square. */
const ROUNDING = 1e-12

/**
 * The smallest or largest value of a band, if it and its bin are rare, lie farther from the other bins than these are wide,
 * and are more than 15 standard deviations from the mean, both of the other values: long tails, as of population, are no
 * outliers. Only the end value itself is taken out, so of several outliers only the farthest may be found.
 */
export function farEnd({
  min,
  max,
  mean,
  sd,
  valid,
  histogram,
}: Measure): { end: 'smallest' | 'largest'; value: number } | null {
  const ends = [
    { end: 'smallest', value: min, bins: histogram },
    { end: 'largest', value: max, bins: histogram.toReversed() },
  ] as const
  for (const { end, value, bins } of ends) {
    const count = bins[0]
    const nearest = bins.findIndex((cells, bin) => bin > 0 && cells > 0)
    if (nearest < 0 || count > Math.max(RARE * valid, 1)) continue
    const width = bins.findLastIndex((cells) => cells > 0) - nearest + 1
    if (nearest - 1 < width) continue
    const others = valid - count
    const centre = (valid * mean - count * value) / others
    const squares = valid * (sd ** 2 + mean ** 2) - count * value ** 2
    const variance = Math.max(squares / others - centre ** 2, 0)
    if (variance > ROUNDING * centre ** 2 && Math.abs(value - centre) > FAR * Math.sqrt(variance))
      return { end, value }
  }
  return null
}
