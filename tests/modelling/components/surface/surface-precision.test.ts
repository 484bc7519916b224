import { expect, test } from 'vitest'
import { LATTICE_REACH, latticeAround } from '#service/modelling/components/surface/lattice.ts'
import { surfacePrecision } from '#service/modelling/components/surface/surface-precision.ts'
import { logDeterminant, sparseCholesky } from '#service/modelling/sparse/cholesky.ts'
import { dissectionOrder } from '#service/modelling/sparse/dissection.ts'
import { selectedInverse } from '#service/modelling/sparse/selected-inverse.ts'
import { solve } from '#service/modelling/sparse/solve.ts'
import { symbolicFactor } from '#service/modelling/sparse/symbolic-factor.ts'

const SPACING = 10

function square(sideKm: number) {
  const steps = 41
  const places = Float64Array.from(
    { length: 2 * steps * steps },
    (_, k) => (k % 2 === 0 ? (k / 2) % steps : Math.floor(k / 2 / steps)) * (sideKm / (steps - 1)),
  )
  return latticeAround(places, SPACING, 100)
}

function setting(sideKm: number) {
  const lattice = square(sideKm)
  const precision = surfacePrecision(lattice)
  const first = precision.at({ sd: 1, rangeKm: 100 })
  const symbolic = symbolicFactor(first, dissectionOrder(lattice.columns, lattice.rows, LATTICE_REACH))
  return { lattice, precision, symbolic }
}

// R: x <- sqrt(8) * c(0.5, 1, 1.5); x * besselK(x, 1)
const MATERN = [
  { steps: 5, correlation: 0.44434 },
  { steps: 10, correlation: 0.13967 },
  { steps: 15, correlation: 0.04017 },
]

test('covariances are those of a Matérn surface with ν = 1 in all directions; variances at nodes a little larger', () => {
  const { lattice, precision, symbolic } = setting(600)
  const sd = 1.5
  const factor = sparseCholesky(precision.at({ sd, rangeKm: 100 }), symbolic)!
  const row = Math.round((300 - lattice.y0) / ((SPACING * Math.sqrt(3)) / 2))
  const column = Math.round((300 - lattice.x0) / SPACING - row / 2)
  const middle = lattice.nodeAt(column, row)
  const unit = new Float64Array(lattice.columns.length)
  unit[middle] = 1
  const covariances = solve(factor, unit, 1).map((covariance) => covariance / sd ** 2)
  expect(covariances[middle]).toBeGreaterThan(1)
  expect(covariances[middle]).toBeLessThan(1.05)
  for (const { steps, correlation } of MATERN) {
    const around = [
      [1, 0],
      [0, 1],
      [-1, 1],
      [-1, 0],
    ].map(([x, y]) => covariances[lattice.nodeAt(column + steps * x, row + steps * y)])
    for (const covariance of around) expect(Math.abs(covariance - correlation)).toBeLessThan(0.002)
  }
})

test('derivatives by log sd and log range are those of log |Q|', () => {
  const { precision, symbolic } = setting(150)
  const at = { sd: 0.8, rangeKm: 70 }
  const logOf = (sd: number, rangeKm: number) =>
    logDeterminant(sparseCholesky(precision.at({ sd, rangeKm }), symbolic)!)
  const step = 1e-4
  const numeric = {
    sd: (logOf(at.sd * Math.exp(step), 70) - logOf(at.sd * Math.exp(-step), 70)) / (2 * step),
    range: (logOf(0.8, 70 * Math.exp(step)) - logOf(0.8, 70 * Math.exp(-step))) / (2 * step),
  }
  const matrix = precision.at(at)
  const inverse = selectedInverse(sparseCholesky(matrix, symbolic)!)
  // tr(Q⁻¹·∂Q): entries beside the diagonal count twice.
  const trace = (derivative: { starts: Int32Array; rows: Int32Array; values: Float64Array }) => {
    let sum = 0
    for (let j = 0; j < matrix.size; j++) {
      for (let k = derivative.starts[j]; k < derivative.starts[j + 1]; k++) {
        sum += (derivative.rows[k] === j ? 1 : 2) * inverse[k] * derivative.values[k]
      }
    }
    return sum
  }
  expect(trace(precision.byLogSd(at)) / numeric.sd).toBeCloseTo(1, 6)
  expect(trace(precision.byLogRange(at)) / numeric.range).toBeCloseTo(1, 6)
})
