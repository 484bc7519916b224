import { sortedQuantile } from './cell-surfaces.ts'
import type { UnitDecision } from './admin-types.ts'
import type { OpenEnd } from './open-ends.ts'

/**
 * Numbers of people, exceedance probabilities and ranks of the units of a level, from their joint draws: unit u, draw d
 * at [u·draws + d], NaN for units without cells. Ranks are within each draw, so they carry the dependence of the units.
 * Where a unit's interval is open at 0 (at 1), so is that of its rank: it may be the last (the first).
 */
export function unitDecisions(
  unitDraws: Float64Array,
  draws: number,
  people: Float64Array | null,
  threshold: number | null,
  open: readonly (OpenEnd | null)[] = [],
): (UnitDecision | null)[] {
  const units = unitDraws.length / draws
  const modelled = Array.from({ length: units }, (_, unit) => unit).filter(
    (unit) => !Number.isNaN(unitDraws[unit * draws]),
  )
  const fifth = Math.ceil(modelled.length / 5)
  const ranks = new Float64Array(unitDraws.length)
  for (let d = 0; d < draws; d++) {
    const order = modelled.toSorted((a, b) => unitDraws[b * draws + d] - unitDraws[a * draws + d])
    order.forEach((unit, place) => (ranks[unit * draws + d] = place + 1))
  }
  const decisions: (UnitDecision | null)[] = Array.from({ length: units }, () => null)
  for (const unit of modelled) {
    const values = unitDraws.slice(unit * draws, (unit + 1) * draws).sort()
    const places = ranks.slice(unit * draws, (unit + 1) * draws).sort()
    const share = (keep: (value: number) => boolean, of: Float64Array) => of.filter(keep).length / draws
    const count = people ? people[unit] : null
    const mean = values.reduce((sum, value) => sum + value, 0) / draws
    decisions[unit] = {
      people: count,
      affected: count === null ? null : count * mean,
      affectedLower:
        count === null ? null : open[unit] === 'lower' ? 0 : count * sortedQuantile(values, 0.025),
      affectedUpper:
        count === null ? null : open[unit] === 'upper' ? count : count * sortedQuantile(values, 0.975),
      exceedance: threshold === null ? null : share((value) => value > threshold, values),
      rank: sortedQuantile(places, 0.5),
      rankLower: open[unit] === 'upper' ? 1 : Math.floor(sortedQuantile(places, 0.025)),
      rankUpper: open[unit] === 'lower' ? modelled.length : Math.ceil(sortedQuantile(places, 0.975)),
      highest: share((place) => place === 1, places),
      highestFifth: share((place) => place <= fifth, places),
      lowestFifth: share((place) => place > modelled.length - fifth, places),
    }
  }
  return decisions
}
