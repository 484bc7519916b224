import { logPrior, priorSlopes } from '../components/components.ts'
import type { LatentShape } from '../components/latent-shape.ts'
import type { Likelihood } from '../likelihood/likelihood.ts'
import { ModelError } from '../model-error.ts'
import { once } from '../once.ts'
import type { Evaluation } from '../numerics/optimise.ts'
import { selectedInverse } from '../sparse/selected-inverse.ts'
import { multiply, type SparseSymmetric } from '../sparse/symmetric.ts'
import { type BorderedFactor, borderOfInverse, solveBordered, withBorder } from './bordered-factor.ts'
import { factorOf, inner, linearAt, type NormalEquations, rightSide, traceOf } from './normal-equations.ts'
import { type LatticePlaces, type Field, surfaceAt } from './field.ts'
import type { Mode } from './mode.ts'
import { fieldVariances, latentVariancesOf } from './predictions.ts'

const MAX_ITERATIONS = 100
/** Of what a step promises to gain, in log units: the evidence is then exact to 1e-6. */
const TOLERANCE = 1e-12
/** Relative error of the objective. */
const ROUNDING = 1e-12
/** Steps with an earlier factor end once one gains less than the tolerance, or more than this share of the last gain. */
const STALE_SHARE = 0.2
/** Parameters farther than this (in logs) from typical values are not evaluated. */
const REACH = 8

interface State {
  u: Float64Array
  b: Float64Array
  e: Float64Array
  eta: Float64Array
  value: number
}

/** Q and the other precisions at theta. */
interface Prior {
  q: SparseSymmetric
  clusterVariance: number
  coefficientPrecision: Float64Array
}

/**
 * eta = A·u + X·b + e with a sparse precision of u, and Laplace's evidence of theta = log(sd, range, cluster sd,
 * sds of curves). The cluster effects e are eliminated exactly, which leaves W̃ = W/(1 + s²W) at the places; b borders
 * the sparse part. In exact arithmetic the evidence is that of a dense model with the covariance A·Q⁻¹·A′. Rue, Martino
 * and Chopin 2009; Rue and Held 2005.
 */
export class LatentModel {
  readonly shape: LatentShape
  readonly field: Field
  readonly places: LatticePlaces
  private warm: Pick<State, 'u' | 'b' | 'e'>
  /** The last factor and the curvature it is of: a step with it costs a solve. */
  private last: { factor: BorderedFactor; curvature: Float64Array } | null = null
  private current: Mode | null = null
  /** Variances of the clusters' latent values at other parameters, where `variationalMean` starts. */
  lastVariances: Float64Array | null = null

  /** `places` are those of the clusters. */
  constructor(shape: LatentShape, field: Field, places: LatticePlaces) {
    this.shape = shape
    this.field = field
    this.places = places
    this.warm = this.zero()
  }

  /** Parameters in their own units at theta. */
  parametersOf(theta: ArrayLike<number>) {
    const { coefficientVariance, parameterOf } = this.shape
    return {
      surface: { sd: Math.exp(theta[0]), rangeKm: Math.exp(theta[1]) },
      clusterVariance: Math.exp(2 * theta[2]),
      coefficientVariance: coefficientVariance.map((fixed, c) =>
        parameterOf[c] > 0 ? Math.exp(2 * theta[parameterOf[c]]) : fixed,
      ),
    }
  }

  /** Laplace's approximation at theta: Newton's iteration from the last mode. Throws ModelError if it does not converge. */
  mode(theta: Float64Array, likelihood: Likelihood = this.shape.likelihood): Mode {
    const isOwn = likelihood === this.shape.likelihood
    if (isOwn && this.current && isSame(this.current.theta, theta)) return this.current
    const { surface, clusterVariance, coefficientVariance } = this.parametersOf(theta)
    const coefficientPrecision = coefficientVariance.map((variance) => 1 / variance)
    const prior = { q: this.field.precision.at(surface), clusterVariance, coefficientPrecision }
    const { state, factor, slope, curvature, third } = this.climb(prior, likelihood)
    const { u, b, e, eta, value } = state
    const logMarginal =
      value +
      0.5 * this.field.precision.logDeterminant(surface).value +
      0.5 * coefficientPrecision.reduce((sum, precision) => sum + Math.log(precision), 0) -
      0.5 * factor.logDeterminant -
      0.5 * curvature.reduce((sum, w) => sum + Math.log1p(clusterVariance * w), 0)
    if (!Number.isFinite(logMarginal)) throw new ModelError(NOT_CONVERGED)
    this.warm = { u, b, e }
    const mode: Mode = {
      theta: theta.slice(),
      u,
      b,
      e,
      eta,
      slope,
      curvature,
      third,
      factor,
      logMarginal,
      inverse: once(() => selectedInverse(factor.sparse)),
      border: once(() => borderOfInverse(factor)),
    }
    if (isOwn) this.current = mode
    return mode
  }

