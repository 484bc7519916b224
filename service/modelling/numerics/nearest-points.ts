import { chordKm } from './sphere.ts'

/** Weights of the axes, widest first, in the coordinate that is swept: points in a row along one axis differ in it. */
const TILT = [1, 0.37, 0.21]
const STEEPNESS = Math.hypot(...TILT)

/**
 * Index of the nearest other point to each of `3·count` coordinates, the first of equally near ones; 0 for a single
 * point. Exact: a sweep along a coordinate that differs by at most `STEEPNESS` times the distance, O(n·√n) for points
 * spread over an area. Points at one place cost as much as one.
 */
export function nearestPoints(points: Float64Array): Int32Array {
  const nearest = new Int32Array(points.length / 3)
  const places = Map.groupBy(nearest.keys(), (i) => points.subarray(3 * i, 3 * i + 3).join())
  const alone = [...places.values()].map(([first, second, ...others]) => {
    if (second === undefined) return { first, isAlone: true }
    nearest[first] = second
    for (const other of [second, ...others]) nearest[other] = first
    return { first, isAlone: false }
  })
  const weights = tiltOf(points)
  const heightOf = (i: number) =>
    weights[0] * points[3 * i] + weights[1] * points[3 * i + 1] + weights[2] * points[3 * i + 2]
  const sorted = alone
    .map((place) => ({ ...place, height: heightOf(place.first) }))
    .toSorted((one, other) => one.height - other.height)
  const order = Int32Array.from(sorted, ({ first }) => first)
  const heights = Float64Array.from(sorted, ({ height }) => height)
  sorted.forEach(({ first, isAlone }, at) => {
    if (isAlone) nearest[first] = nearestInSweep(points, order, heights, at)
  })
  return nearest
}

/** The axes' weights by the spread of the points along them. */
function tiltOf(points: Float64Array): number[] {
  const spread = [0, 1, 2].map((axis) => {
    let [low, high] = [Infinity, -Infinity]
    for (let at = axis; at < points.length; at += 3) {
      low = Math.min(low, points[at])
      high = Math.max(high, points[at])
    }
    return high - low
  })
  const rank = [0, 1, 2].toSorted((one, other) => spread[other] - spread[one])
  return [0, 1, 2].map((axis) => TILT[rank.indexOf(axis)])
}

function nearestInSweep(points: Float64Array, order: Int32Array, heights: Float64Array, at: number): number {
  const point = order[at]
  let best = 0
  let closest = Infinity
  for (const step of [-1, 1])
    for (let next = at + step; next >= 0 && next < order.length; next += step) {
      // A part in a million more: heights are rounded.
      if (Math.abs(heights[next] - heights[at]) > 1.000001 * STEEPNESS * closest) break
      const other = order[next]
      const distance = chordKm(points, point, points, other)
      if (distance > closest || (distance === closest && other > best)) continue
      closest = distance
      best = other
    }
  return best
}
