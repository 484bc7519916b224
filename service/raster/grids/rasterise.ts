import { requireNorthUp, type Grid } from '../grid.ts'
import { ringsOf, type Area } from '../../geometry/point-in-polygon.ts'

/**
 * Index of the unit that contains the centre of each cell, row-major; −1 if none does. Even-odd rule, so holes stay
 * empty; where units overlap, the first wins. Areas are in the CRS of the grid, which must be north-up. Scanline: each
 * edge is visited only by the rows that it spans.
 */
export function rasterise(grid: Grid, areas: readonly (Area | null)[]): Int32Array {
  requireNorthUp(grid)
  const { width, height } = grid
  const [a, , c, , e, f] = grid.affine
  const units = new Int32Array(width * height).fill(-1)
  areas.forEach((area, unit) => {
    if (!area) return
    const crossings = new Map<number, number[]>()
    for (const ring of ringsOf(area)) {
      for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
        addCrossings(crossings, ring[j], ring[i], e, f, height)
      }
    }
    for (const [row, xs] of crossings) {
      xs.sort((x, y) => x - y)
      for (let k = 0; k + 1 < xs.length; k += 2) {
        const first = Math.max(0, Math.ceil((xs[k] - c) / a - 0.5))
        const last = Math.min(width - 1, Math.ceil((xs[k + 1] - c) / a - 0.5) - 1)
        for (let i = row * width + first; i <= row * width + last; i++) if (units[i] === -1) units[i] = unit
      }
    }
  })
  return units
}

function addCrossings(
  crossings: Map<number, number[]>,
  [x1, y1]: number[],
  [x2, y2]: number[],
  e: number,
  f: number,
  height: number,
): void {
  if (y1 === y2) return
  const top = Math.max(y1, y2)
  const bottom = Math.min(y1, y2)
  // One more row on each side, since the test below uses the exact centre.
  const from = Math.max(0, Math.floor((top - f) / e - 0.5))
  const to = Math.min(height - 1, Math.ceil((bottom - f) / e - 0.5))
  for (let row = from; row <= to; row++) {
    const y = e * (row + 0.5) + f
    if (y1 > y === y2 > y) continue
    const x = x1 + ((y - y1) * (x2 - x1)) / (y2 - y1)
    const list = crossings.get(row)
    if (list) list.push(x)
    else crossings.set(row, [x])
  }
}