  private climb(prior: Prior, likelihood: Likelihood) {
    const { n } = this.shape
    const [slope, curvature, third] = [0, 0, 0].map(() => new Float64Array(n))
    let state = this.stateOf(prior, likelihood, this.warm)
    const atZero = this.stateOf(prior, likelihood, this.zero())
    if (!(state.value > atZero.value)) state = atZero
    let fresh = this.last === null
    let lastGain = Infinity
    for (let iteration = 0; iteration < MAX_ITERATIONS; iteration++) {
      likelihood.derivatives(state.eta, slope, curvature, third)
      if (fresh || !this.last) {
        const { q, clusterVariance, coefficientPrecision } = prior
        const effective = curvature.map((w) => w / (1 + clusterVariance * w))
        const factor = factorOf(this.equations(), q, effective, coefficientPrecision)
        this.last = { factor, curvature: curvature.slice() }
      }
      const { next, gain } = this.stepFrom(state, prior, slope, this.last, likelihood)
      if (fresh && gain < TOLERANCE) {
        return { state: next, factor: this.last.factor, slope, curvature, third }
      }
      const isWorse = !(next.value >= state.value - ROUNDING * Math.abs(state.value))
      fresh ||= isWorse || gain < TOLERANCE || gain > STALE_SHARE * lastGain
      if (!isWorse) state = next
      lastGain = gain
    }
    throw new ModelError(NOT_CONVERGED)
  }

  /**
   * Newton's step for u, b and e together with the factor and the curvature W of `last`, halved until it gains, and what
   * a quadratic objective would gain. e is
   * eliminated: δe = s²·(r_e − W·δη)/(1 + s²W), where δη = A·δu + X·δb.
   */
  private stepFrom(
    state: State,
    { q, clusterVariance, coefficientPrecision }: Prior,
    slope: Float64Array,
    { factor, curvature }: NonNullable<LatentModel['last']>,
    likelihood: Likelihood,
  ): { next: State; gain: number } {
    const { u, b, e } = state
    const ofEffects = slope.map((value, i) => value - e[i] / clusterVariance)
    const scores = slope.map((value, i) => {
      const information = clusterVariance * curvature[i]
      return value - (information / (1 + information)) * ofEffects[i]
    })
    const qu = multiply(q, u)
    const right = rightSide(this.equations(), scores)
    for (let k = 0; k < qu.length; k++) right.nodes[k] -= qu[k]
    for (let c = 0; c < b.length; c++) right.columns[c] -= coefficientPrecision[c] * b[c]
    const { x, y } = solveBordered(factor, right.nodes, right.columns)
    const etaStep = this.latent(x, y)
    const de = ofEffects.map(
      (value, i) =>
        (clusterVariance * (value - curvature[i] * etaStep[i])) / (1 + clusterVariance * curvature[i]),
    )
    const gain =
      0.5 *
      (inner(x, right.nodes) +
        inner(y, right.columns) +
        ofEffects.reduce(
          (sum, value, i) => sum + (clusterVariance * value * value) / (1 + clusterVariance * curvature[i]),
          0,
        ))
    const prior = { q, clusterVariance, coefficientPrecision }
    for (let share = 1, halving = 0; ; share /= 2, halving++) {
      const along = (from: Float64Array, step: Float64Array) =>
        from.map((value, k) => value + share * step[k])
      const next = this.stateOf(prior, likelihood, { u: along(u, x), b: along(b, y), e: along(e, de) })
      if (next.value >= state.value - ROUNDING * Math.abs(state.value) || halving === 30)
        return { next, gain }
    }
  }

  private stateOf(prior: Prior, likelihood: Likelihood, { u, b, e }: Pick<State, 'u' | 'b' | 'e'>): State {
    const eta = this.latent(u, b, e)
    const quadratic =
      inner(u, multiply(prior.q, u)) +
      b.reduce((sum, value, c) => sum + value * value * prior.coefficientPrecision[c], 0) +
      inner(e, e) / prior.clusterVariance
    return { u, b, e, eta, value: likelihood.logDensity(eta) - 0.5 * quadratic }
  }

