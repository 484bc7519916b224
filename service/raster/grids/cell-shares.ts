import { ringsOf, type Area } from '../../geometry/point-in-polygon.ts'
import { requireNorthUp, subgrid, type Grid } from '../grid.ts'
import { rasterise } from './rasterise.ts'

/** Sub-points per side of a cell. */
const SIDE = 8
/** An edge this close to the side of a cell, in cells, runs along it: outlines and grids are rounded. */
const ALONG = 1e-3

/** Per cell, row-major, whether an edge of an area passes through its interior. Areas are in the CRS of the grid. */
export function edgeCells(grid: Grid, areas: readonly Area[]): Uint8Array {
  requireNorthUp(grid)
  const { width, height } = grid
  const [a, , c, , e, f] = grid.affine
  const found = new Uint8Array(width * height)
  for (const area of areas) {
    for (const ring of ringsOf(area)) {
      for (let i = 1; i < ring.length; i++) {
        const [x1, y1] = [(ring[i - 1][0] - c) / a, (ring[i - 1][1] - f) / e]
        const [x2, y2] = [(ring[i][0] - c) / a, (ring[i][1] - f) / e]
        const [top, bottom] = [Math.min(y1, y2), Math.max(y1, y2)]
        const xAt = (y: number) => x1 + ((x2 - x1) * (Math.min(Math.max(y, top), bottom) - y1)) / (y2 - y1)
        const lastRow = Math.min(height, Math.ceil(bottom - ALONG)) - 1
        for (let row = Math.max(0, Math.floor(top + ALONG)); row <= lastRow; row++) {
          const [from, to] = y1 === y2 ? [x1, x2] : [xAt(row + ALONG), xAt(row + 1 - ALONG)]
          const lastColumn = Math.min(width, Math.ceil(Math.max(from, to) - ALONG)) - 1
          const firstColumn = Math.max(0, Math.floor(Math.min(from, to) + ALONG))
          for (let column = firstColumn; column <= lastColumn; column++) found[row * width + column] = 1
        }
      }
    }
  }
  return found
}

/** Calls `visit` with the unit of one sub-point of every cell, as `rasterise` gives it, for 8 × 8 sub-points. */
function visitSubPoints(grid: Grid, areas: readonly Area[], visit: (units: Int32Array) => void): void {
  const { width, height } = grid
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      const [column, row] = [(x + 0.5) / SIDE - 0.5, (y + 0.5) / SIDE - 0.5]
      visit(rasterise(subgrid(grid, { column, row, width, height }), areas))
    }
  }
}

/** Share of each cell's area that lies in any of the areas, row-major, in steps of 1/64. */
export function areaShares(grid: Grid, areas: readonly Area[]): Float32Array {
  const shares = new Float32Array(grid.width * grid.height)
  visitSubPoints(grid, areas, (units) => {
    for (let cell = 0; cell < shares.length; cell++) if (units[cell] >= 0) shares[cell] += 1 / SIDE ** 2
  })
  return shares
}

/** The unit that holds most of each of the `cells`, by 8 × 8 sub-points; −1 if none has any, the first of equal ones. */
export function mainUnits(grid: Grid, areas: readonly Area[], cells: ArrayLike<number>): Int32Array {
  const counts = Array.from(cells, () => new Map<number, number>())
  if (counts.length > 0) {
    visitSubPoints(grid, areas, (units) => {
      counts.forEach((count, i) => {
        const unit = units[cells[i]]
        if (unit >= 0) count.set(unit, (count.get(unit) ?? 0) + 1)
      })
    })
  }
  return Int32Array.from(counts, (count) => {
    const [most] = [...count].toSorted(([one, n], [other, m]) => m - n || one - other)
    return most ? most[0] : -1
  })
}
