import { areaOf, clip, emptyPolygon, leftOf, rightOf, setQuadrilateral } from './clip-polygon.ts'
import { edgeAt, type Grid, positionAt } from '../grid.ts'
import { type CellPositions, projectRow } from './project-row.ts'
import type { Projection } from '../systems/projection.ts'

/** Maximum error of cell corners interpolated between projected ones, in target cells. */
const TOLERANCE = 0.001
/** Cells of a population raster are small beside those of the target: more corners than usual lie on one line. */
const SPAN = 32
/** A corner this near to an edge of the target's cells, in cells, lies on it: otherwise rounding errors make slivers. */
const SNAP = 1e-6
const HALF_GLOBE = 180

/**
 * Totals of a projected raster on the cells of `target`, which is in degrees and north-up: row-major, NaN where no
 * valid source cell contributes. Each source value is spread evenly over its cell, the quadrilateral of its four
 * projected corners, and a target cell gets the share that it covers: value · area(source ∩ target) / area(source), in
 * cells of the target. What the source holds within the target is preserved but for rounding.
 *
 * Shares depend neither on the window of the raster (`grid`) nor on the part of a larger grid (`target`), so parts that
 * are computed separately add up. A cell that crosses 180°, surrounds a pole or reaches out of the system goes as a whole
 * to the target cell of its centre.
 */
export function spreadSums(
  grid: Grid,
  values: ArrayLike<number>,
  target: Grid,
  projection: Projection,
): Float64Array {
  const { width, height } = target
  const out = new Float64Array(width * height).fill(Number.NaN)
  const toDegrees = checkedInverse(grid, projection)
  const first = firstCorner(grid)
  const count = Math.ceil((grid.width - first) / SPAN) * SPAN + 1
  const cornersAt = (row: number) => {
    const at = (i: number) => edgeAt(grid, first + i, row)
    return snap(projectRow(target, { forward: toDegrees }, count, at, TOLERANCE, SPAN))
  }
  const add = (column: number, row: number, part: number) => {
    const i = row * width + column
    out[i] = Number.isNaN(out[i]) ? part : out[i] + part
  }
  const [cell, lower, upper, westward] = Array.from({ length: 4 }, emptyPolygon)

  let above = cornersAt(0)
  for (let row = 0; row < grid.height; row++) {
    const below = cornersAt(row + 1)
    for (let column = 0; column < grid.width; column++) {
      const value = values[row * grid.width + column]
      if (Number.isNaN(value)) continue
      const i = column - first
      const x0 = above.columns[i]
      const x1 = above.columns[i + 1]
      const x2 = below.columns[i + 1]
      const x3 = below.columns[i]
      const y0 = above.rows[i]
      const y1 = above.rows[i + 1]
      const y2 = below.rows[i + 1]
      const y3 = below.rows[i]
      const west = Math.floor(Math.min(x0, x1, x2, x3))
      const east = Math.ceil(Math.max(x0, x1, x2, x3))
      const north = Math.floor(Math.min(y0, y1, y2, y3))
      const south = Math.ceil(Math.max(y0, y1, y2, y3))
      const isPlane = (east - west) * target.affine[0] < HALF_GLOBE
      if (isPlane && (east <= 0 || south <= 0 || west >= width || north >= height)) continue
      if (isPlane && east - west === 1 && south - north === 1) {
        add(west, north, value)
        continue
      }
      setQuadrilateral(cell, x0, y0, x1, y1, x2, y2, x3, y3)
      const area = areaOf(cell)
      if (!isPlane || !(area > 0)) {
        const [x, y] = positionAt(target, ...toDegrees(...edgeAt(grid, column + 0.5, row + 0.5)))
        if (x >= 0 && y >= 0 && x < width && y < height) add(Math.floor(x), Math.floor(y), value)
        continue
      }
      for (let r = Math.max(0, north); r < Math.min(height, south); r++) {
        let band = cell
        if (r > north) band = clip(band, lower, 1, r, 1)
        if (r + 1 < south) band = clip(band, upper, 1, r + 1, -1)
        const to = Math.ceil(rightOf(band))
        const from = Math.max(0, Math.floor(leftOf(band)))
        let before = from > 0 ? 0 : areaOf(clip(band, westward, 0, 0, -1))
        for (let c = from; c < Math.min(width, to); c++) {
          const upTo = areaOf(c + 1 < to ? clip(band, westward, 0, c + 1, -1) : band)
          if (upTo > before) add(c, r, (value * (upTo - before)) / area)
          before = upTo
        }
      }
    }
    above = below
  }
  return out
}

function snap(positions: CellPositions): CellPositions {
  for (const list of [positions.columns, positions.rows]) {
    for (let i = 0; i < list.length; i++) {
      const whole = Math.round(list[i])
      if (Math.abs(list[i] - whole) < SNAP) list[i] = whole
    }
  }
  return positions
}

/**
 * Column of the corner at which spans begin, at or before the window's first: the same corners of the raster for each
 * window of it, since a whole number of cells lies between their origins.
 */
function firstCorner(grid: Grid): number {
  // No usual origin is this part of a cell away from a multiple of the cell.
  const column = Math.floor(0.3719 - positionAt(grid, 0, 0)[0]) % SPAN
  return column < 0 ? -column - SPAN : -column
}

/** NaN for what does not come back to within a tenth of a cell: some systems have an inverse beyond the globe. */
function checkedInverse({ affine: [a, b, , d, e] }: Grid, { forward, inverse }: Projection) {
  const slack = Math.min(Math.hypot(a, d), Math.hypot(b, e)) / 10
  return (x: number, y: number): [number, number] => {
    const [lon, lat] = inverse(x, y)
    const [backX, backY] = forward(lon, lat)
    const returns = Math.hypot(backX - x, backY - y) < slack
    return returns ? [lon, lat] : [Number.NaN, Number.NaN]
  }
}
