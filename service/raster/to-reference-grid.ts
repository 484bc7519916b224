import { createBlockCache } from './block-cache.ts'
import { gridBounds, requireNorthUp, subgrid, windowOf, type Bounds, type Grid } from './grid.ts'
import { RasterError } from './raster-error.ts'
import { openRaster, readBand, requireBand, type RasterInfo } from './read.ts'
import { referenceGridOver } from './reference-grid.ts'
import { resample, type ResampleMethod } from './resample.ts'
import { fromMercator, projectionOf } from './web-mercator.ts'

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
 * One band of a raster on the reference grid (see `referenceGridOver`), strip by strip. Sources in EPSG:4326 and
 * EPSG:3857 are read in pieces.
 * @throws RasterError for another CRS, a rotated grid, a raster outside the globe or too many cells.
 */
export async function openOnReferenceGrid(
  path: string,
  band: number,
  method: ResampleMethod,
): Promise<ReferenceBand> {
  const file = await openRaster(path, { cache: createBlockCache(64 * 2 ** 20) })
  try {
    const { info } = file
    requireNorthUp(info)
    requireBand(file, band)
    const grid = { ...referenceGridOver(boundsInDegrees(info)), crs: 4326 }
    requireModest(grid)
    const project = projectionOf(info.crs)
    const fill = async (part: Grid, out: Float32Array, at: number) => {
      const window = sourceWindow(info, part, project)
      if (!window) return
      const source = await readBand(file, band, window)
      out.set(resample(subgrid(info, window), source, part, method, project), at)
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

function boundsInDegrees(info: RasterInfo): Bounds {
  const [west, south, east, north] = gridBounds(info)
  if (info.crs !== 3857 && info.crs !== 4326) {
    throw new RasterError(
      `The raster is in ${info.crs === null ? 'an unknown CRS' : `EPSG:${info.crs}`}; warp it to EPSG:4326 first (gdalwarp -t_srs EPSG:4326).`,
    )
  }
  return info.crs === 4326
    ? [west, south, east, north]
    : [...fromMercator(west, south), ...fromMercator(east, north)]
}

/** The cells that part of the target needs: those under it, plus one on each side for bilinear. */
function sourceWindow(info: RasterInfo, part: Grid, project: (lon: number, lat: number) => [number, number]) {
  const [west, south, east, north] = gridBounds(part)
  const [a, , , , e] = info.affine
  const [left, bottom] = project(west, Math.max(south, info.crs === 3857 ? -89.9 : -90))
  const [right, top] = project(east, Math.min(north, info.crs === 3857 ? 89.9 : 90))
  return windowOf(info, [left - a, bottom + e, right + a, top - e])
}
