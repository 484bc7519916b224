import { expect, test } from 'vitest'
import type { CellData } from '#service/modelling/layer-types.ts'
import { designMatrix, designWidth } from '#service/modelling/components/components.ts'
import { logisticNormalMean } from '#service/modelling/likelihood/predictive.ts'
import { localPlane, spherePoints } from '#service/modelling/numerics/sphere.ts'
import { drawCells } from '#service/modelling/posterior/draw-cells.ts'
import { roundSurface } from '#service/modelling/posterior/round-surface.ts'
import { simulatedPosterior } from './simulated-posterior.ts'

test('a draw is the surface between its three nodes plus lines and curves, the cluster effect integrated out', async () => {
  const { posterior, cells } = simulatedPosterior({ side: 30 })
  const { draws, lattice, surface, coefficients, groups } = posterior
  const { spacingKm, x0, y0, columns, rows } = lattice
  const count = cells.longitude.length
  const plane = localPlane(spherePoints(cells.longitude, cells.latitude), posterior.centre)
  const width = designWidth(posterior.standardisation)
  expect(width).toBeGreaterThan(3)
  const design = designMatrix(cells.covariates, count, posterior.standardisation)
  const seen: number[] = []
  const shares: number[] = []
  await drawCells(posterior, cells, {
    visit(cell, p) {
      seen.push(cell)
      if (cell % 37 !== 0) return
      // Barycentric hats: 1 at a node, 0 at the six around it, by the distance along the three directions of the lattice.
      const hats = Array.from(columns, (column, node) => {
        const v = (plane[2 * cell + 1] - y0) / (spacingKm * Math.sqrt(0.75)) - rows[node]
        const u = (plane[2 * cell] - x0) / spacingKm - v / 2 - rows[node] / 2 - column
        return Math.max(0, 1 - Math.max(Math.abs(u), Math.abs(v), Math.abs(u + v)))
      })
      expect(hats.reduce((sum, hat) => sum + hat, 0)).toBeCloseTo(1, 9)
      for (const d of [0, draws / 2 - 1, draws / 2, draws - 1]) {
        let eta = 0
        hats.forEach((hat, node) => (eta += hat * surface[node * draws + d]))
        for (let c = 0; c < width; c++) eta += design[cell * width + c] * coefficients[c * draws + d]
        const { clusterSd } = groups.find(({ from, to }) => from <= d && d < to)!
        expect(p[d]).toBeCloseTo(logisticNormalMean(eta, clusterSd), 4)
      }
    },
    async pause(share) {
      shares.push(share)
    },
  })
  expect(seen).toEqual(Array.from({ length: count }, (_, cell) => cell))
  expect(shares).toEqual([512 / count, 1])
})

test('the density of sampling is the last covariate where the posterior uses it', async () => {
  const { posterior, cells } = simulatedPosterior()
  const [first, density] = cells.covariates
  const drawsOf = async (of: typeof posterior, at: CellData) => {
    const all: number[] = []
    await drawCells(of, at, { visit: (_, p) => void all.push(...p) })
    return all
  }
  const expected = await drawsOf(posterior, cells)
  const usesDensity = { ...posterior, usesDensity: true }
  const apart = { ...cells, covariates: [first], samplingDensity: density }
  expect(await drawsOf(usesDensity, apart)).toEqual(expected)
  expect(await drawsOf(posterior, { ...cells, samplingDensity: density })).toEqual(expected)
})

test('a cell outside the lattice and a missing covariate are reported', async () => {
  const { posterior, cells } = simulatedPosterior()
  const longitude = cells.longitude.with(5, 20)
  await expect(drawCells(posterior, { ...cells, longitude }, { visit() {} })).rejects.toThrow(
    'Cell 5 lies outside the lattice.',
  )
  const covariates = cells.covariates.slice(1)
  await expect(drawCells(posterior, { ...cells, covariates }, { visit() {} })).rejects.toThrow(
    'The posterior has 2 covariates, the cells 1.',
  )
})

test('rounding a surface changes its weights by at most 1/32,768 of the largest of their node, and only once', () => {
  const rows = [
    [0, 0, 0],
    [1, -0.3, 1e-9],
    [0.999999, -2 / 3, 0.1],
    [-1e-30, 3e-31, 2e-31],
    [12345.678, -9.87, 0.001],
  ]
  const given = Float64Array.from(rows.flat())
  const rounded = roundSurface(given, 3)
  rows.forEach((row, node) => {
    const most = Math.max(...row.map(Math.abs))
    row.forEach((weight, d) =>
      expect(Math.abs(rounded[3 * node + d] - weight)).toBeLessThanOrEqual(most / 32768 + 1e-38),
    )
  })
  expect(roundSurface(rounded, 3)).toEqual(rounded)
})
