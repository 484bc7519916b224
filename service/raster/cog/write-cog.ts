import { deflateSync } from 'node:zlib'
import type { Grid } from '../grid.ts'
import { applyFloatingPoint } from '../codecs/predictor.ts'
import { RasterError } from '../raster-error.ts'
import { layOut, type About, type CogLevel } from './tiff-layout.ts'

interface CogInput extends Grid {
  /** Row-major cells; NaN is nodata. Stored as float32. */
  values: Float32Array | Float64Array
}

interface CogOptions extends About {
  /** Default −9999. NaN is allowed. A finite value must not occur among the cells. */
  nodata?: number
  /** Tiles of 512 cells, or 256 if the raster has at most 512 cells per side. */
  blockSize?: number
  /** Deflate level 1–9, default 6. */
  level?: number
}

interface Level {
  width: number
  height: number
  values: Float32Array
}

/**
 * Bytes of a Cloud-Optimized GeoTIFF: one float32 band, DEFLATE with predictor 3, tiles, overviews halved by the mean
 * of the valid cells until one tile holds them, EPSG code, pixel-edge affine. The same input gives the same bytes.
 * Layout as GDAL's COG driver (https://gdal.org/drivers/raster/cog.html): directories first, then tiles from the
 * smallest overview to the raster; each tile is preceded by its size and followed by a copy of its last four bytes.
 * @throws RasterError if sizes disagree, the grid has no EPSG code, or a cell equals the nodata value.
 */
export function writeCog(input: CogInput, options: CogOptions = {}): Buffer {
  const { width, height, affine, crs, values } = input
  const nodata = Math.fround(options.nodata ?? -9999)
  if (values.length !== width * height || values.length === 0) {
    throw new RasterError(`${values.length} cells were given for a raster of ${width} × ${height}.`)
  }
  if (crs === null) throw new RasterError('A raster is written only with an EPSG code.')
  if (affine[1] !== 0 || affine[3] !== 0)
    throw new RasterError('A raster is written only on a north-up grid.')
  const blockSize = options.blockSize ?? (Math.max(width, height) <= 512 ? 256 : 512)
  if (blockSize < 16 || blockSize % 16 !== 0) {
    throw new RasterError(`Tiles of ${blockSize} cells are not allowed: give a multiple of 16.`)
  }
  let level: Level = { width, height, values: Float32Array.from(values) }
  if (level.values.includes(nodata) && !Number.isNaN(nodata)) {
    throw new RasterError(`A cell holds ${nodata}, which would mean nodata; choose another nodata value.`)
  }
  const levels: CogLevel[] = []
  for (;;) {
    levels.push({
      width: level.width,
      height: level.height,
      tiles: encodeTiles(level, blockSize, nodata, options.level ?? 6),
    })
    if (Math.max(level.width, level.height) <= blockSize) break
    level = halve(level)
  }
  return layOut({ levels, blockSize, affine, crs, nodata, about: options })
}

/** Half the size, rounded up; each cell is the mean of up to four valid cells, NaN if none is valid. */
export function halve({ width, height, values }: Level): Level {
  const w = Math.ceil(width / 2)
  const h = Math.ceil(height / 2)
  const out = new Float32Array(w * h)
  for (let row = 0; row < h; row++) {
    for (let column = 0; column < w; column++) {
      let sum = 0
      let count = 0
      for (let y = row * 2; y < Math.min(row * 2 + 2, height); y++) {
        for (let x = column * 2; x < Math.min(column * 2 + 2, width); x++) {
          const value = values[y * width + x]
          if (!Number.isNaN(value)) {
            sum += value
            count++
          }
        }
      }
      out[row * w + column] = count > 0 ? sum / count : Number.NaN
    }
  }
  return { width: w, height: h, values: out }
}

/** Compressed tiles of a level, row by row. */
function encodeTiles(
  { width, height, values }: Level,
  size: number,
  nodata: number,
  level: number,
): Buffer[] {
  const tiles: Buffer[] = []
  const tile = new Float32Array(size * size)
  for (let top = 0; top < height; top += size) {
    for (let left = 0; left < width; left += size) {
      // Cells beyond the edge repeat nodata: they are never read, and compress to nothing.
      tile.fill(nodata)
      for (let y = 0; y < Math.min(size, height - top); y++) {
        for (let x = 0; x < Math.min(size, width - left); x++) {
          const value = values[(top + y) * width + left + x]
          if (!Number.isNaN(value)) tile[y * size + x] = value
        }
      }
      tiles.push(deflateSync(applyFloatingPoint(new Uint8Array(tile.buffer), size), { level }))
    }
  }
  return tiles
}
