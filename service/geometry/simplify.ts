import { type PlaceGeometry, polygonsOf } from './polygons.ts'

type Position = number[]

/**
 * Outlines with fewer positions, none farther than `tolerance` degrees from the original (Douglas & Peucker 1973,
 * "Algorithms for the reduction of the number of points", Cartographica 10). Neighbours keep their shared borders:
 * rings are cut where borders meet, as in TopoJSON, and each piece is simplified in one direction, whichever ring it
 * belongs to. A unit never vanishes; islands and holes smaller than the tolerance do.
 */
export function simplifyOutlines(geometries: readonly PlaceGeometry[], tolerance: number): PlaceGeometry[] {
  const junctions = findJunctions(geometries)
  // Rounding is far finer than the tolerance, and the same on both sides of a border.
  const factor = 10 ** Math.min(7, Math.ceil(-Math.log10(tolerance)) + 2)
  const round = (ring: Position[]) =>
    ring.map((position) => position.map((degrees) => Math.round(degrees * factor) / factor))
  return geometries.map((geometry) => {
    const polygons = polygonsOf(geometry)
    const kept = polygons.flatMap(([outer, ...holes]) => {
      const simpler = simplifyRing(outer, junctions, tolerance)
      if (simpler.length < 4) return []
      return [
        [
          simpler,
          ...holes.map((hole) => simplifyRing(hole, junctions, tolerance)).filter((hole) => hole.length >= 4),
        ],
      ]
    })
    if (kept.length === 0) kept.push([triangleIn(largestOf(polygons))])
    const coordinates = kept.map((rings) => rings.map(round))
    return geometry.type === 'Polygon' && coordinates.length === 1
      ? { type: 'Polygon', coordinates: coordinates[0] }
      : { type: 'MultiPolygon', coordinates }
  })
}

const keyOf = ([x, y]: Position) => `${x},${y}`

/** Positions where rings meet or part: their neighbours differ between rings. */
function findJunctions(geometries: readonly PlaceGeometry[]): Set<string> {
  const neighbours = new Map<string, [string, string]>()
  const junctions = new Set<string>()
  for (const ring of geometries.flatMap((geometry) => polygonsOf(geometry).flat())) {
    const keys = ring.slice(0, -1).map(keyOf)
    for (const [i, key] of keys.entries()) {
      const [before, after] = [keys.at(i - 1)!, keys[(i + 1) % keys.length]]
      const known = neighbours.get(key)
      if (!known) neighbours.set(key, [before, after])
      else if (!(known[0] === before && known[1] === after) && !(known[0] === after && known[1] === before))
        junctions.add(key)
    }
  }
  return junctions
}

function simplifyRing(
  ring: readonly Position[],
  junctions: ReadonlySet<string>,
  tolerance: number,
): Position[] {
  const open = ring.slice(0, -1)
  const cuts = open.flatMap((position, i) => (junctions.has(keyOf(position)) ? [i] : []))
  const anchors = cuts.length >= 2 ? cuts : anchorsOf(open, cuts[0])
  const simpler: Position[] = []
  for (const [i, from] of anchors.entries()) {
    const to = anchors[(i + 1) % anchors.length]
    const chain = to > from ? open.slice(from, to + 1) : [...open.slice(from), ...open.slice(0, to + 1)]
    simpler.push(...simplifyChain(chain, tolerance).slice(0, -1))
  }
  const closed = simpler.length > 0 ? [...simpler, simpler[0]] : []
  return new Set(closed.map(keyOf)).size >= 3 ? closed : []
}

const before = (a: Position, b: Position) => a[0] < b[0] || (a[0] === b[0] && a[1] < b[1])
const squared = (a: Position, b: Position) => (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2
const farthest = (ring: readonly Position[], distance: (position: Position) => number) =>
  ring.reduce((best, position, i) => (distance(position) > distance(ring[best]) ? i : best), 0)

/**
 * Two fixed positions for rings where fewer than two borders meet: a start that does not depend on the ring's
 * direction, and the position farthest from it.
 */
function anchorsOf(open: readonly Position[], cut: number | undefined): number[] {
  const start = cut ?? open.reduce((best, position, i) => (before(position, open[best]) ? i : best), 0)
  const far = farthest(open, (position) => squared(position, open[start]))
  return [start, far].toSorted((a, b) => a - b)
}

/** One piece of border, simplified the same way from either end. */
function simplifyChain(chain: Position[], tolerance: number): Position[] {
  const turned = before(chain.at(-1)!, chain[0])
  const kept = douglasPeucker(turned ? chain.toReversed() : chain, tolerance)
  return turned ? kept.toReversed() : kept
}

function distanceTo(a: Position, b: Position, p: Position): number {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]]
  const length = dx * dx + dy * dy
  const t = length === 0 ? 0 : Math.max(0, Math.min(1, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / length))
  return Math.hypot(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy)
}

function douglasPeucker(chain: readonly Position[], tolerance: number): Position[] {
  const keep = new Uint8Array(chain.length)
  keep[0] = keep[chain.length - 1] = 1
  const left: [number, number][] = [[0, chain.length - 1]]
  for (let next = left.pop(); next; next = left.pop()) {
    const [from, to] = next
    let [worst, at] = [tolerance, -1]
    for (let i = from + 1; i < to; i++) {
      const distance = distanceTo(chain[from], chain[to], chain[i])
      if (distance > worst) [worst, at] = [distance, i]
    }
    if (at < 0) continue
    keep[at] = 1
    left.push([from, at], [at, to])
  }
  return chain.filter((_, i) => keep[i] === 1)
}

function largestOf(polygons: readonly Position[][][]): Position[] {
  const sizeOf = ([outer]: Position[][]) => {
    const longitudes = outer.map(([lon]) => lon)
    const latitudes = outer.map(([, lat]) => lat)
    const span = (values: number[]) =>
      values.reduce((a, b) => Math.max(a, b)) - values.reduce((a, b) => Math.min(a, b))
    return span(longitudes) * span(latitudes)
  }
  return polygons.reduce((best, polygon) => (sizeOf(polygon) > sizeOf(best) ? polygon : best))[0]
}

/** The shape that represents a unit smaller than the tolerance. */
function triangleIn(ring: readonly Position[]): Position[] {
  const [start, far] = anchorsOf(ring.slice(0, -1), undefined)
  const third = farthest(ring, (position) => distanceTo(ring[start], ring[far], position))
  const corners = [start, far, third].toSorted((a, b) => a - b)
  return [...corners, corners[0]].map((i) => ring[i])
}
