import { pickLevel, pickValues } from '../cells/pick-values.ts'
import { requireBand, type RasterFile } from '../cells/read.ts'
import { RasterError } from '../raster-error.ts'
import { pictureCells } from './picture-cells.ts'
import type { RampName } from './ramps.ts'
import { paintClasses, paintTile } from './tile.ts'

export interface ThumbnailLook {
  /** Counts from 1. */
  band: number
  ramp: RampName | 'classes'
  /** Values at and below `min` take the first colour, at and above `max` the last. */
  min: number
  max: number
}

/** Shown at 192 px, on dense screens with two pixels for each. */
const LONGER_SIDE_PX = 384

/**
 * PNG of a whole band in Web Mercator, with the colours and the nearest cells of its tiles; nodata is transparent.
 * @throws RasterError if its place on the map cannot be computed, or overviews are missing.
 */
export async function renderThumbnail(file: RasterFile, look: ThumbnailLook): Promise<Buffer> {
  const { band, ramp, ...range } = look
  requireBand(file, band)
  const picture = pictureCells(file.info, LONGER_SIDE_PX)
  if (!picture) throw new RasterError('The raster has no place on the map, so it has no thumbnail.')
  const { cells, ...size } = picture
  const values = await pickValues(file, pickLevel(file, cells), band, cells)
  return ramp === 'classes'
    ? paintClasses(values, file.palette, size)
    : paintTile(values, { ramp, ...range, ...size })
}
