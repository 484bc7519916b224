import { designMatrix, standardisationOf, type Standardisation } from './design.ts'
import { laplaceMode, type LaplaceMode } from './laplace.ts'
import { binomialLikelihood, type Likelihood } from './likelihood.ts'
import { inverseFromCholesky, multiply } from './linear-algebra.ts'
import { maternMatrices } from './matern.ts'
import { ModelError } from './model-error.ts'
import { maximise, type Evaluation } from './optimise.ts'
import { chordMatrix, spherePoints } from './sphere.ts'
import type { ClusterData, LogParameters } from './types.ts'

/** Prior standard deviations of the intercept and of a coefficient per standardised covariate, logit scale. */
export const INTERCEPT_SD = 5
export const COEFFICIENT_SD = 1

/** Log-normal priors: median of the surface's sd, of the cluster effect's sd, and the spread (in logs) of each parameter. */
const PRIOR_SD = 0.5
const PRIOR_CLUSTER_SD = 0.3
const PRIOR_SPREAD = 1
/** Prior median of the length scale over the extent (root mean square distance) of the clusters. */
const PRIOR_LENGTH_SHARE = 0.25

export interface GpFit {
  points: Float64Array
  design: Float64Array
  /** Columns of `design`: intercept and covariates. */
  width: number
  standardisation: Standardisation
  parameters: LogParameters
  sd: number
  lengthScaleKm: number
  clusterSd: number
  /** Prior variances of the columns of `design`. */
  coefficientVariance: Float64Array
  /** Matérn correlation of the clusters, n·n. */
  correlation: Float64Array
  mode: LaplaceMode
  logMarginal: number
  iterations: number
}

interface Prior {
  centre: Float64Array
  spread: Float64Array
}

function priorOf(distances: Float64Array): Prior {
  let squares = 0
  for (const distance of distances) squares += distance * distance
  const extent = Math.sqrt(squares / distances.length)
  if (!(extent > 0)) throw new ModelError('All clusters lie on one point; check longitude and latitude.')
  return {
    centre: Float64Array.of(
      Math.log(PRIOR_SD),
      Math.log(PRIOR_LENGTH_SHARE * extent),
      Math.log(PRIOR_CLUSTER_SD),
    ),
    spread: Float64Array.of(PRIOR_SPREAD, PRIOR_SPREAD, PRIOR_SPREAD),
  }
}

/**
 * The latent model eta = X·b + g(s) + e on the clusters, as one Gaussian prior with covariance
 * K(theta) = X·S·X' + sd²·M(rho) + clusterSd²·I, and its penalised evidence with gradient
 * (Rasmussen and Williams 2006, algorithm 5.1).
 */
class LatentModel {
  readonly n: number
  readonly correlation: Float64Array
  private readonly derivative: Float64Array
  private readonly k: Float64Array
  private readonly work: Float64Array
  private warmA: Float64Array | null = null
  private readonly distances: Float64Array
  private readonly linear: Float64Array
  private readonly likelihood: Likelihood
  private readonly prior: Prior

  constructor(distances: Float64Array, linear: Float64Array, likelihood: Likelihood, prior: Prior) {
    this.distances = distances
    this.linear = linear
    this.likelihood = likelihood
    this.prior = prior
    this.n = likelihood.size
    this.correlation = new Float64Array(this.n * this.n)
    this.derivative = new Float64Array(this.n * this.n)
    this.k = new Float64Array(this.n * this.n)
    this.work = new Float64Array(this.n * this.n)
  }

  mode(theta: Float64Array): LaplaceMode {
    const { n, k, correlation } = this
    const variance = Math.exp(2 * theta[0])
    const clusterVariance = Math.exp(2 * theta[2])
    maternMatrices(this.distances, n, Math.exp(theta[1]), correlation, this.derivative)
    for (let index = 0; index < k.length; index++) {
      k[index] = this.linear[index] + variance * correlation[index]
    }
    for (let i = 0; i < n; i++) k[i * n + i] += clusterVariance
    const mode = laplaceMode(k, this.likelihood, this.warmA, this.work)
    this.warmA = mode.a
    return mode
  }

