import { createBlockCache } from './block-cache.ts'
import type { RasterInput } from './byte-source.ts'
import { gridBounds, positionAt, requireNorthUp, subgrid, windowOf, type Bounds, type Grid } from './grid.ts'
import { RasterError } from './raster-error.ts'
import { openRaster, readBand, requireBand, type RasterInfo } from './read.ts'
import { referenceGridOver } from './reference-grid.ts'
import { resample, type ResampleMethod } from './resample.ts'
import { boundsOfEdges, nameOfCrs, type Projection, projectionOf } from './projection.ts'

/** Two thirds of Africa and Asia together; needs about 700 MB while it is written. */
export const MAX_REFERENCE_CELLS = 150_000_000
const CHUNK_CELLS = 2 ** 20

export interface ReferenceBand {
  grid: Grid & { crs: number }
  /** Strips of `rows` rows from the top (the last one may be shorter), NaN where there is no value. */
  strips(rows: number): AsyncGenerator<Float32Array>
  close(): Promise<void>
}

/**
 * One band of a raster on the reference grid (see `referenceGridOver`), strip by strip; the source is read in pieces.
 * @throws RasterError for a CRS that cannot be computed, a rotated grid, a raster outside the globe or too many cells.
 */
export async function openOnReferenceGrid(
  input: RasterInput,
  band: number,
  method: ResampleMethod,
): Promise<ReferenceBand> {
  const file = await openRaster(input, { cache: createBlockCache(64 * 2 ** 20) })
  try {
    const { info } = file
    requireNorthUp(info)
    requireBand(file, band)
    requireSystem(info)
    const projection = projectionOf(info)
    const grid = { ...referenceGridOver(boundsInDegrees(info, projection)), crs: 4326 }
    requireModest(grid)
    const fill = async (part: Grid, out: Float32Array, at: number) => {
      const window = sourceWindow(info, part, projection)
      if (!window) return
      const source = await readBand(file, band, window)
      out.set(resample(subgrid(info, window), source, part, method, projection), at)
    }
    return {
      grid,
      async *strips(rows) {
        const step = Math.max(1, Math.floor(CHUNK_CELLS / grid.width))
        for (let top = 0; top < grid.height; top += rows) {
          const bottom = Math.min(grid.height, top + rows)
          const strip = new Float32Array((bottom - top) * grid.width).fill(Number.NaN)
          for (let row = top; row < bottom; row += step) {
            const height = Math.min(step, bottom - row)
            const part = subgrid(grid, { column: 0, row, width: grid.width, height })
            await fill(part, strip, (row - top) * grid.width)
          }
          yield strip
        }
      },
      close: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

function requireModest({ width, height }: Grid): void {
  if (!(width > 0 && height > 0)) {
    throw new RasterError('The raster does not lie on the globe; check its CRS and its georeference.')
  }
  if (width * height > MAX_REFERENCE_CELLS) {
    throw new RasterError(
      `On the reference grid the raster would have ${Math.round((width * height) / 1e6)} million cells, ${MAX_REFERENCE_CELLS / 1e6} million are allowed; cut it to the countries that are needed (gdal_translate -projwin).`,
    )
  }
}

function requireSystem({ crs, crsDefinition }: RasterInfo): void {
  if (crs !== null || crsDefinition) return
  throw new RasterError(
    'The raster is in an unknown CRS; warp it to EPSG:4326 first (gdalwarp -t_srs EPSG:4326).',
  )
}

/** A system in which the raster holds a pole or crosses 180° has no bounds in degrees. */
function boundsInDegrees(info: RasterInfo, projection: Projection): Bounds {
  const bounds = boundsOfEdges(gridBounds(info), projection.inverse)
  const holdsPole = [90, -90].some((pole) => {
    const [column, row] = positionAt(info, ...projection.forward(0, pole))
    return column >= 0 && row >= 0 && column <= info.width && row <= info.height
  })
  if (projection.separable || (bounds.every(Number.isFinite) && !holdsPole && bounds[2] - bounds[0] < 180))
    return bounds
  throw new RasterError(
    `The raster in ${nameOfCrs(info)} reaches a pole, 180° or beyond what its system is for; cut it first (gdal_translate -projwin).`,
  )
}

/** The cells that part of the target needs: those under it, plus one on each side for bilinear. */
function sourceWindow(info: RasterInfo, part: Grid, { forward, separable }: Projection) {
  const [west, south, east, north] = gridBounds(part)
  const [a, , , , e] = info.affine
  const limit = info.crs === 3857 ? 89.9 : 90
  const degrees: Bounds = [west, Math.max(south, -limit), east, Math.min(north, limit)]
  const [left, bottom, right, top] = boundsOfEdges(degrees, forward)
  // Where the system is not defined at an edge, any cell may be needed.
  if (!separable && ![left, bottom, right, top].every(Number.isFinite))
    return { column: 0, row: 0, width: info.width, height: info.height }
  return windowOf(info, [left - a, bottom + e, right + a, top - e])
}
