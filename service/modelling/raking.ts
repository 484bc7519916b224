import { expit } from './likelihood.ts'
import type { DrawOptions, FittedModel } from './model.ts'
import type { LayerInput } from './layer-types.ts'

export interface Raking {
  /** The given national prevalence. */
  target: number
  /** National prevalence of the model, mean of the draws. */
  modelled: number
  /** Added to the logit of every draw at every cell. */
  shift: number
}

/** Logits beyond this are counted at the end; step of the table of logits. */
const REACH = 20
const STEP = 0.01

/**
 * The shift k for which the population-weighted mean of expit(logit p + k), over cells and draws, is `target`: raking
 * on the logit scale, which keeps prevalence between 0 and 1 and the order of places (Rao and Molina 2015, *Small Area
 * Estimation*, section 6.4). Draws go through a table of logits, so none is kept; their mean changes by less than 1e-5.
 */
export async function findRaking(
  fit: FittedModel,
  cells: LayerInput['cells'],
  target: number,
  options: Omit<DrawOptions, 'visit'>,
): Promise<Raking> {
  const size = (2 * REACH) / STEP + 1
  const weight = new Float64Array(size)
  let people = 0
  let affected = 0
  await fit.drawCells(cells, {
    ...options,
    visit(cell, p) {
      const here = cells.population ? cells.population[cell] : 1
      if (!(here > 0)) return
      for (const share of p) {
        const at = Math.min(Math.max((Math.log(share / (1 - share)) + REACH) / STEP, 0), size - 1)
        const below = Math.min(Math.floor(at), size - 2)
        weight[below] += here * (below + 1 - at)
        weight[below + 1] += here * (at - below)
        people += here
        affected += here * share
      }
    },
  })
  const meanAt = (shift: number) =>
    weight.reduce((sum, w, index) => sum + w * expit(index * STEP - REACH + shift), 0) / people
  let [low, high] = [-2 * REACH, 2 * REACH]
  for (let halving = 0; halving < 60; halving++) {
    const middle = (low + high) / 2
    if (meanAt(middle) < target) low = middle
    else high = middle
  }
  return { target, modelled: affected / people, shift: (low + high) / 2 }
}

/** The fit with every draw of the surface shifted; predictions at clusters and tests of units stay the model's own. */
export function raked(fit: FittedModel, { shift }: Raking): FittedModel {
  const odds = Math.exp(shift)
  return {
    ...fit,
    async drawCells(cells, options) {
      const moved = new Float64Array(options.draws)
      await fit.drawCells(cells, {
        ...options,
        visit(cell, p) {
          p.forEach((share, d) => (moved[d] = (share * odds) / (1 - share + share * odds)))
          options.visit(cell, moved)
        },
      })
    },
  }
}
