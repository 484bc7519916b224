interface Histogram {
  /** Edges, one more than counts; the last bin includes its right edge. */
  edges: number[]
  counts: number[]
}

interface Statistics {
  /** Valid cells; NaN cells are never counted. */
  count: number
  total: number
  min: number | null
  max: number | null
  mean: number | null
  /** Population standard deviation (divided by count), as in GDAL. */
  sd: number | null
  histogram: Histogram
  quantiles: number[]
}

interface StatisticsOptions {
  bins?: number
  /** Probabilities, default 0.02, 0.25, 0.5, 0.75, 0.98. */
  probabilities?: readonly number[]
}

/**
 * Exact statistics of all valid cells, in float64, two passes. Without valid cells, min, max, mean and sd are null and
 * the lists are empty.
 */
export function statistics(
  values: Float32Array | Float64Array,
  { bins = 64, probabilities = [0.02, 0.25, 0.5, 0.75, 0.98] }: StatisticsOptions = {},
): Statistics {
  const valid = Float64Array.from(values).filter((value) => !Number.isNaN(value))
  const count = valid.length
  const empty = { edges: [], counts: [] }
  if (count === 0) {
    const none = { min: null, max: null, mean: null, sd: null }
    return { count, total: values.length, ...none, histogram: empty, quantiles: [] }
  }
  let sum = 0
  for (const value of valid) sum += value
  const mean = sum / count
  let squares = 0
  for (const value of valid) squares += (value - mean) ** 2
  valid.sort()
  return {
    count,
    total: values.length,
    min: valid[0],
    max: valid[count - 1],
    mean,
    sd: Math.sqrt(squares / count),
    histogram: histogram(valid, bins),
    quantiles: probabilities.map((p) => quantileOfSorted(valid, p)),
  }
}

/** Quantile of sorted values by linear interpolation (R's type 7, numpy's default). */
export function quantileOfSorted(sorted: ArrayLike<number>, p: number): number {
  const at = (sorted.length - 1) * Math.min(1, Math.max(0, p))
  const low = Math.floor(at)
  const high = Math.min(sorted.length - 1, low + 1)
  return sorted[low] + (at - low) * (sorted[high] - sorted[low])
}

/** Bins of equal width from the smallest to the largest value; one bin if all are equal. */
function histogram(sorted: Float64Array, bins: number): Histogram {
  const min = sorted[0]
  const max = sorted[sorted.length - 1]
  if (min === max || !Number.isFinite(max - min)) return { edges: [min, max], counts: [sorted.length] }
  const counts = Array.from({ length: bins }, () => 0)
  const scale = bins / (max - min)
  for (const value of sorted) counts[Math.min(bins - 1, Math.floor((value - min) * scale))]++
  return { edges: Array.from({ length: bins + 1 }, (_, i) => (i === bins ? max : min + i / scale)), counts }
}
