import { createBlockCache } from './block-cache.ts'
import { gridBounds, requireNorthUp, subgrid, windowOf, type Bounds, type Grid } from './grid.ts'
import { RasterError } from './raster-error.ts'
import { openRaster, readBand, type RasterInfo } from './read.ts'
import { referenceGridOver } from './reference-grid.ts'
import { resample, type ResampleMethod } from './resample.ts'
import { fromMercator, projectionOf } from './web-mercator.ts'

/** The result is held whole: 200 MB, and as much again while it is written. */
export const MAX_REFERENCE_CELLS = 50_000_000
const CHUNK_CELLS = 2 ** 20

/**
 * One band of a raster on the reference grid (see `referenceGridOver`), NaN where it has no value. Sources in
 * EPSG:4326 and EPSG:3857 are read piece by piece.
 * @throws RasterError for another CRS, a rotated grid, a raster outside the globe or one of more than 50 million cells.
 */
export async function toReferenceGrid(
  path: string,
  band: number,
  method: ResampleMethod,
): Promise<{ grid: Grid; values: Float32Array }> {
  const file = await openRaster(path, { cache: createBlockCache(64 * 2 ** 20) })
  try {
    const { info } = file
    requireNorthUp(info)
    const grid = referenceGridOver(boundsInDegrees(info))
    const cells = grid.width * grid.height
    if (!(grid.width > 0 && grid.height > 0)) {
      throw new RasterError('The raster does not lie on the globe; check its CRS and its georeference.')
    }
    if (cells > MAX_REFERENCE_CELLS) {
      throw new RasterError(
        `On the reference grid the raster would have ${Math.round(cells / 1e6)} million cells, ${MAX_REFERENCE_CELLS / 1e6} million are allowed; cut it to the countries that are needed (gdal_translate -projwin).`,
      )
    }
    const project = projectionOf(info.crs)
    const values = new Float32Array(cells).fill(Number.NaN)
    const rows = Math.max(1, Math.floor(CHUNK_CELLS / grid.width))
    for (let row = 0; row < grid.height; row += rows) {
      const part = subgrid(grid, {
        column: 0,
        row,
        width: grid.width,
        height: Math.min(rows, grid.height - row),
      })
      const window = sourceWindow(info, part, project)
      if (!window) continue
      const source = await readBand(file, band, window)
      values.set(resample(subgrid(info, window), source, part, method, project), row * grid.width)
    }
    return { grid, values }
  } finally {
    await file.close()
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

/** The cells that a part of the target needs: those under it and one more on each side, for bilinear. */
function sourceWindow(info: RasterInfo, part: Grid, project: (lon: number, lat: number) => [number, number]) {
  const [west, south, east, north] = gridBounds(part)
  const [a, , , , e] = info.affine
  const [left, bottom] = project(west, Math.max(south, info.crs === 3857 ? -89.9 : -90))
  const [right, top] = project(east, Math.min(north, info.crs === 3857 ? 89.9 : 90))
  return windowOf(info, [left - a, bottom + e, right + a, top - e])
}
