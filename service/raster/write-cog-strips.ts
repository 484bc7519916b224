import type { Grid } from './grid.ts'
import { RasterError } from './raster-error.ts'
import { layOut, type CogLevel } from './tiff-layout.ts'
import { encodeTiles, halve, type CogOptions, type Level } from './write-cog.ts'

/**
 * The same bytes as `writeCog`, from consecutive strips of `blockSize` rows from the top (the last one may be shorter).
 * The raster itself is never held whole, but its first overview is.
 * @throws RasterError if a strip has the wrong height, or a cell equals the nodata value.
 */
export async function writeCogStrips(
  grid: Grid & { crs: number },
  strips: AsyncIterable<Float32Array> | Iterable<Float32Array>,
  options: CogOptions & { nodata: number; blockSize: number },
): Promise<Buffer> {
  const { width, height, affine, crs } = grid
  const { blockSize, level = 6 } = options
  const nodata = Math.fround(options.nodata)
  const tiles: Buffer[] = []
  const half = { width: Math.ceil(width / 2), height: Math.ceil(height / 2) }
  const overview = new Float32Array(half.width * half.height)
  let row = 0
  for await (const values of strips) {
    const rows = Math.min(blockSize, height - row)
    if (rows <= 0 || values.length !== rows * width)
      throw new RasterError(`A strip of ${values.length} cells was given where ${rows * width} are due.`)
    if (!Number.isNaN(nodata) && values.includes(nodata))
      throw new RasterError(`A cell holds ${nodata}, which is to mean nodata; choose another nodata value.`)
    const strip = { width, height: rows, values }
    tiles.push(...encodeTiles(strip, blockSize, nodata, level))
    overview.set(halve(strip).values, (row / 2) * half.width)
    row += rows
  }
  if (row !== height) throw new RasterError(`Strips of ${row} rows were given, ${height} are due.`)
  const levels: CogLevel[] = [{ width, height, tiles }]
  let next: Level = { ...half, values: overview }
  while (Math.max(levels[levels.length - 1].width, levels[levels.length - 1].height) > blockSize) {
    levels.push({
      width: next.width,
      height: next.height,
      tiles: encodeTiles(next, blockSize, nodata, level),
    })
    next = halve(next)
  }
  return layOut({ levels, blockSize, affine, crs, nodata, description: options.description })
}
