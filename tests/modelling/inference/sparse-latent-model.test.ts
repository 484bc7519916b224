import { expect, test } from 'vitest'
import { latentShape } from '#service/modelling/components/latent-shape.ts'
import { latticeAround } from '#service/modelling/components/surface/lattice.ts'
import type { ClusterData } from '#service/modelling/folds/fold-types.ts'
import { laplaceMode } from '#service/modelling/inference/laplace.ts'
import { sparseField, surfaceAt } from '#service/modelling/inference/sparse-field.ts'
import { SparseLatentModel } from '#service/modelling/inference/sparse-latent-model.ts'
import { centreOf, localPlane } from '#service/modelling/numerics/sphere.ts'
import { sparseCholesky } from '#service/modelling/sparse/cholesky.ts'
import { solve } from '#service/modelling/sparse/solve.ts'
import { simulateCountry } from '../simulated-country.ts'

function clustersOf(count: number, seed: number): ClusterData {
  const { input } = simulateCountry({ clusters: count, columns: 30, rows: 25, units: 4, seed })
  return { ...input.clusters, covariates: input.covariatesAtClusters }
}

function modelOf(data: ClusterData, { spacingKm = 40, curves = false, overdispersion = 0 } = {}) {
  const shape = latentShape(data, ['relief', 'remoteness'], true, { curves, overdispersion })
  const plane = localPlane(shape.points, centreOf(shape.points))
  const field = sparseField(latticeAround(plane, spacingKm, 150), plane)
  return { shape, field, model: new SparseLatentModel(shape, field) }
}

test('mode and evidence are those of the dense algebra with the covariance A·Q⁻¹·A′', () => {
  const { shape, field, model } = modelOf(clustersOf(90, 5), { curves: true })
  const { n, width, design } = shape
  const theta = shape.typical.map((value, index) => value + 0.1 * (index - 1))
  const sparse = model.mode(theta)

  const surface = { sd: Math.exp(theta[0]), rangeKm: 2 * Math.exp(theta[1]) }
  const factor = sparseCholesky(field.precision.at(surface), field.symbolic)!
  const variances = shape.coefficientVariance.map((fixed, c) =>
    shape.curveOf[c] > 0 ? Math.exp(2 * theta[shape.curveOf[c]]) : fixed,
  )
  const k = new Float64Array(n * n)
  for (let i = 0; i < n; i++) {
    const unit = new Float64Array(field.size)
    for (let a = 3 * i; a < 3 * i + 3; a++) unit[field.nodes[a]] += field.weights[a]
    const row = surfaceAt(field, solve(factor, unit, 1))
    for (let j = 0; j < n; j++) {
      k[i * n + j] = row[j] + (i === j ? Math.exp(2 * theta[2]) : 0)
      for (let c = 0; c < width; c++) {
        k[i * n + j] += variances[c] * design[i * width + c] * design[j * width + c]
      }
    }
  }
  // Twice, so that its curvature is that of the mode to working precision.
  const near = laplaceMode(k, shape.likelihood, null, new Float64Array(n * n))
  const dense = laplaceMode(k, shape.likelihood, near.a, new Float64Array(n * n))
  expect(Math.abs(sparse.logMarginal - dense.logMarginal)).toBeLessThan(1e-6)
  dense.f.forEach((latent, i) => expect(Math.abs(sparse.eta[i] - latent)).toBeLessThan(1e-6))
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
