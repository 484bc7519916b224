import { directEstimate, strataSizesOf } from './direct-estimate.ts'
import { Z95 } from '../likelihood/distributions.ts'
import { logit } from '../likelihood/likelihood.ts'
import { sortedQuantile } from './cell-surfaces.ts'
import type { AdminEstimate, UnitDecision } from './admin-types.ts'
import type { LayerInput } from '../layer-types.ts'
import type { OpenEnd } from './open-ends.ts'

interface AdminTask {
  level: LayerInput['admin'][number]
  clusters: LayerInput['clusters']
  /** Unit u, draw d at [u·draws + d]; NaN for units without cells. */
  unitDraws: Float64Array
  draws: number
  minClusters: number
  decisions: readonly (UnitDecision | null)[]
  open?: readonly (OpenEnd | null)[]
  /** The model's own mean of each unit where `unitDraws` are raked. */
  unraked?: Float64Array
}

/**
 * Direct and modelled estimate of every unit of a level. A unit is testable with at least `minClusters` clusters and a
 * direct interval; it passes if the modelled mean lies inside it. On the logit scale, z is the difference over half of
 * the interval, times 1.96, so that |z| ≤ 1.96 says the same whatever the degrees of freedom. The mean is the model's
 * own, since raking to a given figure is no evidence about the model. Units without cells have no modelled mean. `open`
 * is from `openEnds`.
 */
export function adminEstimates({
  level,
  clusters,
  unitDraws,
  draws,
  minClusters,
  decisions,
  open = [],
  unraked,
}: AdminTask): AdminEstimate[] {
  const members: number[][] = Array.from({ length: level.unitCount }, () => [])
  level.clusterUnit.forEach((unit, cluster) => {
    if (unit >= 0) members[unit].push(cluster)
  })
  const strataSizes = strataSizesOf(clusters.stratum)
  return members.map((inside, unit) => {
    const direct = inside.length > 0 ? directEstimate(clusters, inside, strataSizes) : null
    const sorted = unitDraws.slice(unit * draws, (unit + 1) * draws).sort()
    const hasModel = sorted.length > 0 && !Number.isNaN(sorted[0])
    const modelled = hasModel ? sorted.reduce((sum, value) => sum + value, 0) / draws : null
    const testable = inside.length >= minClusters && direct !== null && direct.logitSe !== null
    const own = unraked && modelled !== null ? unraked[unit] : modelled
    const z = testable && own !== null ? (logit(own) - logit(direct.p)) / (direct.logitSe as number) : null
    return {
      level: level.level,
      unit,
      clusters: inside.length,
      observed: direct ? direct.p : null,
      observedLower: direct ? direct.lower : null,
      observedUpper: direct ? direct.upper : null,
      modelled,
      modelledLower: hasModel ? (open[unit] === 'lower' ? 0 : sortedQuantile(sorted, 0.025)) : null,
      modelledUpper: hasModel ? (open[unit] === 'upper' ? 1 : sortedQuantile(sorted, 0.975)) : null,
      z,
      pass: z === null ? null : Math.abs(z) <= Z95,
      decision: decisions[unit] ?? null,
    }
  })
}

/** How many units of a level could be tested (`pass` is not null), and how many of these passed. */
export function tally(estimates: AdminEstimate[], level: 1 | 2): { tested: number; passed: number } {
  const tested = estimates.filter((estimate) => estimate.level === level && estimate.pass !== null)
  return { tested: tested.length, passed: tested.filter((estimate) => estimate.pass).length }
}
