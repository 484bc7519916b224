import { coverageVerdict } from '#common/coverage-verdict.ts'
import type { Metrics } from './diagnostics.ts'

/** What a figure of held-out clusters says by itself, if anything. Without an R² no share varies, and intervals cannot be checked. */
export function metricVerdict(
  figure: keyof Metrics,
  metrics: Metrics | undefined,
  clusters: number | undefined,
): string | undefined {
  const value = metrics?.[figure]
  if (value === undefined) return undefined
  if (figure === 'r2') return value <= 0 ? 'no better than the mean' : undefined
  if (metrics?.r2 === undefined) return undefined
  const verdict = coverageVerdict(value, expectedCoverage(metrics, figure), clusters)
  return verdict && `intervals too ${verdict}`
}

/** The coverage that a correct model would have. */
export function expectedCoverage(metrics: Metrics | undefined, figure: keyof Metrics): number | undefined {
  if (figure === 'coverage_50') return metrics?.expected_coverage_50
  if (figure === 'coverage_80') return metrics?.expected_coverage_80
  return figure === 'coverage_95' ? metrics?.expected_coverage_95 : undefined
}
