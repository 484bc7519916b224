import { type Bounds, type CellWindow, gridBounds, sameSystem, windowOf } from '../grid.ts'
import { boundsOfEdges } from '../grids/degree-bounds.ts'
import { projectionOf } from '../systems/projection.ts'
import { RasterError } from '../raster-error.ts'
import type { RasterFile } from '../cells/read.ts'

/** The cells of `file`, at full resolution, that the extent of `other` covers; null if the two do not overlap. */
export function overlapOf(file: RasterFile, other: RasterFile): CellWindow | null {
  const bounds = extentIn(file, other)
  // A part of the edge may have no image in the system of the other.
  if (!bounds.every(Number.isFinite))
    return { column: 0, row: 0, width: file.info.width, height: file.info.height }
  const [west, south, east, north] = bounds
  const turn = projectionOf(file.info).turn ?? 0
  const windows = (turn === 0 ? [0] : [-turn, 0, turn])
    .map((shift) => windowOf(file.info, [west + shift, south, east + shift, north]))
    .filter((window) => window !== null)
  if (windows.length === 0) return null
  const column = Math.min(...windows.map((window) => window.column))
  const right = Math.max(...windows.map((window) => window.column + window.width))
  return { ...windows[0], column, width: right - column }
}

function extentIn({ info }: RasterFile, other: RasterFile): Bounds {
  const bounds = gridBounds(other.info)
  if (sameSystem(info, other.info)) return bounds
  const [to, from] = [projectionOf(info), projectionOf(other.info)]
  return boundsOfEdges(bounds, (x, y) => to.forward(...from.inverse(x, y)))
}

/** The finest level with at most `most` cells in a window of the raster itself, and that window in its cells. */
export function finestLevel(file: RasterFile, window: CellWindow, most: number) {
  for (const [level, { width, height }] of file.levels.entries()) {
    const [x, y] = [width / file.info.width, height / file.info.height]
    const column = Math.floor(window.column * x)
    const row = Math.floor(window.row * y)
    const part: CellWindow = {
      column,
      row,
      width: Math.min(width, Math.ceil((window.column + window.width) * x)) - column,
      height: Math.min(height, Math.ceil((window.row + window.height) * y)) - row,
    }
    if (part.width * part.height <= most) return { level, window: part, scale: 1 / x }
  }
  throw new RasterError(
    'The rasters are too large to be compared and have no overviews that are small enough; write them again with overviews (gdal_translate -of COG).',
  )
}
