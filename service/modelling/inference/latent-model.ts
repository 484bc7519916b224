import { laplaceMode, type LaplaceMode } from './laplace.ts'
import { dot, inverseFromCholesky, multiply } from '../numerics/linear-algebra.ts'
import { matern32LogDerivative, maternMatrix } from '../components/matern.ts'
import { ModelError } from '../model-error.ts'
import type { Evaluation } from '../numerics/optimise.ts'
import { COVARIANCES, type LatentShape } from '../components/latent-shape.ts'
import { logPrior, priorSlopes } from '../components/parameter-priors.ts'
import { chordKm } from '../numerics/sphere.ts'
import { variationalMean } from './variational.ts'

/** Parameters farther than this (in logs) from typical values are not evaluated. */
const REACH = 8

/**
 * The latent values eta = X·b + g(s) + e of the clusters under one Gaussian prior, K(theta) = X·S·X' + sd²·M(rho) +
 * clusterSd²·I, theta = log(sd, rho, clusterSd, tau…), and its penalised evidence; S holds tau_j² for the columns of
 * covariate j's spline, so smoothness is chosen with the surface, by marginal likelihood (for Gaussian data, REML). Keeps
 * five n·n matrices at most.
 */
export class LatentModel {
  readonly shape: LatentShape
  /** Matérn correlation at the last theta evaluated. */
  readonly correlation: Float64Array
  private readonly k: Float64Array
  private readonly work: Float64Array
  private warmA: Float64Array | null = null
  /** The root of W whose factor `work` holds; null where it holds none. */
  private factoredRootW: Float64Array | null = null
  /** K⁻¹f at every theta so far, where Newton's iteration starts when one comes up again. */
  private readonly knownA = new Map<string, Float64Array>()
  /** What `k` and `work` hold. */
  private current: { key: string; mode: LaplaceMode; inverseB?: Float64Array } | null = null
  private warmVariance: Float64Array | null = null

  constructor(shape: LatentShape) {
    this.shape = shape
    this.correlation = new Float64Array(shape.n * shape.n)
    this.k = new Float64Array(shape.n * shape.n)
    this.work = new Float64Array(shape.n * shape.n)
  }

  /** Prior variances of the columns of the design at theta. */
  coefficientVariance(theta: Float64Array): Float64Array {
    const { coefficientVariance, curveOf } = this.shape
    return coefficientVariance.map((fixed, c) => (curveOf[c] > 0 ? Math.exp(2 * theta[curveOf[c]]) : fixed))
  }

  /**
   * Laplace's approximation at theta, logs of sd, rho, clusterSd and each tau (rho in km, the others in logits). Its `l`
   * is `work`: it holds until the next call with another theta, or of `mean`. Throws ModelError, as `laplaceMode` does.
   */
  mode(theta: Float64Array): LaplaceMode {
    const key = theta.join()
    if (this.current?.key === key) return this.current.mode
    this.current = null
    const { k, correlation } = this
    const { n, points, design, width, likelihood } = this.shape
    const sds = this.coefficientVariance(theta).map(Math.sqrt)
    const scaled = design.map((value, at) => value * sds[at % width])
    const variance = Math.exp(2 * theta[0])
    const clusterVariance = Math.exp(2 * theta[2])
    maternMatrix(points, Math.exp(theta[1]), correlation)
    for (let i = 0; i < n; i++) {
      for (let j = 0; j <= i; j++) {
        k[i * n + j] = k[j * n + i] =
          variance * correlation[i * n + j] + dot(scaled, i * width, scaled, j * width, width)
      }
      k[i * n + i] += clusterVariance
    }
    const factoredRootW = this.factoredRootW
    this.factoredRootW = null
    const mode = laplaceMode(k, likelihood, this.knownA.get(key) ?? this.warmA, this.work, factoredRootW)
    this.factoredRootW = mode.rootW
    this.warmA = mode.a
    this.knownA.set(key, mode.a)
    this.current = { key, mode }
    return mode
  }

  /** B⁻¹ at the mode of theta, to be read only. */
  inverseB(theta: Float64Array): Float64Array {
    const mode = this.mode(theta)
    return (this.current!.inverseB ??= inverseFromCholesky(mode.l, this.shape.n))
  }

  /** The Gaussian closest to the posterior at theta, for predictions and draws; the evidence needs only the mode. */
  mean(theta: Float64Array): LaplaceMode {
    const { k, work, warmVariance } = this
    const laplace = this.mode(theta)
    this.current = null
    this.factoredRootW = null
    const { mode, variance } = variationalMean(k, this.shape.likelihood, laplace, work, warmVariance)
    this.factoredRootW = mode.rootW
    this.warmVariance = variance
    return mode
  }

