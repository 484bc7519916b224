/** x₀, y₀, x₁, y₁, … of which the first `size` numbers are in use. */
interface Polygon {
  points: Float64Array
  size: number
}

/** Room for a quadrilateral that is clipped on four sides, which has at most eight corners. */
export const emptyPolygon = (): Polygon => ({ points: new Float64Array(32), size: 0 })

/** Corners in the order of the outline. */
export function setQuadrilateral(
  polygon: Polygon,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  x3: number,
  y3: number,
): void {
  const { points } = polygon
  points[0] = x0
  points[1] = y0
  points[2] = x1
  points[3] = y1
  points[4] = x2
  points[5] = y2
  points[6] = x3
  points[7] = y3
  polygon.size = 8
}

/**
 * Writes to `to`, and returns, the part of the convex polygon `from` where `side` · (coordinate − limit) ≥ 0, of the
 * coordinate x (axis 0) or y (axis 1): Sutherland and Hodgman, Reentrant Polygon Clipping, Communications of the ACM 17, 1974.
 */
export function clip(from: Polygon, to: Polygon, axis: 0 | 1, limit: number, side: 1 | -1): Polygon {
  const { points, size } = from
  const out = to.points
  const other = 1 - axis
  let count = 0
  let before = size - 2
  let wasInside = size > 0 ? side * (points[before + axis] - limit) : 0
  for (let at = 0; at < size; at += 2) {
    const inside = side * (points[at + axis] - limit)
    if (inside >= 0 !== wasInside >= 0) {
      const share = wasInside / (wasInside - inside)
      out[count + axis] = limit
      out[count + other] = points[before + other] + share * (points[at + other] - points[before + other])
      count += 2
    }
    if (inside >= 0) {
      out[count] = points[at]
      out[count + 1] = points[at + 1]
      count += 2
    }
    before = at
    wasInside = inside
  }
  to.size = count
  return to
}

/** The smallest x; Infinity of nothing. */
export function leftOf({ points, size }: Polygon): number {
  let least = Infinity
  for (let at = 0; at < size; at += 2) least = Math.min(least, points[at])
  return least
}

/** The largest x; -Infinity of nothing. */
export function rightOf({ points, size }: Polygon): number {
  let most = -Infinity
  for (let at = 0; at < size; at += 2) most = Math.max(most, points[at])
  return most
}

/** The area of a polygon of either orientation. */
export function areaOf({ points, size }: Polygon): number {
  let twice = 0
  for (let at = 2; at + 3 < size; at += 2) {
    const dx = points[at] - points[0]
    const dy = points[at + 1] - points[1]
    twice += dx * (points[at + 3] - points[1]) - dy * (points[at + 2] - points[0])
  }
  return Math.abs(twice) / 2
}
