import type { FittedModel } from '../model.ts'
import type { LayerInput } from '../layer-types.ts'

interface CellPrediction {
  mean: Float32Array
  lower: Float32Array
  upper: Float32Array
  sd: Float32Array
  exceedance: Float32Array | null
  people: Float32Array | null
  /** Per admin level: population-weighted mean of each unit in each draw, unit-major; NaN where no one lives. */
  unitDraws: Float64Array[]
  /** Per admin level: people of each unit; all 0 without a population. */
  unitPeople: Float64Array[]
}

/** Quantile of ascending values at position (n + 1)·share, linear between order statistics (R's type 6). */
export function sortedQuantile(sorted: ArrayLike<number>, share: number): number {
  const at = Math.min(Math.max(share * (sorted.length + 1) - 1, 0), sorted.length - 1)
  const low = Math.floor(at)
  const high = Math.min(low + 1, sorted.length - 1)
  return sorted[low] + (at - low) * (sorted[high] - sorted[low])
}

/**
 * Summarises a model's joint draws of prevalence: mean, sd and 95 % interval per cell, and q = Σ pop·p / Σ pop per
 * admin unit and draw; P(p > threshold) and expected people affected per cell where asked for. Without population, all cells weigh the same; a population that is not above 0 counts as none.
 */
export async function predictCells(
  fit: FittedModel,
  cells: LayerInput['cells'],
  admin: LayerInput['admin'],
  options: {
    draws: number
    seed: number
    threshold?: number | null
    pause?: (share: number) => Promise<void>
  },
): Promise<CellPrediction> {
  const { draws, threshold = null } = options
  const count = cells.longitude.length
  const result = {
    mean: new Float32Array(count),
    lower: new Float32Array(count),
    upper: new Float32Array(count),
    sd: new Float32Array(count),
    exceedance: threshold === null ? null : new Float32Array(count),
    people: cells.population && new Float32Array(count),
  }
  const unitDraws = admin.map(({ unitCount }) => new Float64Array(unitCount * draws))
  const unitWeight = admin.map(({ unitCount }) => new Float64Array(unitCount))
  const sorted = new Float64Array(draws)

  function visit(cell: number, p: Float64Array): void {
    let sum = 0
    for (let d = 0; d < draws; d++) sum += p[d]
    const mean = sum / draws
    let squares = 0
    for (let d = 0; d < draws; d++) squares += (p[d] - mean) ** 2
    result.mean[cell] = mean
    result.sd[cell] = Math.sqrt(squares / Math.max(draws - 1, 1))

    if (result.exceedance && threshold !== null) {
      let above = 0
      for (let d = 0; d < draws; d++) if (p[d] > threshold) above++
      result.exceedance[cell] = above / draws
    }
    const people = cells.population ? cells.population[cell] : 1
    if (result.people) result.people[cell] = people > 0 ? people * mean : 0
    if (people > 0) {
      for (let level = 0; level < admin.length; level++) {
        const unit = admin[level].cellUnit[cell]
        if (unit < 0) continue
        unitWeight[level][unit] += people
        const sums = unitDraws[level]
        for (let d = 0; d < draws; d++) sums[unit * draws + d] += people * p[d]
      }
    }
    sorted.set(p)
    sorted.sort()
    result.lower[cell] = sortedQuantile(sorted, 0.025)
    result.upper[cell] = sortedQuantile(sorted, 0.975)
  }

  await fit.drawCells(cells, { ...options, visit })
  unitDraws.forEach((sums, level) => {
    for (let index = 0; index < sums.length; index++) {
      const weight = unitWeight[level][Math.floor(index / draws)]
      sums[index] = weight > 0 ? sums[index] / weight : NaN
    }
  })
  const unitPeople = unitWeight.map((weight) => (cells.population ? weight : weight.map(() => 0)))
  return { ...result, unitDraws, unitPeople }
}
