import type { TiffDirectory } from './check-header.ts'
import type { Affine } from './grid.ts'
import { GEO_KEY, geoKeysOf } from './geo-keys.ts'
import { RasterError } from './raster-error.ts'
import { TAG } from './tiff-tags.ts'

/** Pixel-edge affine. RasterPixelIsPoint ties cell centres, so such a file is shifted by half a cell, as in GDAL. */
export function affineOf(directory: TiffDirectory): Affine {
  const numbers = (tag: number) => {
    const value = directory.tags.get(tag)
    return typeof value === 'string' ? undefined : value
  }
  const matrix = numbers(TAG.transformation)
  const scale = numbers(TAG.pixelScale)
  const tie = numbers(TAG.tiepoint)
  let affine: Affine
  if (matrix && matrix.length >= 8) {
    affine = [matrix[0], matrix[1], matrix[3], matrix[4], matrix[5], matrix[7]]
  } else if (scale && scale.length >= 2 && tie && tie.length === 6) {
    const [sx, sy] = scale
    // A height below 0 does not conform; GDAL reads it as the same height.
    const height = Math.abs(sy)
    affine = [sx, 0, tie[3] - tie[0] * sx, 0, -height, tie[4] + tie[1] * height]
  } else {
    throw new RasterError(
      'The raster is not georeferenced; add a CRS and bounds (gdal_translate -a_srs -a_ullr) and upload it again.',
    )
  }
  const [a, b, c, d, e, f] = affine
  if (!affine.every(Number.isFinite) || a * e - b * d === 0) {
    throw new RasterError(
      'The georeference of the raster is damaged (cells of no size); write the file again.',
    )
  }
  return isPixelPoint(directory) ? [a, b, c - (a + b) / 2, d, e, f - (d + e) / 2] : affine
}

/** Whether tie points are centres of cells, not their corners. */
export const isPixelPoint = (directory: TiffDirectory): boolean =>
  geoKeysOf(directory).get(GEO_KEY.rasterType) === 2

/** Nodata as stored in the pixels: snapped to float32 for float32 rasters; NaN stays NaN; null if none is set. */
export function nodataOf(directory: TiffDirectory, dataType: string): number | null {
  const text = directory.tags.get(TAG.gdalNodata)
  if (typeof text !== 'string' || text.trim() === '') return null
  const trimmed = text.trim()
  if (/^[-+]?nan$/i.test(trimmed)) return Number.NaN
  const value = Number(trimmed.replace(/^([-+]?)inf(inity)?$/i, '$1Infinity'))
  if (Number.isNaN(value)) return null
  return dataType === 'float32' ? Math.fround(value) : value
}
