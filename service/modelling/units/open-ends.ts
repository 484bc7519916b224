import { chordKm, spherePoints } from '../numerics/sphere.ts'
import type { AdminEstimate, AdminUnits } from './admin-types.ts'
import type { LayerInput } from '../layer-types.ts'

/** The end of a unit's interval that no count speaks against: prevalence 0 (`lower`) or 1 (`upper`). */
export type OpenEnd = 'lower' | 'upper'

/** People around a unit who say whether prevalence may be 0 (or 1) there. */
const PEOPLE = 100
/** Clusters of at least one person that have as many. */
const NEAREST = PEOPLE

/**
 * Units that have no case, and no case around them either, cannot exclude a prevalence of 0, nor those with only cases one
 * of 1, although no interval on the logit scale contains either. As in the interval of Clopper and Pearson (1934,
 * Biometrika 26) for 0 of n, that end of their interval is open. Around a unit are its own clusters and, until they have
 * 100 people in all, those nearest to its centre (its people's, or that of its cells or clusters).
 */
export function openEnds(
  { unitCount, cellUnit, clusterUnit }: AdminUnits,
  { clusters, cells }: Pick<LayerInput, 'clusters' | 'cells'>,
): (OpenEnd | null)[] {
  const cases = new Float64Array(unitCount)
  const people = new Float64Array(unitCount)
  clusterUnit.forEach((unit, cluster) => {
    if (unit < 0) return
    cases[unit] += clusters.numerator[cluster]
    people[unit] += clusters.denominator[cluster]
  })
  const places = spherePoints(clusters.longitude, clusters.latitude)
  const centres = centresOf({ unitCount, cellUnit, clusterUnit }, cells, places)
  return Array.from(people, (number, unit) => {
    let [affected, all] = [cases[unit], number]
    // One case and one person who is none say all.
    const isEnough = () => all >= PEOPLE || (affected > 0 && affected < all)
    const distance = isEnough() ? null : distancesOf(centres, unit, places, clusterUnit)
    for (let [used, batch] = [0, NEAREST]; distance && !isEnough(); batch *= 8) {
      const order = nearestFirst(distance, batch)
      for (; used < order.length && !isEnough(); used++) {
        affected += clusters.numerator[order[used]]
        all += clusters.denominator[order[used]]
      }
      if (order.length < batch) break
    }
    if (all === 0) return null
    if (affected === 0) return 'lower'
    return affected === all ? 'upper' : null
  })
}

/** Km from the centre of a unit to each cluster; Infinity for its own. */
function distancesOf(
  centres: Float64Array,
  unit: number,
  places: Float64Array,
  clusterUnit: Int32Array,
): Float64Array {
  const distance = new Float64Array(clusterUnit.length)
  for (let i = 0; i < distance.length; i++)
    distance[i] = clusterUnit[i] === unit ? Infinity : chordKm(centres, unit, places, i)
  return distance
}

/** Positions of the `count` least finite distances, or of as many as there are, ascending. */
function nearestFirst(distance: Float64Array, count: number): Int32Array {
  const order = new Int32Array(count)
  let size = 0
  for (let i = 0; i < distance.length; i++) {
    if (!(distance[i] < Infinity) || (size === count && distance[i] >= distance[order[size - 1]])) continue
    let at = size < count ? size++ : size - 1
    for (; at > 0 && distance[order[at - 1]] > distance[i]; at--) order[at] = order[at - 1]
    order[at] = i
  }
  return order.subarray(0, size)
}

/** Centre of each unit, in km: of its people, of its cells if no one lives there, of its clusters without cells. */
function centresOf(
  { unitCount, cellUnit, clusterUnit }: Pick<AdminUnits, 'unitCount' | 'cellUnit' | 'clusterUnit'>,
  { longitude, latitude, population }: LayerInput['cells'],
  places: Float64Array,
): Float64Array {
  const sums = new Float64Array(3 * unitCount)
  const weights = new Float64Array(unitCount)
  const add = (units: Int32Array, points: Float64Array, weight: (place: number) => number) => {
    const missing = weights.map((sum) => (sum === 0 ? 1 : 0))
    units.forEach((unit, place) => {
      if (unit < 0 || missing[unit] === 0) return
      weights[unit] += weight(place)
      for (let axis = 0; axis < 3; axis++) sums[3 * unit + axis] += weight(place) * points[3 * place + axis]
    })
  }
  const points = spherePoints(longitude, latitude)
  if (population) add(cellUnit, points, (cell) => Math.max(population[cell], 0))
  add(cellUnit, points, () => 1)
  add(clusterUnit, places, () => 1)
  return sums.map((sum, at) => sum / weights[Math.floor(at / 3)])
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
