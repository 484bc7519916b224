import type { FittedModel } from '../model.ts'
import type { LayerInput } from '../layer-types.ts'
import { type CellSurfaces, cellSurfaces } from './cell-surfaces.ts'

interface CellPrediction extends CellSurfaces {
  /** Per admin level: population-weighted mean of each unit in each draw, unit-major; NaN where no one lives. */
  unitDraws: Float64Array[]
  /** Per admin level: people of each unit; all 0 without a population. */
  unitPeople: Float64Array[]
}

/**
 * Summarises a model's joint draws of prevalence: the surfaces, and q = Σ pop·p / Σ pop per admin unit and draw. Without
 * population, all cells weigh the same; a population that is not above 0 counts as none.
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
  const { population } = cells
  const { surfaces, fill } = cellSurfaces(cells.longitude.length, { draws, threshold, population })
  const unitDraws = admin.map(({ unitCount }) => new Float64Array(unitCount * draws))
  const unitWeight = admin.map(({ unitCount }) => new Float64Array(unitCount))

  function visit(cell: number, p: Float64Array): void {
    fill(cell, p)
    const people = population ? population[cell] : 1
    if (!(people > 0)) return
    for (let level = 0; level < admin.length; level++) {
      const unit = admin[level].cellUnit[cell]
      if (unit < 0) continue
      unitWeight[level][unit] += people
      const sums = unitDraws[level]
      const from = unit * draws
      for (let d = 0; d < draws; d++) sums[from + d] += people * p[d]
    }
  }

  await fit.drawCells(cells, { ...options, visit })
  unitDraws.forEach((sums, level) => {
    for (let index = 0; index < sums.length; index++) {
      const weight = unitWeight[level][Math.floor(index / draws)]
      sums[index] = weight > 0 ? sums[index] / weight : NaN
    }
  })
  const unitPeople = unitWeight.map((weight) => (population ? weight : weight.map(() => 0)))
  return { ...surfaces, unitDraws, unitPeople }
}
