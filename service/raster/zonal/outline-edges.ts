import { type PlaceGeometry, polygonsOf } from '../../geometry/polygons.ts'
import { gridBounds, type Grid, positionAt } from '../grid.ts'
import { RasterError } from '../raster-error.ts'
import type { Position, Projection } from '../systems/projection.ts'

/** The edges of an outline in columns and rows of a grid; shells run one way round, holes the other. */
export interface OutlineEdges {
  /** x₀, y₀, x₁, y₁ of each edge, by its upper end. */
  ends: Float64Array
  /** In cells of the grid, of which only those inside it are visited. */
  bounds: [left: number, top: number, right: number, bottom: number]
  /** In cells. */
  area: number
}

/** Of a cell: an edge that is straight in degrees is split until it is this straight in the grid. */
const TOLERANCE = 1e-5
const MAX_SPLITS = 12

/**
 * An outline in degrees on a grid, as many times as the grid has longitudes twice: a raster from 0° to 360° has what is at
 * −10° at 350°. @throws RasterError where the grid's system is not defined for the outline
 */
export function edgesOn(grid: Grid, projection: Projection, outline: PlaceGeometry): OutlineEdges[] {
  const { turn } = projection
  const [west, , east] = gridBounds(grid)
  const beyond = turn !== null && (west < -turn / 2 || east > turn / 2)
  const shifts = beyond ? [-turn, 0, turn] : [0]
  return shifts
    .map((shift) => edgesWithShift(grid, projection, outline, shift))
    .filter(
      ({ bounds: [left, top, right, bottom] }) =>
        right > 0 && bottom > 0 && left < grid.width && top < grid.height,
    )
}

function edgesWithShift(
  grid: Grid,
  { forward }: Projection,
  outline: PlaceGeometry,
  shift: number,
): OutlineEdges {
  const onGrid = (lon: number, lat: number): Position => {
    const [x, y] = forward(lon, lat)
    if (!Number.isFinite(x) || !Number.isFinite(y))
      throw new RasterError(
        'An outline reaches beyond the part of the Earth that the raster’s system is for.',
      )
    return positionAt(grid, x + shift, y)
  }
  const edges: number[][] = []
  const bounds: OutlineEdges['bounds'] = [Infinity, Infinity, -Infinity, -Infinity]
  let area = 0
  for (const rings of polygonsOf(outline))
    rings.forEach((ring, i) => {
      const points = pointsOnGrid(ring, onGrid)
      const size = signedArea(points)
      const path = size < 0 !== i > 0 ? points.toReversed() : points
      area += i === 0 ? Math.abs(size) : -Math.abs(size)
      for (let at = 1; at < path.length; at++) {
        const [[x0, y0], [x1, y1]] = [path[at - 1], path[at]]
        bounds[0] = Math.min(bounds[0], x1)
        bounds[1] = Math.min(bounds[1], y1)
        bounds[2] = Math.max(bounds[2], x1)
        bounds[3] = Math.max(bounds[3], y1)
        if (y0 !== y1) edges.push([x0, y0, x1, y1])
      }
    })
  edges.sort((one, other) => Math.min(one[1], one[3]) - Math.min(other[1], other[3]))
  return { ends: Float64Array.from(edges.flat()), bounds, area }
}

function pointsOnGrid(ring: readonly number[][], onGrid: (lon: number, lat: number) => Position): Position[] {
  const points: Position[] = []
  const add = (from: number[], at: Position, to: number[], end: Position, depth: number) => {
    const middle = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]
    const half = onGrid(middle[0], middle[1])
    const off = Math.hypot(half[0] - (at[0] + end[0]) / 2, half[1] - (at[1] + end[1]) / 2)
    if (off > TOLERANCE && depth < MAX_SPLITS) {
      add(from, at, middle, half, depth + 1)
      add(middle, half, to, end, depth + 1)
    } else points.push(end)
  }
  ring.forEach((to, i) => {
    const end = onGrid(to[0], to[1])
    if (i === 0) points.push(end)
    else add(ring[i - 1], points.at(-1)!, to, end, 0)
  })
  return points
}

/** Positive where y grows downwards and the ring runs clockwise. */
function signedArea(points: readonly Position[]): number {
  let twice = 0
  const [[x0, y0]] = points
  for (let i = 1; i < points.length; i++)
    twice += (points[i - 1][0] - x0) * (points[i][1] - y0) - (points[i][0] - x0) * (points[i - 1][1] - y0)
  return twice / 2
}
