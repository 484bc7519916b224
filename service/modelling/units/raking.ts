import { expit } from '../likelihood/likelihood.ts'
import type { DrawOptions, FittedModel } from '../model.ts'
import { ModelError } from '../model-error.ts'
import type { AdminUnits } from './admin-types.ts'
import type { LayerInput } from '../layer-types.ts'
import type { RakeTo, Raking } from './raking-types.ts'

/** Logits beyond this are counted at the end; step of the table of logits. */
const REACH = 20
const STEP = 0.01

interface Tally {
  /** People by logit. */
  weight: Float64Array
  people: number
  affected: number
}

/**
 * For each figure, the shift k for which the population-weighted mean of expit(logit p + k), over the unit's cells and
 * all draws, is the given prevalence: raking on the logit scale, which keeps prevalence between 0 and 1 and the order of
 * places within a unit (Rao and Molina 2015, *Small Area Estimation*, section 6.4). Draws go through a table of logits
 * per unit, so none is kept; their mean changes by less than 1e-5. `levels` hold the level of the figures. Throws ModelError if they don't.
 */
export async function findRaking(
  fit: Pick<FittedModel, 'drawCells'>,
  cells: LayerInput['cells'],
  { level, figures }: RakeTo,
  levels: readonly AdminUnits[],
  options: Omit<DrawOptions, 'visit'>,
): Promise<Raking> {
  const cellUnit = unitOfCells(levels, level)
  const size = (2 * REACH) / STEP + 1
  const place = new Map(figures.map(({ unit }, index) => [unit, index]))
  const cellFigure = cellUnit.map((unit) => place.get(unit) ?? -1)
  const tallies = figures.map((): Tally => ({ weight: new Float64Array(size), people: 0, affected: 0 }))
  const units = levels.map(({ unitCount }) => ({
    people: new Float64Array(unitCount),
    affected: new Float64Array(unitCount * options.draws),
  }))
  await fit.drawCells(cells, {
    ...options,
    visit(cell, p) {
      const here = cells.population ? cells.population[cell] : 1
      if (!(here > 0)) return
      levels.forEach(({ cellUnit: unitOf }, at) => {
        if (unitOf[cell] < 0) return
        units[at].people[unitOf[cell]] += here
        const from = unitOf[cell] * p.length
        for (let d = 0; d < p.length; d++) units[at].affected[from + d] += here * p[d]
      })
      if (cellFigure[cell] < 0) return
      const tally = tallies[cellFigure[cell]]
      for (const share of p) {
        const at = Math.min(Math.max((Math.log(share / (1 - share)) + REACH) / STEP, 0), size - 1)
        const below = Math.min(Math.floor(at), size - 2)
        tally.weight[below] += here * (below + 1 - at)
        tally.weight[below + 1] += here * (at - below)
        tally.people += here
        tally.affected += here * share
      }
    },
  })
  const unrakedDraws = units.map(({ people, affected }) =>
    affected.map((count, at) => count / people[Math.floor(at / options.draws)]),
  )
  const used = [...figures.keys()].filter((index) => tallies[index].people > 0)
  return {
    level,
    figures: used.map((index) => {
      const { unit, name, prevalence } = figures[index]
      const { people, affected } = tallies[index]
      const shift = shiftTo(prevalence, tallies[index])
      return { unit, name, target: prevalence, modelled: affected / people, shift }
    }),
    cellFigure: cellFigure.map((index) => used.indexOf(index)),
    unused: figures.flatMap(({ name }, index) => (used.includes(index) ? [] : [name])),
    unraked: unrakedDraws.map((all) =>
      Float64Array.from({ length: all.length / options.draws }, (_, unit) => {
        const own = all.subarray(unit * options.draws, (unit + 1) * options.draws)
        return own.reduce((sum, share) => sum + share, 0) / own.length
      }),
    ),
    unrakedDraws,
  }
}

function unitOfCells(levels: readonly AdminUnits[], wanted: number): Int32Array {
  const found = levels.find(({ level }) => level === wanted)
  if (!found) throw new ModelError(`There are no admin units of level ${wanted} to rake to.`)
  return found.cellUnit
}

function shiftTo(target: number, { weight, people }: Tally): number {
  const meanAt = (shift: number) =>
    weight.reduce((sum, w, index) => (w > 0 ? sum + w * expit(index * STEP - REACH + shift) : sum), 0) /
    people
  let [low, high] = [-2 * REACH, 2 * REACH]
  for (let halving = 0; halving < 60; halving++) {
    const middle = (low + high) / 2
    if (meanAt(middle) < target) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** The fit with the draws of raked cells shifted; predictions at clusters and tests of units stay the model's own. */
export function raked<Fit extends Pick<FittedModel, 'drawCells'>>(
  fit: Fit,
  { figures, cellFigure }: Raking,
): Fit {
  const odds = figures.map(({ shift }) => Math.exp(shift))
  return {
    ...fit,
    async drawCells(cells, options) {
      const moved = new Float64Array(options.draws)
      await fit.drawCells(cells, {
        ...options,
        visit(cell, p) {
          const times = cellFigure[cell] < 0 ? 1 : odds[cellFigure[cell]]
          p.forEach((share, d) => (moved[d] = (share * times) / (1 - share + share * times)))
          options.visit(cell, times === 1 ? p : moved)
        },
      })
    },
  }
}

/** The nation is the last level. */
export const unrakedNation = ({ unraked }: Raking): number => unraked[unraked.length - 1][0]

/** The given prevalence that a unit is raked to: its own figure, or the nation's; null without one. */
export function rakedTo(raking: Raking | null, level: 0 | 1 | 2, unit: number): number | null {
  const wanted = raking?.level === 0 ? 0 : unit
  if (!raking || (raking.level !== 0 && raking.level !== level)) return null
  return raking.figures.find((figure) => figure.unit === wanted)?.target ?? null
}

/** Units of a level with at least one raked cell. */
export function rakedUnits(raking: Raking | null, cellUnit: Int32Array): ReadonlySet<number> {
  return new Set(raking ? cellUnit.filter((_, cell) => raking.cellFigure[cell] >= 0) : [])
}
