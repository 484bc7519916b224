import Flatbush from 'flatbush'
import type { Area } from './point-in-polygon.ts'
import { areaBounds, ringsOf } from './point-in-polygon.ts'
import { type Budget, edgeVisits } from './work-budget.ts'

interface Overlap {
  first: number
  second: number
  /** Share of the smaller area, 0 to 1. */
  share: number
}

const LINES = 24

type Span = readonly [number, number]

/** Edges of all rings as x1, y1, x2, y2, kept contiguous because they are read many times. */
function edgesOf(area: Area): Float64Array {
  const rings = ringsOf(area)
  const edges = new Float64Array(rings.reduce((sum, ring) => sum + 4 * (ring.length - 1), 0))
  let at = 0
  for (const ring of rings) {
    for (let i = 1; i < ring.length; i++, at += 4) {
      edges.set(ring[i - 1].slice(0, 2), at)
      edges.set(ring[i].slice(0, 2), at + 2)
    }
  }
  return edges
}

/** The segments of a parallel inside an area, as pairs of longitudes (even-odd rule over all rings). */
function spansAt(edges: Float64Array, lat: number): Span[] {
  const crossings: number[] = []
  for (let i = 0; i < edges.length; i += 4) {
    const [y1, y2] = [edges[i + 1], edges[i + 3]]
    if (y1 > lat !== y2 > lat) crossings.push(edges[i] + ((lat - y1) / (y2 - y1)) * (edges[i + 2] - edges[i]))
  }
  crossings.sort((a, b) => a - b)
  return Array.from(
    { length: crossings.length >> 1 },
    (_, i) => [crossings[2 * i], crossings[2 * i + 1]] as const,
  )
}

function commonLength(a: readonly Span[], b: readonly Span[]): number {
  let length = 0
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    length += Math.max(0, Math.min(a[i][1], b[j][1]) - Math.max(a[i][0], b[j][0]))
    if (a[i][1] < b[j][1]) i++
    else j++
  }
  return length
}

/**
 * Square degrees inside (even-odd: files orient holes either way). Neighbours lie at one latitude, so shares are right.
 */
function squareDegrees(edges: Float64Array, [, south, , north]: readonly number[]): number {
  const lines = 4 * LINES
  let sum = 0
  for (let i = 0; i < lines; i++)
    for (const [from, to] of spansAt(edges, south + ((i + 0.5) / lines) * (north - south))) sum += to - from
  return (sum * (north - south)) / lines
}

interface Overlaps {
  found: Overlap[]
  /** False if the budget did not allow all pairs to be compared. */
  complete: boolean
}

/**
 * Pairs of areas that share more than `least` of the smaller one: the first `most` that are found. The shared area is
 * integrated over 24 parallels through the intersection of both boxes. The integral is exact along each parallel, so
 * thin slivers count at their true size.
 */
export function findOverlaps(
  areas: readonly Area[],
  least: number,
  { most = Infinity, budget = edgeVisits() }: { most?: number; budget?: Budget } = {},
): Overlaps {
  if (areas.length < 2 || most <= 0) return { found: [], complete: true }
  const boxes = areas.map((area) => areaBounds(area))
  const index = new Flatbush(areas.length)
  for (const box of boxes) index.add(...box)
  index.finish()
  const edges = areas.map((area) => edgesOf(area))
  const sizes = edges.map((own, i) => squareDegrees(own, boxes[i]))
  const found: Overlap[] = []
  const result = (complete: boolean) => ({ found: found.toSorted((a, b) => b.share - a.share), complete })
  for (const [first, box] of boxes.entries()) {
    for (const second of index.search(...box)) {
      if (second <= first) continue
      const other = boxes[second]
      const width = Math.min(box[2], other[2]) - Math.max(box[0], other[0])
      const south = Math.max(box[1], other[1])
      const height = Math.min(box[3], other[3]) - south
      const smaller = Math.min(sizes[first], sizes[second])
      // The boxes of most neighbours intersect in less than the reporting threshold.
      if (width * height <= least * smaller) continue
      budget.left -= (LINES * (edges[first].length + edges[second].length)) / 4
      if (budget.left < 0) return result(false)
      let length = 0
      for (let i = 0; i < LINES; i++) {
        const lat = south + ((i + 0.5) / LINES) * height
        length += commonLength(spansAt(edges[first], lat), spansAt(edges[second], lat))
      }
      const share = (length * height) / LINES / smaller
      if (share > least) found.push({ first, second, share: Math.min(1, share) })
      if (found.length >= most) return result(true)
    }
  }
  return result(true)
}
