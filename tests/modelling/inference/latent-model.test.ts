import { expect, test } from 'vitest'
import { latentShape } from '#service/modelling/components/latent-shape.ts'
import { latticeAround } from '#service/modelling/components/surface/lattice.ts'
import type { ClusterData } from '#service/modelling/folds/fold-types.ts'
import { laplaceMode } from '#service/modelling/inference/laplace.ts'
import { type LatticePlaces, placesOn, fieldOf, surfaceAt } from '#service/modelling/inference/field.ts'
import { LatentModel } from '#service/modelling/inference/latent-model.ts'
import { drawField, predictField } from '#service/modelling/inference/predictions.ts'
import { leaveOut } from '#service/modelling/inference/leave-out.ts'
import { variationalMean } from '#service/modelling/inference/variational.ts'
import { inverseFromCholesky, solveLower } from '#service/modelling/numerics/linear-algebra.ts'
import { seededRandom } from '#service/modelling/numerics/random.ts'
import { centreOf, localPlane } from '#service/modelling/numerics/sphere.ts'
import { sparseCholesky } from '#service/modelling/sparse/cholesky.ts'
import { solve } from '#service/modelling/sparse/solve.ts'
import { leaveOut as denseLeaveOut, withColumn } from '../dense/leave-out.ts'
import { variationalMean as denseMean } from '../dense/variational.ts'
import { simulateCountry } from '../simulated-country.ts'

function clustersOf(count: number, seed: number): ClusterData {
  const { input } = simulateCountry({ clusters: count, columns: 30, rows: 25, units: 4, seed })
  return { ...input.clusters, covariates: input.covariatesAtClusters }
}

function modelOf(data: ClusterData, { spacingKm = 40, curves = false, overdispersion = 0 } = {}) {
  const shape = latentShape(data, ['relief', 'remoteness'], true, { curves, overdispersion })
  const plane = localPlane(shape.points, centreOf(shape.points))
  const field = fieldOf(latticeAround(plane, spacingKm, 150))
  const places = placesOn(field, plane)
  return { shape, plane, field, places, model: new LatentModel(shape, field, places) }
}

/** The prior covariance of A·u + X·b between places, by solving for each. */
function priorCovariance(
  { shape, field }: ReturnType<typeof modelOf>,
  theta: Float64Array,
  places: LatticePlaces,
  design: Float64Array,
): Float64Array {
  const surface = { sd: Math.exp(theta[0]), rangeKm: Math.exp(theta[1]) }
  const factor = sparseCholesky(field.precision.at(surface), field.symbolic)!
  const variances = shape.coefficientVariance.map((fixed, c) =>
    shape.parameterOf[c] > 0 ? Math.exp(2 * theta[shape.parameterOf[c]]) : fixed,
  )
  const { count } = places
  const k = new Float64Array(count * count)
  for (let i = 0; i < count; i++) {
    const unit = new Float64Array(field.size)
    for (let a = 3 * i; a < 3 * i + 3; a++) unit[places.nodes[a]] += places.weights[a]
    k.set(surfaceAt(places, solve(factor, unit, 1)), i * count)
    for (let j = 0; j < count; j++) {
      for (let c = 0; c < shape.width; c++) {
        k[i * count + j] += variances[c] * design[i * shape.width + c] * design[j * shape.width + c]
      }
    }
  }
  return k
}

/** The covariance of the clusters' latent values. */
function clusterCovariance(setting: ReturnType<typeof modelOf>, theta: Float64Array): Float64Array {
  const { shape, places } = setting
  const k = priorCovariance(setting, theta, places, shape.design)
  for (let i = 0; i < shape.n; i++) k[i * (shape.n + 1)] += Math.exp(2 * theta[2])
  return k
}

const furthest = (a: Float64Array, b: Float64Array) =>
  a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i])), 0)

test('mode and evidence are those of the dense algebra with the covariance A·Q⁻¹·A′', () => {
  const setting = modelOf(clustersOf(90, 5), { curves: true })
  const { shape, model } = setting
  const theta = shape.typical.map((value, index) => value + 0.1 * (index - 1))
  const sparse = model.mode(theta)
  const k = clusterCovariance(setting, theta)
  // Twice, so that its curvature is that of the mode to working precision.
  const near = laplaceMode(k, shape.likelihood, null, new Float64Array(k.length))
  const dense = laplaceMode(k, shape.likelihood, near.a, new Float64Array(k.length))
  expect(Math.abs(sparse.logMarginal - dense.logMarginal)).toBeLessThan(1e-6)
  expect(furthest(sparse.eta, dense.f)).toBeLessThan(1e-6)
})