  /** Log evidence plus log priors, and the gradient by theta; null where the approximation breaks down. */
  evaluate(theta: Float64Array): Evaluation | null {
    const mode = this.modeWithin(theta)
    if (!mode) return null
    const gradient = this.slopes(mode)
    const prior = priorSlopes(theta, this.shape.priors)
    for (let index = 0; index < gradient.length; index++) gradient[index] += prior[index]
    return { value: mode.logMarginal + logPrior(theta, this.shape.priors), gradient }
  }

  /** The value of `evaluate`, without the gradient. */
  logPosterior(theta: Float64Array): number | null {
    const mode = this.modeWithin(theta)
    return mode && mode.logMarginal + logPrior(theta, this.shape.priors)
  }

  /** The mode within reach of the priors; null beyond it and where the approximation breaks down. */
  private modeWithin(theta: Float64Array): Mode | null {
    const { typical } = this.shape
    if (theta.some((value, index) => !(Math.abs(value - typical[index]) <= REACH))) return null
    try {
      return this.mode(theta)
    } catch (error) {
      if (error instanceof ModelError) return null
      throw error
    }
  }

  /** Posterior variances of the clusters' latent values. */
  latentVariances({ theta, curvature, inverse, border }: Mode): Float64Array {
    const { clusterVariance } = this.parametersOf(theta)
    const surface = fieldVariances(this.places, this.shape.design, inverse(), border())
    return latentVariancesOf(surface, clusterVariance, curvature)
  }

  /** The gradient of the evidence by theta; with the mode held, only that of the Gaussian at it. */
  slopes(mode: Mode, { isModeHeld = false } = {}): Float64Array {
    const { theta, u, b, e, curvature, third, factor } = mode
    const { field, places, shape } = this
    const { surface, clusterVariance, coefficientVariance } = this.parametersOf(theta)
    const { g, inverse: ofBorder } = mode.border()
    const surfaceVariance = fieldVariances(places, shape.design, mode.inverse(), mode.border())
    const shares = curvature.map((w) => 1 / (1 + clusterVariance * w))
    // Half the derivative of the log determinant by each eta, and the mode's response to it.
    const variances = latentVariancesOf(surfaceVariance, clusterVariance, curvature)
    const response = variances.map((variance, i) => (isModeHeld ? 0 : 0.5 * third[i] * variance))
    const right = rightSide(
      this.equations(),
      response.map((value, i) => value * shares[i]),
    )
    const { x: tu, y: tb } = solveBordered(factor, right.nodes, right.columns)
    const tEta = this.latent(tu, tb)

    const inverse = withBorder(field.pattern, mode.inverse(), g, ofBorder)
    const surfaceSlope = (derivative: SparseSymmetric) => {
      const product = multiply(derivative, u)
      return -0.5 * inner(u, product) - inner(tu, product) - 0.5 * traceOf(inverse, derivative)
    }
    const gradient = new Float64Array(theta.length)
    gradient[0] = surfaceSlope(field.precision.byLogSd(surface)) - field.size
    gradient[1] =
      surfaceSlope(field.precision.byLogRange(surface)) +
      0.5 * field.precision.logDeterminant(surface).byLogRange
    for (let i = 0; i < shape.n; i++) {
      const te = clusterVariance * shares[i] * (response[i] - curvature[i] * tEta[i])
      const variance =
        clusterVariance * shares[i] + (clusterVariance * curvature[i] * shares[i]) ** 2 * surfaceVariance[i]
      gradient[2] += (e[i] * e[i] + variance + 2 * te * e[i]) / clusterVariance - 1
    }
    for (let c = 0; c < shape.width; c++) {
      if (shape.parameterOf[c] === 0) continue
      const moment = b[c] * b[c] + ofBorder[c * shape.width + c] + 2 * tb[c] * b[c]
      gradient[shape.parameterOf[c]] += moment / coefficientVariance[c] - 1
    }
    return gradient
  }

  equations(): NormalEquations {
    return { field: this.field, places: this.places, design: this.shape.design, width: this.shape.width }
  }

  private zero() {
    const { n, width } = this.shape
    return { u: new Float64Array(this.field.size), b: new Float64Array(width), e: new Float64Array(n) }
  }

  /** A·u + X·b + e. */
  private latent(u: Float64Array, b: Float64Array, e?: Float64Array): Float64Array {
    const values = linearAt(surfaceAt(this.places, u), this.shape.design, b)
    return e ? values.map((value, i) => value + e[i]) : values
  }
}

const NOT_CONVERGED =
  'The model did not converge on these counts; check for extreme numerators or covariates.'

const isSame = (a: Float64Array, b: Float64Array) => a.every((value, index) => value === b[index])