  /** Log evidence plus log priors, and the gradient by theta; null where the approximation breaks down. */
  evaluate(theta: Float64Array): Evaluation | null {
    const { n, correlation, derivative } = this
    if (theta.some((value, index) => Math.abs(value - this.prior.centre[index]) > 8)) return null
    let mode: LaplaceMode
    try {
      mode = this.mode(theta)
    } catch (error) {
      if (error instanceof ModelError) return null
      throw error
    }
    const variance = Math.exp(2 * theta[0])
    const clusterVariance = Math.exp(2 * theta[2])
    const { a, rootW, third } = mode
    const inverseB = inverseFromCholesky(mode.l, n)

    // s2 = ½ diag((K⁻¹ + W)⁻¹)·∂³ log p, the diagonal being (1 − B⁻¹_ii)/W_ii.
    const s2 = new Float64Array(n)
    for (let i = 0; i < n; i++) {
      s2[i] = (0.5 * third[i] * (1 - inverseB[i * n + i])) / (rootW[i] * rootW[i])
    }
    // The implicit part is s2'(I + K·W)⁻¹·dK·a: with u = R·K·s2 it is (s2 − u)'·dK·a, R = W^½ B⁻¹ W^½.
    const ks = new Float64Array(n)
    multiply(this.k, s2, ks)
    const u = new Float64Array(n)
    for (let i = 0; i < n; i++) ks[i] *= rootW[i]
    multiply(inverseB, ks, u)
    for (let i = 0; i < n; i++) u[i] = s2[i] - u[i] * rootW[i]

    const gradient = new Float64Array(3)
    for (let i = 0; i < n; i++) {
      let bySd = 0
      let byLength = 0
      const row = i * n
      for (let j = 0; j < n; j++) {
        const weight = 0.5 * (a[i] * a[j] - rootW[i] * inverseB[row + j] * rootW[j]) + u[i] * a[j]
        bySd += weight * correlation[row + j]
        byLength += weight * derivative[row + j]
      }
      gradient[0] += 2 * variance * bySd
      gradient[1] += variance * byLength
      const own = 0.5 * (a[i] * a[i] - rootW[i] * inverseB[row + i] * rootW[i]) + u[i] * a[i]
      gradient[2] += 2 * clusterVariance * own
    }
    let value = mode.logMarginal
    for (let index = 0; index < 3; index++) {
      const scaled = (theta[index] - this.prior.centre[index]) / this.prior.spread[index]
      value -= 0.5 * scaled * scaled
      gradient[index] -= scaled / this.prior.spread[index]
    }
    return { value, gradient }
  }
}

/** The penalised evidence of a data set as a function of the log parameters; apart for tests of its gradient. */
export function latentModel(data: ClusterData, names: string[], strict: boolean) {
  const n = data.longitude.length
  const points = spherePoints(data.longitude, data.latitude)
  const standardisation = standardisationOf(data.covariates, names, strict)
  const design = designMatrix(data.covariates, n, standardisation)
  const width = data.covariates.length + 1
  const coefficientVariance = new Float64Array(width).fill(COEFFICIENT_SD ** 2)
  coefficientVariance[0] = INTERCEPT_SD ** 2
  const linear = new Float64Array(n * n)
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = 0
      for (let c = 0; c < width; c++) {
        sum += design[i * width + c] * coefficientVariance[c] * design[j * width + c]
      }
      linear[i * n + j] = linear[j * n + i] = sum
    }
  }
  const distances = chordMatrix(points, points)
  const prior = priorOf(distances)
  const model = new LatentModel(
    distances,
    linear,
    binomialLikelihood(data.numerator, data.denominator),
    prior,
  )
  return { model, prior, points, design, width, standardisation, coefficientVariance }
}

/**
 * Fits the binomial Gaussian process: parameters by penalised maximum evidence, latent values by Laplace.
 * Without `start`, two starts (a long and a short length scale) guard against a local optimum.
 * Throws ModelError where the data cannot carry the model.
 */
export async function fitGp(
  data: ClusterData,
  names: string[],
  options: { start?: LogParameters; strict: boolean; pause?: () => Promise<void> },
): Promise<GpFit> {
  const { model, prior, ...shape } = latentModel(data, names, options.strict)
  const starts = options.start
    ? [Float64Array.from(options.start)]
    : [0, -1.2].map((shift) => Float64Array.of(prior.centre[0], prior.centre[1] + shift, prior.centre[2]))
  let best: { point: Float64Array; value: number; iterations: number } | null = null
  for (const start of starts) {
    const found = await maximise((theta) => model.evaluate(theta), start, {
      maxIterations: 40,
      gradientTolerance: 0.02,
      valueTolerance: 0.002,
      maxStep: 1,
      pause: options.pause,
    })
    if (found && (!best || found.value > best.value + 1e-6)) best = found
  }
  if (!best) {
    throw new ModelError('The model could not be fitted to these clusters; look for extreme covariates.')
  }
  const mode = model.mode(best.point)
  const [logSd, logLength, logClusterSd] = best.point
  return {
    ...shape,
    parameters: [logSd, logLength, logClusterSd],
    sd: Math.exp(logSd),
    lengthScaleKm: Math.exp(logLength),
    clusterSd: Math.exp(logClusterSd),
    correlation: model.correlation,
    mode,
    logMarginal: mode.logMarginal,
    iterations: best.iterations,
  }
}
