import type { LatentShape } from '../components/latent-shape.ts'
import { RANGE_PER_LENGTH_SCALE } from '../components/matern.ts'
import { logPrior, priorSlopes } from '../components/parameter-priors.ts'
import type { Likelihood } from '../likelihood/likelihood.ts'
import { ModelError } from '../model-error.ts'
import type { Evaluation } from '../numerics/optimise.ts'
import { selectedInverse } from '../sparse/selected-inverse.ts'
import { multiply, type SparseSymmetric } from '../sparse/symmetric.ts'
import { type BorderedFactor, borderedFactor, borderOfInverse, solveBordered } from './bordered-factor.ts'
import { addPlaces, atNodes, type LatticePlaces, type SparseField, surfaceAt } from './sparse-field.ts'
import type { SparseMode } from './sparse-mode.ts'
import { fieldVariances } from './sparse-predictions.ts'

const MAX_ITERATIONS = 60
/** Convergence tolerance of the objective, in log units. */
const TOLERANCE = 1e-9

/**
 * eta = A·u + X·b + e with a sparse precision of u, and Laplace's evidence of theta = log(sd, length scale, cluster sd,
 * sds of curves). The cluster effects e are eliminated exactly, which leaves W̃ = W/(1 + s²W) at the places; b borders
 * the sparse part. In exact arithmetic the evidence is that of `LatentModel` with the covariance A·Q⁻¹·A′. Rue, Martino
 * and Chopin 2009; Rue and Held 2005.
 */
export class SparseLatentModel {
  readonly shape: LatentShape
  readonly field: SparseField
  readonly places: LatticePlaces
  private warm: Pick<SparseMode, 'u' | 'b' | 'e'>

  /** `places` are those of the clusters. */
  constructor(shape: LatentShape, field: SparseField, places: LatticePlaces) {
    this.shape = shape
    this.field = field
    this.places = places
    this.warm = {
      u: new Float64Array(field.size),
      b: new Float64Array(shape.width),
      e: new Float64Array(shape.n),
    }
  }

  private parametersOf(theta: Float64Array) {
    const { coefficientVariance, curveOf } = this.shape
    return {
      surface: { sd: Math.exp(theta[0]), rangeKm: RANGE_PER_LENGTH_SCALE * Math.exp(theta[1]) },
      clusterVariance: Math.exp(2 * theta[2]),
      coefficientPrecision: coefficientVariance.map((fixed, c) =>
        curveOf[c] > 0 ? Math.exp(-2 * theta[curveOf[c]]) : 1 / fixed,
      ),
    }
  }

