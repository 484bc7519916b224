import { cholesky, solveUpper } from '../numerics/linear-algebra.ts'

/**
 * A natural cubic regression spline of one standardised covariate without its constant and linear parts: a thin-plate
 * spline of one variable with knots. Column c at x is Σ_k map[k, c]·|x − knot_k|³/12 − trend[0, c] − trend[1, c]·x.
 */
export interface Spline {
  /** Index among the covariates. */
  covariate: number
  knots: Float64Array
  columns: number
  /** knots × columns. */
  map: Float64Array
  /** 2 × columns. */
  trend: Float64Array
}

const KNOTS = 10
export const MIN_KNOTS = 5
/** Least distance between knots, as a share of the range. */
const MIN_GAP = 0.02

/** Quantiles of the distinct values, both ends included, no two closer than `MIN_GAP`. */
function knotsOf(values: Float64Array): Float64Array {
  const distinct = [...new Set(values)].toSorted((a, b) => a - b)
  const range = distinct[distinct.length - 1] - distinct[0]
  const knots: number[] = []
  for (let k = 0; k < KNOTS; k++) {
    const value = distinct[Math.round((k * (distinct.length - 1)) / (KNOTS - 1))]
    if (knots.length === 0 || value - knots[knots.length - 1] > MIN_GAP * range) knots.push(value)
  }
  return Float64Array.from(knots)
}

/**
 * The spline of `values` scaled so that coefficients u ~ N(0, tau²·I) penalise ∫ s″(x)² dx and tau is the standard
 * deviation of s(x) over the clusters. Beyond the outer knots s is linear. Null for values with too few distinct levels.
 * Green and Silverman 1994, chapter 2; Wood 2003, JRSS B 65 (low-rank thin-plate splines).
 */
export function splineOf(values: Float64Array, covariate: number): Spline | null {
  const knots = knotsOf(values)
  const count = knots.length
  if (count < MIN_KNOTS) return null
  const columns = count - 2
  // Second divided differences span the coefficients orthogonal to constants and lines.
  const differences = new Float64Array(columns * count)
  for (let c = 0; c < columns; c++) {
    const before = 1 / (knots[c + 1] - knots[c])
    const after = 1 / (knots[c + 2] - knots[c + 1])
    differences.set([before, -before - after, after], c * count + c)
  }
  const penalty = new Float64Array(columns * columns)
  for (let c = 0; c < columns; c++) {
    for (let d = 0; d <= c; d++) {
      for (let k = c; k < c + 3; k++) {
        for (let m = d; m < d + 3; m++) {
          penalty[c * columns + d] +=
            differences[c * count + k] * cubic(knots[k], knots[m]) * differences[d * count + m]
        }
      }
    }
  }
  if (!cholesky(penalty, columns)) return null
  // map' = L⁻¹·differences, so that map'·E·map = I.
  const map = new Float64Array(count * columns)
  const unit = new Float64Array(columns)
  for (let c = 0; c < columns; c++) {
    unit.fill(0)
    unit[c] = 1
    solveUpper(penalty, columns, unit)
    for (let k = 0; k < count; k++)
      for (let d = 0; d < columns; d++) map[k * columns + c] += differences[d * count + k] * unit[d]
  }
  return withoutTrend({ covariate, knots, columns, map, trend: new Float64Array(2 * columns) }, values)
}

const cubic = (x: number, knot: number) => Math.abs(x - knot) ** 3 / 12

/** Removes each column's least-squares line over the clusters and scales all to a mean variance of 1 there. */
function withoutTrend(spline: Spline, values: Float64Array): Spline | null {
  const { columns } = spline
  const n = values.length
  const rows = new Float64Array(n * columns)
  values.forEach((x, i) => splineRow(spline, x, rows, i * columns))
  const centre = values.reduce((sum, x) => sum + x, 0) / n
  const squares = values.reduce((sum, x) => sum + (x - centre) ** 2, 0)
  const trend = new Float64Array(2 * columns)
  let left = 0
  for (let c = 0; c < columns; c++) {
    let mean = 0
    let slope = 0
    for (let i = 0; i < n; i++) {
      mean += rows[i * columns + c] / n
      slope += (rows[i * columns + c] * (values[i] - centre)) / squares
    }
    trend[c] = mean - slope * centre
    trend[columns + c] = slope
    for (let i = 0; i < n; i++) left += (rows[i * columns + c] - trend[c] - slope * values[i]) ** 2 / n
  }
  if (!(left > 0)) return null
  const scale = 1 / Math.sqrt(left)
  return { ...spline, map: spline.map.map((v) => v * scale), trend: trend.map((v) => v * scale) }
}

/** The columns at x into `out` from `at`. */
export function splineRow(
  { knots, columns, map, trend }: Spline,
  x: number,
  out: Float64Array,
  at: number,
): void {
  for (let c = 0; c < columns; c++) out[at + c] = -trend[c] - trend[columns + c] * x
  knots.forEach((knot, k) => {
    const value = cubic(x, knot)
    for (let c = 0; c < columns; c++) out[at + c] += value * map[k * columns + c]
  })
}
