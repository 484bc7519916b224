import type { Interval } from '../model-parameters.ts'
import { seededRandom } from '../numerics/random.ts'

/** Log posterior less that of the mode: on each axis at −near, near, −far and far, and at the eight corners. */
export interface PosteriorDrops {
  near: number
  far: number
  corner: number
  axes: readonly { below: Side; above: Side }[]
  corners: readonly { signs: readonly number[]; drop: number }[]
}

interface Side {
  near: number
  far: number
}

const SAMPLES = 20_000
/** Where an axis is tabulated, in standard deviations. */
const REACH = 8
const STEP = 0.04
/** A side at least this far below the mode at its near point has a standard deviation of at most 3. */
const LEAST_DROP = 0.2
/** Corners' remainders are extrapolated to this many times their distance, and weigh a sample at most this, in logs. */
const BEYOND = 2
const MOST = 3

/**
 * 95 % intervals of theta = centre + root·z from the log posterior at the points of the design. Its shape in z: along
 * each axis quadratic up to `near` and linear beyond, so that tails are as heavy as the posterior is at `far`; the sum
 * of the axes is corrected by what they miss at the corners, interpolated in three dimensions. Extends the asymmetric
 * densities of Martins et al. 2013, *Bayesian computing with INLA: new features*, section 2.1. Quantiles are those of
 * samples, the same for the same points. `root` has one row per parameter, a column per axis.
 */
export function marginalIntervals(
  centre: readonly number[],
  root: readonly (readonly number[])[],
  drops: PosteriorDrops,
): Interval[] {
  const { near, far, corner, axes } = drops
  const along = axes.map(
    (sides) => (z: number) => sideAt(z < 0 ? sides.below : sides.above, Math.abs(z), near, far),
  )
  const remainders = drops.corners.map(({ signs, drop }) => ({
    signs,
    rest: drop - signs.reduce((sum, sign, axis) => sum + along[axis](sign * corner), 0),
  }))
  const tables = along.map(cumulative)
  const random = seededRandom(0, 13)
  const samples = Array.from({ length: SAMPLES }, () => {
    const z = tables.map((table) => drawFrom(table, random.uniform()))
    const scaled = z.map((value) => Math.min(Math.max(value / corner, -BEYOND), BEYOND))
    const rest = remainders.reduce(
      (sum, { signs, rest: own }) =>
        sum + own * signs.reduce((product, sign, axis) => (product * (1 + sign * scaled[axis])) / 2, 1),
      0,
    )
    return { z, weight: Math.exp(Math.min(rest, MOST)) }
  })
  const total = samples.reduce((sum, { weight }) => sum + weight, 0)
  return centre.map((middle, parameter) => {
    const values = samples
      .map(({ z, weight }) => ({
        value: z.reduce((sum, part, axis) => sum + root[parameter][axis] * part, middle),
        weight: weight / total,
      }))
      .toSorted((one, other) => one.value - other.value)
    const quantile = (share: number) => {
      let sum = 0
      return (values.find(({ weight }) => (sum += weight) >= share) ?? values[SAMPLES - 1]).value
    }
    return [quantile(0.025), quantile(0.975)]
  })
}

function sideAt(side: Side, z: number, near: number, far: number): number {
  const atNear = Math.min(side.near, -LEAST_DROP)
  if (z <= near) return atNear * (z / near) ** 2
  const slope = (Math.min(side.far, atNear - LEAST_DROP) - atNear) / (far - near)
  return atNear + slope * (z - near)
}

/** Cumulative probabilities of the steps from −REACH to REACH. */
function cumulative(log: (z: number) => number): Float64Array {
  const table = new Float64Array(Math.round((2 * REACH) / STEP))
  let sum = 0
  for (let step = 0; step < table.length; step++)
    table[step] = sum += Math.exp(log((step + 0.5) * STEP - REACH))
  return table.map((value) => value / sum)
}

function drawFrom(table: Float64Array, share: number): number {
  let [low, high] = [0, table.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (table[middle] < share) low = middle + 1
    else high = middle
  }
  const from = low === 0 ? 0 : table[low - 1]
  return (low + (share - from) / (table[low] - from)) * STEP - REACH
}
