import { expect, it } from 'vitest'
import { seededRandom } from '#service/modelling/numerics/random.ts'
import { splineOf, splineRow, type Spline } from '#service/modelling/components/splines.ts'

const random = seededRandom(4)
const values = Float64Array.from({ length: 200 }, () => random.normal())
const spline = splineOf(values, 0)!
const coefficients = Float64Array.from({ length: spline.columns }, () => random.normal())

function valueAt(of: Spline, x: number, u: Float64Array = coefficients): number {
  const row = new Float64Array(of.columns)
  splineRow(of, x, row, 0)
  return row.reduce((sum, z, c) => sum + z * u[c], 0)
}

/** ∫ s″(x)² dx by second differences on a fine grid; s″ is piecewise linear. */
function bending(u: Float64Array): number {
  const from = spline.knots[0]
  const step = (spline.knots[spline.columns + 1] - from) / 4000
  let sum = 0
  for (let i = 1; i < 4000; i++) {
    const x = from + i * step
    const second =
      (valueAt(spline, x - step, u) - 2 * valueAt(spline, x, u) + valueAt(spline, x + step, u)) / step ** 2
    sum += second ** 2 * step
  }
  return sum
}

it('penalises the integral of the squared second derivative, by the same factor in every direction', () => {
  const length = coefficients.reduce((sum, u) => sum + u * u, 0)
  const factor = bending(coefficients) / length
  for (let c = 0; c < spline.columns; c++) {
    const unit = new Float64Array(spline.columns)
    unit[c] = 1
    expect(bending(unit) / factor).toBeCloseTo(1, 2)
  }
})

it('has no constant and no slope over the clusters, and unit variance there', () => {
  let variance = 0
  for (let c = 0; c < spline.columns; c++) {
    const unit = new Float64Array(spline.columns)
    unit[c] = 1
    const column = values.map((x) => valueAt(spline, x, unit))
    expect(column.reduce((sum, z) => sum + z, 0)).toBeCloseTo(0, 8)
    expect(column.reduce((sum, z, i) => sum + z * values[i], 0)).toBeCloseTo(0, 8)
    variance += column.reduce((sum, z) => sum + (z * z) / values.length, 0)
  }
  expect(variance).toBeCloseTo(1, 10)
})

it('is a straight line beyond the outermost clusters', () => {
  const end = spline.knots[spline.columns + 1]
  const [a, b, c] = [1, 2, 3].map((beyond) => valueAt(spline, end + beyond))
  expect(c - b).toBeCloseTo(b - a, 8)
})

it('does not exist for a covariate with few levels', () => {
  expect(
    splineOf(
      values.map((x) => (x > 0 ? 1 : 0)),
      0,
    ),
  ).toBeNull()
  expect(
    splineOf(
      values.map((x) => Math.round(x)).map((x) => Math.max(-1, Math.min(1, x))),
      0,
    ),
  ).toBeNull()
})
