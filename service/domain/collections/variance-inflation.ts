import { meanFrom } from '../../raster/statistics/correlation.ts'

/**
 * Variance inflation factors 1 / (1 − R²ⱼ): the diagonal of the inverse of the correlation matrix. Infinity if a
 * covariate is a linear combination of others. `columns`: one array per covariate, all of the same length. Reference:
 * Belsley, Kuh & Welsch (1980), Regression Diagnostics, 3.2.
 */
export function varianceInflation(columns: readonly Float64Array[]): number[] {
  const p = columns.length
  const standard = columns.map(standardise)
  const n = columns[0]?.length ?? 0
  const a = Array.from({ length: p }, (_, i) =>
    Array.from({ length: 2 * p }, (__, j) =>
      j < p ? dot(standard[i], standard[j]) / n : j - p === i ? 1 : 0,
    ),
  )
  const dependent = new Set<number>()
  for (let k = 0; k < p; k++) {
    // Below this the covariate is, up to rounding, a combination of those before it: it is set aside and the rest
    // continues.
    if (a[k][k] < 1e-10) {
      dependent.add(k)
      continue
    }
    const pivot = a[k][k]
    for (let j = 0; j < 2 * p; j++) a[k][j] /= pivot
    for (let i = 0; i < p; i++) {
      if (i === k || dependent.has(i)) continue
      const factor = a[i][k]
      if (factor !== 0) for (let j = 0; j < 2 * p; j++) a[i][j] -= factor * a[k][j]
    }
  }
  return Array.from({ length: p }, (_, i) => (dependent.has(i) ? Infinity : a[i][p + i]))
}

function standardise(values: Float64Array): Float64Array {
  // Differences from one of the values lose no digits to a large offset.
  const [first] = values
  const mean = meanFrom(first, values)
  const centred = values.map((value) => value - first - mean)
  const sd = Math.sqrt(dot(centred, centred) / values.length)
  return sd > 0 ? centred.map((value) => value / sd) : centred
}

const dot = (a: Float64Array, b: Float64Array) => {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i]
  return sum
}