test('the variational mean is that of the dense algebra', () => {
  const setting = modelOf(clustersOf(60, 12))
  const { shape, model } = setting
  const theta = shape.typical
  const sparse = variationalMean(model, theta)
  const k = clusterCovariance(setting, theta)
  const work = new Float64Array(k.length)
  const laplace = laplaceMode(k, shape.likelihood, null, work)
  const dense = denseMean(k, shape.likelihood, laplace, work, null)
  expect(furthest(laplace.f, dense.mode.f)).toBeGreaterThan(0.01)
  expect(furthest(sparse.eta, dense.mode.f)).toBeLessThan(0.002)
  expect(sparse.logMarginal).toBeCloseTo(laplace.logMarginal, 3)
})

test('predictions elsewhere, and draws, have the moments that the dense algebra gives', () => {
  const setting = modelOf(clustersOf(50, 21))
  const { shape, field, model, plane } = setting
  const { n, width } = shape
  const theta = shape.typical
  const mode = model.mode(theta)
  // The clusters, then targets between them with covariates of their own.
  const targets = 20
  const all = placesOn(
    field,
    Float64Array.from({ length: 2 * (n + targets) }, (_, k) =>
      k < 2 * n ? plane[k] : 0.5 * (plane[k - 2 * n] + plane[k - 2 * n + 4]),
    ),
  )
  const design = Float64Array.from({ length: (n + targets) * width }, (_, k) =>
    k < n * width ? shape.design[k] : k % width === 0 ? 1 : Math.sin(k),
  )
  const { mean, variance } = predictField(mode, all, design)
  const size = n + targets
  const k = priorCovariance(setting, theta, all, design)
  const clusters = clusterCovariance(setting, theta)
  const dense = laplaceMode(clusters, shape.likelihood, null, new Float64Array(n * n))
  for (let t = 0; t < size; t++) {
    const row = k.subarray(t * size, t * size + n)
    const expected = row.reduce((sum, value, i) => sum + value * dense.a[i], 0)
    const scaled = Float64Array.from(row, (value, i) => value * dense.rootW[i])
    solveLower(dense.l, n, scaled)
    const explained = scaled.reduce((sum, value) => sum + value * value, 0)
    expect(Math.abs(mean[t] - expected)).toBeLessThan(1e-4)
    expect(Math.abs(variance[t] - (k[t * size + t] - explained))).toBeLessThan(1e-4)
  }

  const draws = 4000
  const drawn = drawField(mode, draws, seededRandom(7))
  for (const t of [0, n, size - 1]) {
    const values = Float64Array.from({ length: draws }, (_, draw) => {
      let value = 0
      for (let a = 3 * t; a < 3 * t + 3; a++) value += all.weights[a] * drawn.u[all.nodes[a] * draws + draw]
      for (let c = 0; c < width; c++) value += design[t * width + c] * drawn.b[c * draws + draw]
      return value
    })
    const average = values.reduce((sum, value) => sum + value, 0) / draws
    const spread = values.reduce((sum, value) => sum + (value - average) ** 2, 0) / draws
    expect(Math.abs(average - mean[t])).toBeLessThan(4 * Math.sqrt(variance[t] / draws))
    expect(Math.abs(spread / variance[t] - 1)).toBeLessThan(0.1)
  }
})

test('leaving groups out, with one more column too, gives what the dense algebra gives', () => {
  const setting = modelOf(clustersOf(60, 9))
  const { shape, model } = setting
  const { n } = shape
  const theta = shape.typical
  model.mode(theta)
  const k = clusterCovariance(setting, theta)
  const laplace = laplaceMode(k, shape.likelihood, null, new Float64Array(n * n))
  const fold = Int32Array.from({ length: n }, (_, i) => i % 4)
  const column = { values: Float64Array.from({ length: n }, (_, i) => Math.sin(5 * i)), variance: 2 }
  const inverse = inverseFromCholesky(laplace.l, n)
  const wider = withColumn(laplace, inverse, column.values, column.variance)
  for (const [held, dense] of [
    [leaveOut(model, model.mode(theta), fold, 4), denseLeaveOut(laplace, fold, 4, inverse)],
    [leaveOut(model, model.mode(theta), fold, 4, column), denseLeaveOut(wider.mode, fold, 4, wider.inverse)],
  ]) {
    expect(furthest(held.mean, dense.mean)).toBeLessThan(1e-3)
    expect(furthest(held.sd, dense.sd)).toBeLessThan(1e-3)
  }
})

test.each([
  ['lines', {}],
  ['curves', { curves: true }],
  ['overdispersion', { overdispersion: 0.02 }],
] as const)('the gradient is that of the value: %s', (_, options) => {
  const { shape, model } = modelOf(clustersOf(70, 8), { ...options, spacingKm: 60 })
  const theta = shape.typical.map((value, index) => value + 0.2 - 0.1 * index)
  const { gradient } = model.evaluate(theta)!
  const step = 1e-4
  gradient.forEach((slope, index) => {
    const at = (shift: number) =>
      model.evaluate(theta.map((value, k) => (k === index ? value + shift : value)))!.value
    expect(Math.abs(slope - (at(step) - at(-step)) / (2 * step))).toBeLessThan(1e-4 * (1 + Math.abs(slope)))
  })
})
