import { drawPosterior } from './cluster-draws.ts'
import { designMatrix } from './design.ts'
import type { GpFit } from './gp.ts'
import { prevalenceFunction } from './predictive.ts'
import { seededRandom } from './random.ts'
import { simulateSurface } from './simulate-surface.ts'
import { spherePoints } from './sphere.ts'
import type { LayerInput } from './types.ts'

export interface CellPrediction {
  mean: Float32Array
  lower: Float32Array
  upper: Float32Array
  sd: Float32Array
  /** Per admin level: population-weighted mean of each unit in each draw, unit-major; NaN where no one lives. */
  unitDraws: Float64Array[]
}

/** Quantile of ascending values at position (n + 1)·share, linear between order statistics (R's type 6). */
export function sortedQuantile(sorted: ArrayLike<number>, share: number): number {
  const at = Math.min(Math.max(share * (sorted.length + 1) - 1, 0), sorted.length - 1)
  const low = Math.floor(at)
  const high = Math.min(low + 1, sorted.length - 1)
  return sorted[low] + (at - low) * (sorted[high] - sorted[low])
}

/**
 * Prevalence E_e[expit(X·b + g(s) + e)] at the cells, the cluster effect e integrated out, from joint posterior draws,
 * uncertain parameters included: mean, sd and 95 % interval per cell, and q = Σ pop·p / Σ pop per admin unit and draw.
 * Without population, cells weigh the same; a population that is not above 0 counts as none.
 */
export async function predictCells(
  fit: GpFit,
  cells: LayerInput['cells'],
  admin: LayerInput['admin'],
  options: { draws: number; seed: number; pause?: (share: number) => Promise<void> },
): Promise<CellPrediction> {
  const { draws } = options
  const count = cells.longitude.length
  const random = seededRandom(options.seed, 3)
  const clusters = await drawPosterior(fit, draws, random, () => options.pause?.(0) ?? Promise.resolve())
  const design = designMatrix(cells.covariates, count, fit.standardisation)
  const result = {
    mean: new Float32Array(count),
    lower: new Float32Array(count),
    upper: new Float32Array(count),
    sd: new Float32Array(count),
  }
  const unitDraws = admin.map(({ unitCount }) => new Float64Array(unitCount * draws))
  const unitWeight = admin.map(({ unitCount }) => new Float64Array(unitCount))
  const p = new Float64Array(draws)
  const groups = clusters.groups.map(({ clusterSd, ...range }) => ({
    ...range,
    prevalence: prevalenceFunction(clusterSd),
  }))

  function visit(cell: number, g: Float64Array): void {
    p.set(g)
    for (let c = 0; c < fit.width; c++) {
      const x = design[cell * fit.width + c]
      const from = c * draws
      for (let d = 0; d < draws; d++) p[d] += x * clusters.b[from + d]
    }
    let sum = 0
    for (const { from, to, prevalence } of groups) {
      for (let d = from; d < to; d++) sum += p[d] = prevalence(p[d])
    }
    const mean = sum / draws
    let squares = 0
    for (let d = 0; d < draws; d++) squares += (p[d] - mean) ** 2
    result.mean[cell] = mean
    result.sd[cell] = Math.sqrt(squares / Math.max(draws - 1, 1))

    const people = cells.population ? cells.population[cell] : 1
    if (people > 0) {
      for (let level = 0; level < admin.length; level++) {
        const unit = admin[level].cellUnit[cell]
        if (unit < 0) continue
        unitWeight[level][unit] += people
        const sums = unitDraws[level]
        for (let d = 0; d < draws; d++) sums[unit * draws + d] += people * p[d]
      }
    }
    p.sort()
    result.lower[cell] = sortedQuantile(p, 0.025)
    result.upper[cell] = sortedQuantile(p, 0.975)
  }

  await simulateSurface(fit, clusters, draws, random, {
    points: spherePoints(cells.longitude, cells.latitude),
    visit,
    pause: options.pause,
  })
  unitDraws.forEach((sums, level) => {
    for (let index = 0; index < sums.length; index++) {
      const weight = unitWeight[level][Math.floor(index / draws)]
      sums[index] = weight > 0 ? sums[index] / weight : NaN
    }
  })
  return { ...result, unitDraws }
}
