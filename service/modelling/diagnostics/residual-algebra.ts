import { solveBordered } from '../inference/bordered-factor.ts'
import { inner, linearAt, rightSide } from '../inference/normal-equations.ts'
import type { LatticeFit } from '../inference/lattice-fit.ts'
import { atNodes, surfaceAt } from '../inference/field.ts'
import { seededRandom } from '../numerics/random.ts'
import { sparseCholesky } from '../sparse/cholesky.ts'
import { solve } from '../sparse/solve.ts'
import { multiply } from '../sparse/symmetric.ts'
import type { ResidualAlgebra } from './unit-residuals.ts'

/** Probes for traces: their relative standard error is about 3 %, of a small correction. */
const PROBES = 50

/**
 * R = W̃ − W̃·Â·M⁻¹·Â′·W̃ with Â = [A, X], W̃ = W/(1 + s²W) and M the posterior precision of the field (Woodbury's
 * identity); K's derivatives by solves with Q. Traces by Hutchinson's estimator (1990) with fixed signs.
 */
export function residualAlgebraOf({
  model,
  mode,
  clusterSd,
  coefficients,
  coefficientVariance,
}: LatticeFit): ResidualAlgebra {
  const { field, places, shape } = model
  const { surface } = model.parametersOf(mode.theta)
  const { n, design } = shape
  const clusterVariance = clusterSd ** 2
  const weights = mode.curvature.map((w) => w / (1 + clusterVariance * w))
  const prior = sparseCholesky(field.precision.at(surface), field.symbolic)
  if (!prior) throw new RangeError('The precision of the surface has no factor.')
  const byRange = field.precision.byLogRange(surface)
  const covarianceOf = (nodes: Float64Array) => solve(prior, nodes, 1)

  function timesR(row: Float64Array): Float64Array {
    const products = row.map((value, i) => value * weights[i])
    const { nodes, columns } = rightSide(model.equations(), products)
    const { x, y } = solveBordered(mode.factor, nodes, columns)
    const smooth = linearAt(surfaceAt(places, x), design, y)
    return products.map((value, i) => value - weights[i] * smooth[i])
  }
  function timesDerivative(row: Float64Array, k: number): Float64Array {
    if (k === 2) return row.map((value) => 2 * clusterVariance * value)
    const u = covarianceOf(atNodes(places, field.size, row, 1))
    if (k === 0) return surfaceAt(places, u).map((value) => 2 * value)
    return surfaceAt(places, covarianceOf(multiply(byRange, u))).map((value) => -value)
  }
  const byRow = (of: (row: Float64Array) => Float64Array) => (rows: Float64Array) => {
    const out = new Float64Array(rows.length)
    for (let at = 0; at < rows.length; at += n) out.set(of(rows.subarray(at, at + n)), at)
    return out
  }
  return {
    a: mode.slope,
    timesR: byRow(timesR),
    timesDerivative: (rows, k) => byRow((row) => timesDerivative(row, k))(rows),
    scores: () => model.slopes(mode, { isModeHeld: true }).subarray(0, 3),
    information() {
      const random = seededRandom(0, 14)
      const information = new Float64Array(9)
      for (let probe = 0; probe < PROBES; probe++) {
        const z = Float64Array.from({ length: n }, () => (random.uniform() < 0.5 ? -1 : 1))
        const rz = timesR(z)
        const left = [0, 1, 2].map((k) => timesDerivative(rz, k))
        const right = [0, 1, 2].map((k) => timesR(timesDerivative(z, k)))
        for (let k = 0; k < 3; k++) {
          for (let m = 0; m <= k; m++) {
            const share = (inner(left[k], right[m]) + inner(left[m], right[k])) / (4 * PROBES)
            information[3 * k + m] += share
            if (m < k) information[3 * m + k] += share
          }
        }
      }
      return information
    },
    intercept: { mean: coefficients[0], variance: coefficientVariance[0] },
  }
}