  /** Newton's iteration from the last mode. Throws ModelError if it does not converge. */
  mode(theta: Float64Array, likelihood: Likelihood = this.shape.likelihood): SparseMode {
    const { field, places } = this
    const { n } = this.shape
    const { surface, clusterVariance, coefficientPrecision } = this.parametersOf(theta)
    const prior = field.precision.at(surface)
    const determinant = field.precision.logDeterminant(surface)
    const [gradient, curvature, third] = [0, 0, 0].map(() => new Float64Array(n))
    const objectiveOf = (u: Float64Array, b: Float64Array, e: Float64Array) => {
      const eta = this.latent(u, b, e)
      const quadratic =
        inner(u, multiply(prior, u)) +
        b.reduce((sum, value, c) => sum + value * value * coefficientPrecision[c], 0) +
        inner(e, e) / clusterVariance
      return { eta, value: likelihood.logDensity(eta) - 0.5 * quadratic }
    }
    let { u, b, e } = this.warm
    let { eta, value } = objectiveOf(u, b, e)
    for (let iteration = 0; iteration < MAX_ITERATIONS; iteration++) {
      likelihood.derivatives(eta, gradient, curvature, third)
      const effective = curvature.map((w) => w / (1 + clusterVariance * w))
      const factor = this.factorOf(prior, effective, coefficientPrecision)
      // Working values W̃·z of z = eta + gradient / W.
      const working = eta.map(
        (latent, i) => (curvature[i] * latent + gradient[i]) / (1 + clusterVariance * curvature[i]),
      )
      const next = solveBordered(factor, atNodes(places, field.size, working, 1), this.ofDesign(working))
      const surfaceEta = this.latent(next.x, next.y)
      let nextE = working.map((value, i) => clusterVariance * (value - effective[i] * surfaceEta[i]))
      let candidate = objectiveOf(next.x, next.y, nextE)
      for (
        let halving = 0;
        !(candidate.value >= value - 1e-12 * Math.abs(value)) && halving < 30;
        halving++
      ) {
        next.x = middle(next.x, u)
        next.y = middle(next.y, b)
        nextE = middle(nextE, e)
        candidate = objectiveOf(next.x, next.y, nextE)
      }
      const gain = candidate.value - value
      ;({ eta, value } = candidate)
      ;[u, b, e] = [next.x, next.y, nextE]
      if (!(Math.abs(gain) < TOLERANCE)) continue
      const logMarginal =
        value +
        0.5 * determinant.value +
        0.5 * coefficientPrecision.reduce((sum, precision) => sum + Math.log(precision), 0) -
        0.5 * factor.logDeterminant -
        0.5 * curvature.reduce((sum, w) => sum + Math.log1p(clusterVariance * w), 0)
      if (!Number.isFinite(logMarginal)) break
      this.warm = { u, b, e }
      return { u, b, e, eta, curvature, third, factor, determinantSlope: determinant.byLogRange, logMarginal }
    }
    throw new ModelError(
      'The model did not converge on these counts; check for extreme numerators or covariates.',
    )
  }

  /** Log evidence plus log priors, and the gradient by theta; null where the approximation breaks down. */
  evaluate(theta: Float64Array): Evaluation | null {
    let mode
    try {
      mode = this.mode(theta)
    } catch (error) {
      if (error instanceof ModelError) return null
      throw error
    }
    const gradient = this.slopes(theta, mode)
    const prior = priorSlopes(theta, this.shape)
    for (let index = 0; index < gradient.length; index++) gradient[index] += prior[index]
    return { value: mode.logMarginal + logPrior(theta, this.shape), gradient }
  }

  /** Posterior variances of the clusters' latent values. */
  latentVariances(theta: Float64Array, { factor, curvature }: SparseMode): Float64Array {
    const { clusterVariance } = this.parametersOf(theta)
    const inverse = selectedInverse(factor.sparse)
    const surface = fieldVariances(this.places, this.shape.design, inverse, borderOfInverse(factor))
    return latentVariancesOf(surface, clusterVariance, curvature)
  }

  private slopes(
    theta: Float64Array,
    { u, b, e, curvature, third, factor, determinantSlope }: SparseMode,
  ): Float64Array {
    const { field, places, shape } = this
    const { surface, clusterVariance, coefficientPrecision } = this.parametersOf(theta)
    const inverse = selectedInverse(factor.sparse)
    const border = borderOfInverse(factor)
    const { g, inverse: ofBorder } = border
    const surfaceVariance = fieldVariances(places, shape.design, inverse, border)
    const shares = curvature.map((w) => 1 / (1 + clusterVariance * w))
    // Half the derivative of the log determinant by each eta, and the mode's response to it.
    const variances = latentVariancesOf(surfaceVariance, clusterVariance, curvature)
    const response = variances.map((variance, i) => 0.5 * third[i] * variance)
    const right = response.map((value, i) => value * shares[i])
    const { x: tu, y: tb } = solveBordered(
      factor,
      atNodes(places, field.size, right, 1),
      this.ofDesign(right),
    )
    const tEta = this.latent(tu, tb)

    const surfaceSlope = (derivative: SparseSymmetric) => {
      const product = multiply(derivative, u)
      return (
        -0.5 * inner(u, product) -
        inner(tu, product) -
        0.5 * (traceOf(inverse, derivative) + borderTrace(derivative, g, ofBorder))
      )
    }
    const gradient = new Float64Array(theta.length)
    gradient[0] = surfaceSlope(field.precision.byLogSd(surface)) - field.size
    gradient[1] = surfaceSlope(field.precision.byLogRange(surface)) + 0.5 * determinantSlope
    for (let i = 0; i < shape.n; i++) {
      const te = clusterVariance * shares[i] * (response[i] - curvature[i] * tEta[i])
      const variance =
        clusterVariance * shares[i] + (clusterVariance * curvature[i] * shares[i]) ** 2 * surfaceVariance[i]
      gradient[2] += (e[i] * e[i] + variance + 2 * te * e[i]) / clusterVariance - 1
    }
    for (let c = 0; c < shape.width; c++) {
      if (shape.curveOf[c] === 0) continue
      const moment = b[c] * b[c] + ofBorder[c * shape.width + c] + 2 * tb[c] * b[c]
      gradient[shape.curveOf[c]] += coefficientPrecision[c] * moment - 1
    }
    return gradient
  }

