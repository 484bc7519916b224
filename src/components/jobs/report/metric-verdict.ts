import type { Metrics } from './diagnostics.ts'

const NOMINAL: Partial<Record<keyof Metrics, number>> = {
  coverage_50: 0.5,
  coverage_80: 0.8,
  coverage_95: 0.95,
}
/** Two-sided at 1 %: with right intervals, chance alone rarely gives a verdict. */
const Z = 2.58

/** What a figure says by itself, if anything: the coverage of `clusters` counts against its nominal share. */
export function metricVerdict(
  figure: keyof Metrics,
  value: number | undefined,
  clusters: number | undefined,
): string | undefined {
  if (value === undefined) return undefined
  if (figure === 'r2') return value <= 0 ? 'no better than the mean' : undefined
  const nominal = NOMINAL[figure]
  if (nominal === undefined || clusters === undefined || clusters <= 0) return undefined
  const tolerance = Z * Math.sqrt((nominal * (1 - nominal)) / clusters)
  if (Math.abs(value - nominal) <= tolerance) return undefined
  return value < nominal ? 'intervals too narrow' : 'intervals too wide'
}
