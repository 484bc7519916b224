import type { Budget } from './work-budget.ts'
import { type Edges, findCrossingWith, holds, type Point, spend, touches } from './edges.ts'

/** How a ring lies to another: `inside` it, `around` it, on the `same` line, or with interiors that only partly coincide. */
interface Relation {
  kind: 'apart' | 'inside' | 'around' | 'same' | 'overlap'
  /** A position of one of them that shows it. */
  at: Point
}

type Box = readonly [west: number, south: number, east: number, north: number]

export const boxOfRing = ({ index }: Edges): Box => [index.minX, index.minY, index.maxX, index.maxY]

const isIn = ([west, south, east, north]: Box, [x, y]: Point) =>
  x >= west && x <= east && y >= south && y <= north

const meet = (a: Box, b: Box) => a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3]

const holdsBox = (outer: Box, inner: Box) =>
  isIn(outer, [inner[0], inner[1]]) && isIn(outer, [inner[2], inner[3]])

const OPPOSITE = {
  apart: 'apart',
  inside: 'around',
  around: 'inside',
  same: 'same',
  overlap: 'overlap',
} as const

/**
 * The relation of ring a to ring b. Touching, also along edges, is neither overlap nor inside. O(n log m) for the n
 * positions of the ring that has fewer.
 * @throws TooManyEdges if the budget is used up
 */
export function relateRings(a: Edges, b: Edges, budget: Budget): Relation {
  if (a.ring.length > b.ring.length) {
    const { kind, at } = relateRings(b, a, budget)
    return { kind: OPPOSITE[kind], at }
  }
  if (!meet(boxOfRing(a), boxOfRing(b))) return { kind: 'apart', at: a.ring[0] }
  const crossing = findCrossingWith(b, a.ring, budget)
  if (crossing) return { kind: 'overlap', at: crossing }
  const own = sidesOf(a, a.ring.keys(), b, budget)
  const [inside, outside] = [own.inside, own.outside]
  if (inside && outside) return { kind: 'overlap', at: inside }
  // Of a much larger ring, only what is near: a mainland has thousands of islands in its box.
  const near = b.index.search(...boxOfRing(a)).sort((i, j) => i - j)
  const other = sidesOf(b, near, a, budget)
  if (inside) return other.inside ? { kind: 'overlap', at: other.inside } : { kind: 'inside', at: inside }
  if (!outside) return other.inside ? { kind: 'overlap', at: other.inside } : { kind: 'same', at: a.ring[0] }
  if (!other.inside) return { kind: 'apart', at: outside }
  const isAround = !other.outside && holdsBox(boxOfRing(a), boxOfRing(b))
  return { kind: isAround ? 'around' : 'overlap', at: other.inside }
}

interface Sides {
  inside: Point | null
  outside: Point | null
}

/** Within an edge; irregular, so that neither is where something else touches it. */
const FRACTIONS = [0.4142, 0.7321]

/**
 * The first position inside, and the first outside, of another ring: of each run of positions between two that touch it,
 * one. Where an edge passes through a vertex of the other ring, that vertex touches, and the other ring's positions show it.
 */
function sidesOf({ ring }: Edges, edges: Iterable<number>, other: Edges, budget: Budget): Sides {
  const box = boxOfRing(other)
  const found: Sides = { inside: null, outside: null }
  /** Whether the next position may lie on the other side. */
  let open = true
  const look = (point: Point): boolean => {
    spend(budget)
    if (!isIn(box, point)) found.outside ??= point
    else if (!touches(other, point, budget)) {
      if (open) found[holds(other, point, budget) ? 'inside' : 'outside'] ??= point
      return false
    }
    return true
  }
  let previous = -2
  for (const i of edges) {
    if (found.inside && found.outside) break
    if (i + 1 >= ring.length) continue
    const [from, to] = [ring[i], ring[i + 1]]
    if (i !== previous + 1) {
      open = true
      open = look(from)
    }
    previous = i
    const before = open
    open = look(to)
    if (before && open)
      for (const t of FRACTIONS) look([from[0] + t * (to[0] - from[0]), from[1] + t * (to[1] - from[1])])
  }
  return found
}
