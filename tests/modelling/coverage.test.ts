import { expect, it } from 'vitest'
import { adminEstimates } from '#service/modelling/units/admin-estimates.ts'
import { modelOf } from '#service/modelling/models.ts'
import { predictCells } from '#service/modelling/units/predict-cells.ts'
import { simulateCountry } from './simulated-country.ts'

const SEEDS = 20
const DRAWS = 500

it('contains the true state means in its 95 % intervals at the nominal rate, within 3 points', async () => {
  let held = 0
  let states = 0
  let heldCells = 0
  let cells = 0
  for (let seed = 1; seed <= SEEDS; seed++) {
    const { input, truth, unitTruth } = simulateCountry({
      clusters: 300,
      columns: 44,
      rows: 34,
      units: 37,
      seed,
    })
    const fit = await modelOf('gp').fit(
      { ...input.clusters, covariates: input.covariatesAtClusters },
      input.covariateNames,
      { strict: true },
    )
    const surface = await predictCells(fit, input.cells, input.admin, { draws: DRAWS, seed })
    const estimates = adminEstimates({
      level: input.admin[0],
      clusters: input.clusters,
      unitDraws: surface.unitDraws[0],
      draws: DRAWS,
      minClusters: 10,
      decisions: [],
    })
    estimates.forEach(({ modelledLower, modelledUpper }, unit) => {
      if (modelledLower === null || modelledUpper === null) return
      states++
      if (unitTruth[unit] >= modelledLower && unitTruth[unit] <= modelledUpper) held++
    })
    truth.forEach((p, cell) => {
      cells++
      if (p >= surface.lower[cell] && p <= surface.upper[cell]) heldCells++
    })
  }
  expect(states).toBeGreaterThan(20 * 30)
  expect(held / states).toBeGreaterThan(0.92)
  expect(held / states).toBeLessThan(0.98)
  expect(heldCells / cells).toBeGreaterThan(0.92)
  expect(heldCells / cells).toBeLessThan(0.98)
})