  private factorOf(
    prior: SparseSymmetric,
    effective: Float64Array,
    coefficientPrecision: Float64Array,
  ): BorderedFactor {
    const { field, places, shape } = this
    const { n, width, design } = shape
    const values = prior.values.slice()
    addPlaces(places, effective, values)
    const scaled = design.map((value, at) => value * effective[Math.floor(at / width)])
    const c = new Float64Array(width * width)
    for (let k = 0; k < width; k++) c[k * width + k] = coefficientPrecision[k]
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < width; j++) {
        for (let k = 0; k <= j; k++) c[j * width + k] += scaled[i * width + j] * design[i * width + k]
      }
    }
    const b = atNodes(places, field.size, scaled, width)
    const factor = borderedFactor({ ...prior, values }, field.symbolic, b, c, width)
    if (!factor) {
      throw new ModelError('The covariance of the clusters is singular; look for extreme or repeated values.')
    }
    return factor
  }

  /** A·u + X·b + e. */
  private latent(u: Float64Array, b: Float64Array, e?: Float64Array): Float64Array {
    const { width, design } = this.shape
    return surfaceAt(this.places, u).map((value, i) => {
      let sum = value + (e ? e[i] : 0)
      for (let c = 0; c < width; c++) sum += design[i * width + c] * b[c]
      return sum
    })
  }

  /** X′·r. */
  private ofDesign(r: Float64Array): Float64Array {
    const { width, design } = this.shape
    const sums = new Float64Array(width)
    for (let k = 0; k < design.length; k++) sums[k % width] += design[k] * r[Math.floor(k / width)]
    return sums
  }
}

/** Variances of A·u + X·b + e, from those of A·u + X·b. */
function latentVariancesOf(
  surface: Float64Array,
  clusterVariance: number,
  curvature: Float64Array,
): Float64Array {
  return surface.map((variance, i) => {
    const share = 1 / (1 + clusterVariance * curvature[i])
    return clusterVariance * share + share * share * variance
  })
}

function inner(a: Float64Array, b: Float64Array): number {
  return a.reduce((sum, value, i) => sum + value * b[i], 0)
}

const middle = (a: Float64Array, b: Float64Array) => a.map((value, i) => 0.5 * (value + b[i]))

/** tr(Z·D) for symmetric matrices of one pattern, Z's values at it. */
function traceOf(z: Float64Array, { size, starts, rows, values }: SparseSymmetric): number {
  let sum = 0
  for (let j = 0; j < size; j++) {
    for (let k = starts[j]; k < starts[j + 1]; k++) sum += (rows[k] === j ? 1 : 2) * z[k] * values[k]
  }
  return sum
}

/** tr(G·V·G′·D) for G with a row for each row of D. */
function borderTrace(d: SparseSymmetric, g: Float64Array, v: Float64Array): number {
  const width = Math.sqrt(v.length)
  let sum = 0
  for (let a = 0; a < width; a++) {
    const product = multiply(
      d,
      Float64Array.from({ length: d.size }, (_, k) => g[k * width + a]),
    )
    for (let k = 0; k < d.size; k++) {
      for (let b = 0; b < width; b++) sum += product[k] * g[k * width + b] * v[b * width + a]
    }
  }
  return sum
}
