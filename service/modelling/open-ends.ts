import { chordKm, spherePoints } from './sphere.ts'
import type { AdminEstimate, AdminUnits } from './admin-types.ts'
import type { LayerInput } from './layer-types.ts'

/** The end of a unit's interval that no count speaks against: prevalence 0 (`lower`) or 1 (`upper`). */
export type OpenEnd = 'lower' | 'upper'

/**
 * Units whose clusters have no case cannot exclude a prevalence of 0, nor those with only cases one of 1, although
 * no interval on the logit scale contains either. As in the interval of Clopper and Pearson (1934, Biometrika 26) for 0
 * of n, that end of their interval is open. For a unit without clusters, the clusters nearest to its cells decide.
 */
export function openEnds(
  { unitCount, cellUnit, clusterUnit }: AdminUnits,
  { clusters, cells }: Pick<LayerInput, 'clusters' | 'cells'>,
): (OpenEnd | null)[] {
  const cases = new Float64Array(unitCount)
  const people = new Float64Array(unitCount)
  const count = (unit: number, cluster: number) => {
    cases[unit] += clusters.numerator[cluster]
    people[unit] += clusters.denominator[cluster]
  }
  clusterUnit.forEach((unit, cluster) => {
    if (unit >= 0) count(unit, cluster)
  })
  if (people.includes(0)) {
    const without = people.map((number) => (number === 0 ? 1 : 0))
    const wanted = cellUnit.map((unit) => (unit >= 0 ? without[unit] : 0))
    nearestClusters(clusters, cells, wanted).forEach((cluster, cell) => {
      if (cluster >= 0) count(cellUnit[cell], cluster)
    })
  }
  return Array.from(people, (number, unit) => {
    if (number === 0) return null
    if (cases[unit] === 0) return 'lower'
    return cases[unit] === number ? 'upper' : null
  })
}

/**
 * The country's estimate if the whole survey has no case, or nothing but cases. The draws know of no prevalence that the
 * prior makes unlikely, so the other end is no closer than the exact one for 0 of n people, 1 − 0.025^(1/n), which is that
 * of the direct estimate, too. A nation that is raked, or has a raked unit, keeps its modelled interval.
 */
export function withExactLimit(
  estimate: AdminEstimate,
  { denominator }: LayerInput['clusters'],
  open: OpenEnd | null,
  isRaked = false,
): AdminEstimate {
  if (!open) return estimate
  const limit = 1 - 0.025 ** (1 / denominator.reduce((sum, n) => sum + n, 0))
  const [lower, upper] = open === 'lower' ? [0, limit] : [1 - limit, 1]
  const atMost = (value: number | null, end: number) => (value === null ? null : Math.min(value, end))
  const atLeast = (value: number | null, end: number) => (value === null ? null : Math.max(value, end))
  const direct = { ...estimate, observedLower: lower, observedUpper: upper }
  if (isRaked) return direct
  const { decision } = estimate
  return {
    ...direct,
    modelledLower: atMost(estimate.modelledLower, lower),
    modelledUpper: atLeast(estimate.modelledUpper, upper),
    decision: decision && {
      ...decision,
      affectedLower: atMost(decision.affectedLower, lower * (decision.people ?? 0)),
      affectedUpper: atLeast(decision.affectedUpper, upper * (decision.people ?? 0)),
    },
  }
}

/** The cluster nearest to each of the `wanted` cells, -1 for others. */
function nearestClusters(
  clusters: LayerInput['clusters'],
  cells: LayerInput['cells'],
  wanted: Int32Array,
): Int32Array {
  const from = spherePoints(clusters.longitude, clusters.latitude)
  const to = spherePoints(cells.longitude, cells.latitude)
  return wanted.map((isWanted, cell) => {
    if (!isWanted) return -1
    let best = -1
    let closest = Infinity
    for (let cluster = 0; cluster < clusters.id.length; cluster++) {
      const distance = chordKm(to, cell, from, cluster)
      if (distance < closest) {
        closest = distance
        best = cluster
      }
    }
    return best
  })
}