  /**
   * Log evidence plus log priors, and the gradient by theta (Rasmussen and Williams 2006, algorithm 5.1); null where
   * the approximation breaks down.
   */
  evaluate(theta: Float64Array): Evaluation | null {
    const { n, points } = this.shape
    const mode = this.modeWithin(theta)
    if (!mode) return null
    const variance = Math.exp(2 * theta[0])
    const lengthScaleKm = Math.exp(theta[1])
    const clusterVariance = Math.exp(2 * theta[2])
    const { correlation } = this
    const { a, rootW } = mode
    const inverseB = this.inverseB(theta)
    const implicit = this.implicitWeights(mode, inverseB)

    // ∂ = Σ_ij [½(a_i·a_j − R_ij) + implicit_i·a_j]·∂K_ij, summed over pairs, R = W^½ B⁻¹ W^½.
    let bySd = 0
    let byLength = 0
    let own = 0
    for (let i = 0; i < n; i++) {
      const row = i * n
      for (let j = 0; j < i; j++) {
        const weight =
          a[i] * a[j] - rootW[i] * inverseB[row + j] * rootW[j] + implicit[i] * a[j] + implicit[j] * a[i]
        bySd += weight * correlation[row + j]
        byLength +=
          weight * matern32LogDerivative(chordKm(points, i, points, j), lengthScaleKm, correlation[row + j])
      }
      own += 0.5 * (a[i] * a[i] - rootW[i] * inverseB[row + i] * rootW[i]) + implicit[i] * a[i]
    }
    const gradient = Float64Array.of(
      2 * variance * (bySd + own),
      variance * byLength,
      2 * clusterVariance * own,
      ...this.curveSlopes(theta, mode, inverseB, implicit),
    )
    const prior = priorSlopes(theta, this.shape)
    for (let index = 0; index < gradient.length; index++) gradient[index] += prior[index]
    return { value: mode.logMarginal + logPrior(theta, this.shape), gradient }
  }

  /** The gradient by log tau_j, ∂K = 2·tau²·Z·Z' for the spline's columns Z. */
  private curveSlopes(
    theta: Float64Array,
    { a, rootW }: LaplaceMode,
    inverseB: Float64Array,
    implicit: Float64Array,
  ): Float64Array {
    const { n, design, width, curveOf } = this.shape
    const slopes = new Float64Array(theta.length - COVARIANCES)
    const column = new Float64Array(n)
    const product = new Float64Array(n)
    for (let c = 0; c < width; c++) {
      if (curveOf[c] === 0) continue
      let byA = 0
      let byImplicit = 0
      for (let i = 0; i < n; i++) {
        const z = design[i * width + c]
        byA += a[i] * z
        byImplicit += implicit[i] * z
        column[i] = rootW[i] * z
      }
      multiply(inverseB, column, product)
      let explained = 0
      for (let i = 0; i < n; i++) explained += column[i] * product[i]
      slopes[curveOf[c] - COVARIANCES] +=
        Math.exp(2 * theta[curveOf[c]]) * (byA * byA - explained + 2 * byImplicit * byA)
    }
    return slopes
  }

  /** The value of `evaluate`, without the gradient. */
  logPosterior(theta: Float64Array): number | null {
    const mode = this.modeWithin(theta)
    return mode && mode.logMarginal + logPrior(theta, this.shape)
  }

  /** The mode within reach of the priors; null beyond it and where the approximation breaks down. */
  private modeWithin(theta: Float64Array): LaplaceMode | null {
    const { typical } = this.shape
    if (theta.some((value, index) => Math.abs(value - typical[index]) > REACH)) return null
    try {
      return this.mode(theta)
    } catch (error) {
      if (error instanceof ModelError) return null
      throw error
    }
  }

  /**
   * The mode moves with theta: that part of the gradient is s'(I + K·W)⁻¹·∂K·a, s = ½ diag((K⁻¹ + W)⁻¹)·∂³ log p, the
   * diagonal being (1 − B⁻¹_ii)/W_ii. Returns (I + W·K)⁻¹s = s − R·K·s.
   */
  private implicitWeights(mode: LaplaceMode, inverseB: Float64Array): Float64Array {
    const { n } = this.shape
    const { rootW, third } = mode
    const s = rootW.map((root, i) => (0.5 * third[i] * (1 - inverseB[i * n + i])) / (root * root))
    const scaled = new Float64Array(n)
    multiply(this.k, s, scaled)
    for (let i = 0; i < n; i++) scaled[i] *= rootW[i]
    const solved = new Float64Array(n)
    multiply(inverseB, scaled, solved)
    return s.map((value, i) => value - rootW[i] * solved[i])
  }
}
