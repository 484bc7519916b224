import { expect, test } from 'vitest'
import { latentShape } from '#service/modelling/components/latent-shape.ts'
import { matern1 } from '#service/modelling/components/matern.ts'
import { blockFolds } from '#service/modelling/folds/fold-split.ts'
import { laplaceMode } from '#service/modelling/inference/laplace.ts'
import { findOnLattice } from '#service/modelling/inference/lattice-fit.ts'
import type { HeldOut } from '#service/modelling/inference/leave-out.ts'
import { logPredictiveDensity } from '#service/modelling/likelihood/predictive.ts'
import { chordKm } from '#service/modelling/numerics/sphere.ts'
import { simulateCountry } from '../simulated-country.ts'
import { leaveOut } from './leave-out.ts'

test('blocks are predicted as by the dense model with ν = 1 and the same parameters, to half a percent', async () => {
  const { input } = simulateCountry({ clusters: 300, columns: 40, rows: 32, units: 4, seed: 6 })
  const data = { ...input.clusters, covariates: input.covariatesAtClusters }
  const found = await findOnLattice(data, input.covariateNames, { strict: true, covers: input.cells })
  const [sd, rangeKm, clusterSd] = found.theta.map(Math.exp)
  const { n, width, points, design, coefficientVariance, likelihood } = latentShape(
    data,
    input.covariateNames,
    true,
  )
  const k = new Float64Array(n * n)
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      let sum = sd ** 2 * matern1(chordKm(points, i, points, j), rangeKm) + (i === j ? clusterSd ** 2 : 0)
      for (let c = 0; c < width; c++) {
        sum += coefficientVariance[c] * design[i * width + c] * design[j * width + c]
      }
      k[i * n + j] = sum
    }
  }
  const { fold, folds } = blockFolds(data.longitude, data.latitude, 10, rangeKm, 1)
  const dense = leaveOut(laplaceMode(k, likelihood, null, new Float64Array(n * n)), fold, folds)
  const densityOf = ({ mean, sd: spread }: HeldOut) =>
    mean.reduce(
      (sum, eta, i) => sum + logPredictiveDensity(data.numerator[i], data.denominator[i], eta, spread[i], 0),
      0,
    )
  const [own, reference] = [densityOf(found.heldOut(fold, folds)), densityOf(dense)]
  expect(Math.abs(own / reference - 1)).toBeLessThan(0.005)
})
