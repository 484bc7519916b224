import { expect, it } from 'vitest'
import { laplaceMode } from '#service/modelling/inference/laplace.ts'
import { leaveOut, withColumn } from '../dense/leave-out.ts'
import type { Likelihood } from '#service/modelling/likelihood/likelihood.ts'
import {
  cholesky,
  inverseFromCholesky,
  solveLower,
  solveUpper,
  submatrix,
} from '#service/modelling/numerics/linear-algebra.ts'
import { seededRandom } from '#service/modelling/numerics/random.ts'

const N = 12
const FOLDS = 3
const NOISE = 0.4
const random = seededRandom(2)
const at = Float64Array.from({ length: N }, () => 3 * random.uniform())
const observed = at.map((x) => Math.sin(x) + NOISE * random.normal())
const k = new Float64Array(N * N)
for (let i = 0; i < N; i++)
  for (let j = 0; j < N; j++) k[i * N + j] = Math.exp(-((at[i] - at[j]) ** 2)) + (i === j ? 0.1 : 0)
const gaussian: Likelihood = {
  size: N,
  logDensity: (f) => f.reduce((sum, value, i) => sum - (observed[i] - value) ** 2 / (2 * NOISE ** 2), 0),
  derivatives(f, gradient, curvature, third) {
    f.forEach((value, i) => (gradient[i] = (observed[i] - value) / NOISE ** 2))
    curvature.fill(1 / NOISE ** 2)
    third.fill(0)
  },
}

it('equals kriging from the other folds if the likelihood is Gaussian', () => {
  const fold = Int32Array.from({ length: N }, (_, i) => i % FOLDS)
  const held = leaveOut(laplaceMode(k, gaussian, null, new Float64Array(N * N)), fold, FOLDS)
  for (let i = 0; i < N; i++) {
    const others = [...fold.keys()].filter((j) => fold[j] !== fold[i])
    const covariance = submatrix(k, N, others)
    others.forEach((_, j) => (covariance[j * others.length + j] += NOISE ** 2))
    expect(cholesky(covariance, others.length)).toBe(true)
    const cross = Float64Array.from(others, (j) => k[i * N + j])
    const weights = cross.slice()
    solveLower(covariance, others.length, weights)
    solveUpper(covariance, others.length, weights)
    const mean = others.reduce((sum, j, which) => sum + weights[which] * observed[j], 0)
    const variance = k[i * N + i] - cross.reduce((sum, c, which) => sum + c * weights[which], 0)
    expect(held.mean[i]).toBeCloseTo(mean, 6)
    expect(held.sd[i] ** 2).toBeCloseTo(variance, 6)
  }
})

it('with one more column equals a fit with it if the likelihood is Gaussian', () => {
  const fold = Int32Array.from({ length: N }, (_, i) => i % FOLDS)
  const x = Float64Array.from({ length: N }, () => random.normal())
  const variance = 2
  const without = laplaceMode(k, gaussian, null, new Float64Array(N * N))
  const { mode, inverse } = withColumn(without, inverseFromCholesky(without.l, N), x, variance)
  const wider = k.map((value, index) => value + variance * x[Math.floor(index / N)] * x[index % N])
  const expected = laplaceMode(wider, gaussian, null, new Float64Array(N * N))
  const [held, direct] = [leaveOut(mode, fold, FOLDS, inverse), leaveOut(expected, fold, FOLDS)]
  for (let i = 0; i < N; i++) {
    expect(mode.f[i]).toBeCloseTo(expected.f[i], 6)
    expect(held.mean[i]).toBeCloseTo(direct.mean[i], 6)
    expect(held.sd[i]).toBeCloseTo(direct.sd[i], 6)
  }
})
