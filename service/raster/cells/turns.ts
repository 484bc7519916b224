import { columnsAround } from '../grids/around-globe.ts'
import { type Bounds, type CellWindow, type Grid, gridBounds, windowOf } from '../grid.ts'
import type { Projection } from '../systems/projection.ts'
import { type CellValues, readBand, type RasterFile } from './read.ts'

/** Columns `from` to `to` of a target, whose cells are found in `grid`: the raster, moved by whole turns. */
export interface Turn {
  from: number
  to: number
  grid: Grid
  /** Columns in a turn of a raster that goes all around: windows of it may begin before its first and end after its last. */
  around: number | null
}

/** The parts of a target in degrees, from west to east, that lie in one turn of the raster. */
export function turnsOver(info: Grid, target: Grid, projection: Projection): Turn[] {
  const columns = columnsAround(info, projection)
  const { turn } = projection
  if (columns === null || turn === null) return [{ from: 0, to: target.width, grid: info, around: null }]
  const whole = Math.round(columns)
  const isWhole = info.width >= whole && Math.abs(columns - whole) < 0.01
  const [west, , east] = gridBounds(info)
  const seam = (west + east + turn) / 2
  const columnAt = (x: number) => Math.round(((x * 360) / turn - target.affine[2]) / target.affine[0])
  const parts: Turn[] = []
  for (let k = -3; k <= 3; k++) {
    const from = Math.max(0, columnAt(seam + (k - 1) * turn))
    const to = Math.min(target.width, columnAt(seam + k * turn))
    const [a, b, c, ...rest] = info.affine
    if (from < to)
      parts.push({
        from,
        to,
        grid: { ...info, affine: [a, b, c + k * turn, ...rest] },
        around: isWhole ? whole : null,
      })
  }
  return parts
}

/** The window of a turn over bounds in its system; columns of a raster that goes all around are not limited. */
export function windowInTurn({ grid, around }: Turn, bounds: Bounds): CellWindow | null {
  if (around === null) return windowOf(grid, bounds)
  const [a, b, c, ...rest] = grid.affine
  const wide = { ...grid, width: 3 * around, affine: [a, b, c - around * a, ...rest] as const }
  const window = windowOf(wide, bounds)
  return window && { ...window, column: window.column - around }
}

/** `readBand` for a window in a turn. */
export async function readTurn(
  file: RasterFile,
  band: number,
  window: CellWindow,
  { around }: Turn,
): Promise<CellValues> {
  const { column, width, height } = window
  if (around === null || (column >= 0 && column + width <= around)) return readBand(file, band, window)
  const out = new Float64Array(width * height)
  for (let done = 0, count = 0; done < width; done += count) {
    const from = (((column + done) % around) + around) % around
    count = Math.min(width - done, around - from)
    const values = await readBand(file, band, { ...window, column: from, width: count })
    for (let row = 0; row < height; row++)
      out.set(values.subarray(row * count, (row + 1) * count), row * width + done)
  }
  return out
}
