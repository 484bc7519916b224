import type { AdminUnits } from './admin-types.ts'

export interface UnitDraws {
  /** Per level: population-weighted mean of each unit in each draw, unit-major; NaN where no one lives. */
  unitDraws: Float64Array[]
  /** Per level: people of each unit; all 0 without a population. */
  unitPeople: Float64Array[]
}

/**
 * q = Σ pop·p / Σ pop per unit and draw, from the draws `p` of one cell after the other. Without population, all cells
 * weigh the same; a population that is not above 0 counts as none.
 */
export function sumUnits(
  levels: readonly Pick<AdminUnits, 'unitCount' | 'cellUnit'>[],
  draws: number,
  population: Float64Array | null,
) {
  const unitDraws = levels.map(({ unitCount }) => new Float64Array(unitCount * draws))
  const unitWeight = levels.map(({ unitCount }) => new Float64Array(unitCount))
  return {
    add(cell: number, p: Float64Array): void {
      const people = population ? population[cell] : 1
      if (!(people > 0)) return
      for (let level = 0; level < levels.length; level++) {
        const unit = levels[level].cellUnit[cell]
        if (unit < 0) continue
        unitWeight[level][unit] += people
        const sums = unitDraws[level]
        const from = unit * draws
        for (let d = 0; d < draws; d++) sums[from + d] += people * p[d]
      }
    },
    /** Called once, after all cells. */
    means(): UnitDraws {
      unitDraws.forEach((sums, level) => {
        for (let index = 0; index < sums.length; index++) {
          const weight = unitWeight[level][Math.floor(index / draws)]
          sums[index] = weight > 0 ? sums[index] / weight : NaN
        }
      })
      const unitPeople = unitWeight.map((weight) => (population ? weight : weight.map(() => 0)))
      return { unitDraws, unitPeople }
    },
  }
}
