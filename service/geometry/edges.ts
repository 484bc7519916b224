import Flatbush from 'flatbush'
import type { Budget } from './work-budget.ts'

export type Point = readonly [number, number]

/** A closed ring and its edges in a packed Hilbert R-tree (Vorobyov's flatbush): O(n log n) for real-world outlines. */
export interface Edges {
  ring: readonly Point[]
  index: Flatbush
}

/** Thrown when more edges are close together than the work budget allows to compare. */
export class TooManyEdges extends Error {}

/** In degrees, a tenth of a millimetre: a vertex that lies on an edge touches, it does not cross. */
const TOUCHES = 1e-9

export function indexEdges(ring: readonly Point[]): Edges {
  const index = new Flatbush(ring.length - 1)
  for (let i = 1; i < ring.length; i++) index.add(...boxOf(ring[i - 1], ring[i]))
  index.finish()
  return { ring, index }
}

const boxOf = ([x1, y1]: Point, [x2, y2]: Point): [number, number, number, number] => [
  Math.min(x1, x2),
  Math.min(y1, y2),
  Math.max(x1, x2),
  Math.max(y1, y2),
]

export function spend(budget: Budget): void {
  if (--budget.left < 0) throw new TooManyEdges()
}

/**
 * The first place where two of the ring's edges properly cross, or null. Touching, also along an edge, is not a
 * crossing.
 */
export function findCrossing({ ring, index }: Edges, budget: Budget): Point | null {
  const edges = ring.length - 1
  let found: Point | null = null
  for (let i = 0; i < edges && found === null; i++)
    index.search(...boxOf(ring[i], ring[i + 1]), (j) => {
      spend(budget)
      if (found !== null || j <= i + 1 || (i === 0 && j === edges - 1)) return false
      found = crossingOf(ring[i], ring[i + 1], ring[j], ring[j + 1])
      return false
    })
  return found
}

/** The first place where an edge of the other ring properly crosses an edge of this ring. */
export function findCrossingWith({ ring, index }: Edges, other: readonly Point[], budget: Budget) {
  let found: Point | null = null
  for (let i = 1; i < other.length && found === null; i++)
    index.search(...boxOf(other[i - 1], other[i]), (j) => {
      if (found !== null) return false
      spend(budget)
      found = crossingOf(other[i - 1], other[i], ring[j], ring[j + 1])
      return false
    })
  return found as Point | null
}

/** Whether the point lies on an edge. */
export function touches({ ring, index }: Edges, point: Point, budget: Budget): boolean {
  const [x, y] = point
  let found = false
  index.search(x - TOUCHES, y - TOUCHES, x + TOUCHES, y + TOUCHES, (j) => {
    spend(budget)
    // NaN for a zero-length edge, whose ends also belong to its neighbours.
    found ||= Math.abs(sideOf(ring[j], ring[j + 1], point)) <= TOUCHES
    return false
  })
  return found
}

/**
 * Whether the ring contains a point that lies on none of its edges: a ray to the east crosses the ring an odd number of
 * times.
 */
export function holds({ ring, index }: Edges, [x, y]: Point, budget: Budget): boolean {
  let inside = false
  index.search(x, y, Infinity, y, (j) => {
    spend(budget)
    const [[x1, y1], [x2, y2]] = [ring[j], ring[j + 1]]
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside
    return false
  })
  return inside
}

/** Distance of p from the line a–b, signed by its side. */
function sideOf(a: Point, b: Point, p: Point): number {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]]
  return (dx * (p[1] - a[1]) - dy * (p[0] - a[0])) / Math.hypot(dx, dy)
}

const turn = (a: Point, b: Point, p: Point) => (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])

function crossingOf(a: Point, b: Point, c: Point, d: Point): Point | null {
  // Nearly all pairs end here: both ends of one edge lie on the same side of the other edge.
  if (turn(a, b, c) * turn(a, b, d) > 0 || turn(c, d, a) * turn(c, d, b) > 0) return null
  const [sa, sb, sc, sd] = [sideOf(c, d, a), sideOf(c, d, b), sideOf(a, b, c), sideOf(a, b, d)]
  // NaN from a zero-length edge also fails this test.
  if (!(Math.min(Math.abs(sa), Math.abs(sb), Math.abs(sc), Math.abs(sd)) > TOUCHES)) return null
  if (sa > 0 === sb > 0 || sc > 0 === sd > 0) return null
  const t = sa / (sa - sb)
  return [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])]
}
