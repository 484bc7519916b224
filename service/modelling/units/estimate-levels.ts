import type { LayerInput, LayerOptions } from '../layer-types.ts'
import { adminEstimates } from './admin-estimates.ts'
import type { AdminEstimate, AdminUnits } from './admin-types.ts'
import { unitDecisions } from './decisions.ts'
import { openEnds, withExactLimit } from './open-ends.ts'
import { rakedUnits } from './raking.ts'
import type { Raking } from './raking-types.ts'
import type { UnitDraws } from './unit-draws.ts'

/**
 * Estimates of each unit of each level, in the order of the levels. `unitDraws` has the draws of each unit's
 * prevalence, `unitPeople` its people, per level.
 */
export function estimateLevels(
  levels: readonly AdminUnits[],
  { unitDraws, unitPeople }: UnitDraws,
  { clusters, cells }: Pick<LayerInput, 'clusters' | 'cells'>,
  {
    draws,
    admMinClusters,
    exceedanceThreshold,
  }: Pick<LayerOptions, 'draws' | 'admMinClusters' | 'exceedanceThreshold'>,
  raking: Raking | null,
): AdminEstimate[] {
  return levels.flatMap((level, index) => {
    // A unit raked to a given prevalence, or with such a unit in it, has cases, even if the survey saw none.
    const withCases = raking && raking.level >= level.level ? rakedUnits(raking, level.cellUnit) : null
    const unseen = openEnds(level, { clusters, cells })
    const open = unseen.map((end, unit) => (withCases?.has(unit) ? null : end))
    const people = cells.population && unitPeople[index]
    const ofLevel = adminEstimates({
      level,
      clusters,
      unitDraws: unitDraws[index],
      draws,
      minClusters: admMinClusters,
      unraked: raking?.unraked[index],
      decisions: unitDecisions(unitDraws[index], draws, people, exceedanceThreshold, open),
      open,
    })
    return level.level === 0 ? [withExactLimit(ofLevel[0], clusters, unseen[0], withCases?.has(0))] : ofLevel
  })
}
