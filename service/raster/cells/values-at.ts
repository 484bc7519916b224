import { projectionOn } from '../grids/around-globe.ts'
import { positionAt } from '../grid.ts'
import { pickValues } from './pick-values.ts'
import { requireBand, type RasterFile } from './read.ts'

/** Points whose blocks are decoded together: a long line crosses more blocks than fit into memory at once. */
const AT_ONCE = 64

/**
 * Values of the raster itself (not of an overview) in the cells that contain the points, in degrees; NaN for nodata and
 * outside.
 * @throws RasterError for a band that does not exist or a system that cannot be projected
 */
export async function valuesAt(
  file: RasterFile,
  lon: ArrayLike<number>,
  lat: ArrayLike<number>,
  band = 1,
): Promise<Float64Array> {
  requireBand(file, band)
  const { forward } = projectionOn(file.info)
  const columns = new Float64Array(lon.length)
  const rows = new Float64Array(lon.length)
  for (let i = 0; i < lon.length; i++)
    [columns[i], rows[i]] = positionAt(file.info, ...forward(lon[i], lat[i]))
  const out = new Float64Array(lon.length)
  for (let from = 0; from < lon.length; from += AT_ONCE) {
    const to = from + AT_ONCE
    const cells = { columns: columns.subarray(from, to), rows: rows.subarray(from, to) }
    out.set(await pickValues(file, 0, band, cells), from)
  }
  return out
}

/** The value at one point; null for nodata or outside. */
export async function valueAt(file: RasterFile, lon: number, lat: number, band = 1): Promise<number | null> {
  const [value] = await valuesAt(file, [lon], [lat], band)
  return Number.isNaN(value) ? null : value
}
