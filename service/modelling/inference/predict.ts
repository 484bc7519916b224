import { designMatrix } from '../components/design.ts'
import type { GpFit } from './gp.ts'
import { solveLowerRows } from '../numerics/linear-algebra.ts'
import { matern32 } from '../components/matern.ts'
import { chordKm, spherePoints } from '../numerics/sphere.ts'
import type { ClusterData } from '../folds/fold-types.ts'

/** Posterior mean of each coefficient of the design: b = S·X'·a. */
export function coefficientMeans(fit: GpFit): Float64Array {
  const { design, width, coefficientVariance, mode } = fit
  const means = new Float64Array(width)
  for (let i = 0; i < mode.a.length; i++) {
    for (let c = 0; c < width; c++) means[c] += design[i * width + c] * mode.a[i]
  }
  return means.map((sum, c) => sum * coefficientVariance[c])
}

/** What the data take from the prior covariance of the coefficients `which`: S·X'·R·X·S, R = W^½ B⁻¹ W^½. */
export function explainedCovariance(fit: GpFit, which: readonly number[]): Float64Array {
  const { design, width, coefficientVariance, mode } = fit
  const n = mode.a.length
  const count = which.length
  const rows = new Float64Array(count * n)
  which.forEach((column, at) => {
    for (let i = 0; i < n; i++) {
      rows[at * n + i] = mode.rootW[i] * design[i * width + column] * coefficientVariance[column]
    }
  })
  solveLowerRows(mode.l, n, rows, count)
  const explained = new Float64Array(count * count)
  for (let c = 0; c < count; c++) {
    for (let d = 0; d <= c; d++) {
      let sum = 0
      for (let i = 0; i < n; i++) sum += rows[c * n + i] * rows[d * n + i]
      explained[c * count + d] = explained[d * count + c] = sum
    }
  }
  return explained
}

/** Posterior standard deviation of each coefficient. */
export function coefficientSds(fit: GpFit): Float64Array {
  const all = Array.from({ length: fit.width }, (_, column) => column)
  const explained = explainedCovariance(fit, all)
  return fit.coefficientVariance.map((variance, c) =>
    Math.sqrt(Math.max(variance - explained[c * fit.width + c], 0)),
  )
}

/** Of each column of the design. */
export interface CoefficientPosterior {
  mean: Float64Array
  sd: Float64Array
}

interface LatentPrediction {
  mean: Float64Array
  /** Variance of the surface, without the cluster effect. */
  variance: Float64Array
  /** Standardised covariates of the points, rows [1, x]. */
  design: Float64Array
}

/**
 * Posterior of the surface X·b + g(s) (logit scale) at other points: mean k'a, variance k** − |L⁻¹W^½k|².
 * Rasmussen and Williams 2006, eqs. 3.21 and 3.24.
 */
export function predictLatent(fit: GpFit, data: ClusterData): LatentPrediction {
  const { mode, width, coefficientVariance, points } = fit
  const n = mode.a.length
  const count = data.longitude.length
  const targets = spherePoints(data.longitude, data.latitude)
  const design = designMatrix(data.covariates, count, fit.standardisation)
  const variance = fit.sd * fit.sd
  const mean = new Float64Array(count)
  const prior = new Float64Array(count)
  const rows = new Float64Array(count * n)
  for (let t = 0; t < count; t++) {
    prior[t] = variance
    for (let c = 0; c < width; c++) prior[t] += design[t * width + c] ** 2 * coefficientVariance[c]
    for (let i = 0; i < n; i++) {
      let k = variance * matern32(chordKm(targets, t, points, i), fit.lengthScaleKm)
      for (let c = 0; c < width; c++) {
        k += design[t * width + c] * coefficientVariance[c] * fit.design[i * width + c]
      }
      mean[t] += k * mode.a[i]
      rows[t * n + i] = mode.rootW[i] * k
    }
  }
  solveLowerRows(mode.l, n, rows, count)
  for (let t = 0; t < count; t++) {
    let explained = 0
    for (let i = 0; i < n; i++) explained += rows[t * n + i] ** 2
    prior[t] = Math.max(prior[t] - explained, 0)
  }
  return { mean, variance: prior, design }
}
