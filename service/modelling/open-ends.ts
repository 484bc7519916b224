import { chordKm, spherePoints } from './sphere.ts'
import type { AdminUnits } from './admin-types.ts'
import type { LayerInput } from './layer-types.ts'

/** The end of a unit's interval that no count speaks against: prevalence 0 (`lower`) or 1 (`upper`). */
export type OpenEnd = 'lower' | 'upper'

/**
 * Units whose clusters have no case cannot exclude a prevalence of 0, nor those with nothing but cases one of 1, although
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
