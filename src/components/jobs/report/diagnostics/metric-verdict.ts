import type { Metrics } from './diagnostics.ts'

/** Two-sided at 1 %: with right intervals, chance alone rarely gives a verdict. */
const Z = 2.58

/**
 * What a figure of held-out clusters says by itself, if anything. Counts are discrete, so even right intervals cover more
 * than their nominal share: coverage is compared with what the predictions themselves expect. Without an R² no share
 * varies, and intervals cannot be checked.
 */
export function metricVerdict(
  figure: keyof Metrics,
  metrics: Metrics | undefined,
  clusters: number | undefined,
): string | undefined {
  const value = metrics?.[figure]
  if (value === undefined) return undefined
  if (figure === 'r2') return value <= 0 ? 'no better than the mean' : undefined
  const expected = expectedCoverage(metrics, figure)
  if (expected === undefined || metrics?.r2 === undefined || clusters === undefined || clusters <= 0)
    return undefined
  const tolerance = Z * Math.sqrt((expected * (1 - expected)) / clusters)
  if (Math.abs(value - expected) <= tolerance) return undefined
  return value < expected ? 'intervals too narrow' : 'intervals too wide'
}

/** The coverage that a correct model would have. */
export function expectedCoverage(metrics: Metrics | undefined, figure: keyof Metrics): number | undefined {
  if (figure === 'coverage_50') return metrics?.expected_coverage_50
  if (figure === 'coverage_80') return metrics?.expected_coverage_80
  return figure === 'coverage_95' ? metrics?.expected_coverage_95 : undefined
}
