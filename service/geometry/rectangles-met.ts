import Flatbush from 'flatbush'
import { isWestOf } from './point-in-polygon.ts'
import type { Budget } from './work-budget.ts'
import { spend } from './edges.ts'

type Position = readonly number[]
/** West, south, east, north. */
export type Rectangle = readonly [number, number, number, number]

export interface Shape {
  points: readonly Position[]
  lines: readonly Position[][]
  /** Each a shell, then its holes. */
  polygons: readonly Position[][][]
}

/**
 * A function that answers whether a rectangle shares a point with the shape, on the plane of longitude and latitude. The
 * edges are indexed once; a rectangle then costs what is near it, counted by `budget`. @throws TooManyEdges
 */
export function rectanglesMet({ points, lines, polygons }: Shape, budget: Budget) {
  const rings = polygons.flat()
  const chains = [...points.map((point) => [point, point]), ...lines, ...rings]
  const firstRing = chains.length - rings.length
  const edges = chains.flatMap((chain, of) => chain.slice(1).map((to, i) => ({ from: chain[i], to, of })))
  const index = new Flatbush(edges.length)
  for (const { from, to } of edges)
    index.add(
      Math.min(from[0], to[0]),
      Math.min(from[1], to[1]),
      Math.max(from[0], to[0]),
      Math.max(from[1], to[1]),
    )
  index.finish()

  const touchesEdge = (rectangle: Rectangle) => {
    let touches = false
    index.search(...rectangle, (i) => {
      spend(budget)
      touches ||= segmentMeets(edges[i].from, edges[i].to, rectangle)
      return false
    })
    return touches
  }
  /** The rings with an odd number of edges east of the point: those around it. */
  const ringsAround = (x: number, y: number) => {
    const around = new Set<number>()
    index.search(x, y, Infinity, y, (i) => {
      spend(budget)
      const { from, to, of } = edges[i]
      if (isWestOf(from as number[], to as number[], x, y) && !around.delete(of)) around.add(of)
      return false
    })
    return around
  }
  return (rectangle: Rectangle): boolean => {
    spend(budget)
    if (touchesEdge(rectangle)) return true
    // No edge is near: the rectangle is inside or outside as a whole, like its corner.
    const around = ringsAround(rectangle[0], rectangle[1])
    let at = firstRing
    return polygons.some(([, ...holes]) => {
      const shell = at
      at += 1 + holes.length
      return around.has(shell) && !holes.some((_, i) => around.has(shell + 1 + i))
    })
  }
}

/** Whether a segment shares a point with the rectangle, its edges included (clipped as by Liang and Barsky). */
function segmentMeets(
  [x, y]: Position,
  [toX, toY]: Position,
  [west, south, east, north]: Rectangle,
): boolean {
  let [from, to] = [0, 1]
  const clip = (step: number, room: number) => {
    if (step === 0) return room >= 0
    if (step < 0) from = Math.max(from, room / step)
    else to = Math.min(to, room / step)
    return from <= to
  }
  const [dx, dy] = [toX - x, toY - y]
  return clip(-dx, x - west) && clip(dx, east - x) && clip(-dy, y - south) && clip(dy, north - y)
}
