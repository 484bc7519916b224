/**
 * Processing onto the reference grid compared with gdalwarp -of COG onto the same grid: node bench/raster-reproject.ts
 * [cells per side] [rounds]. Ours include the statistics of the result.
 */
import { join } from 'node:path'
import { openRaster, readBand } from '../service/raster/cells/read.ts'
import { AS_COG, co, inFolder, makeRaster, own, type Run, sayRatios, timed } from './lib/against-gdal.ts'

const side = Number(process.argv[2] ?? 4096)
const rounds = Number(process.argv[3] ?? 1)
/** About as wide as a cell of the reference grid, so that source and result are about equally large. */
const CELL_M = 926
const half = (side * CELL_M) / 2

/** Size and extent of a raster, as gdalwarp takes them. */
function gridArgs(folder: string, path: string): string[] {
  const { size, cornerCoordinates } = JSON.parse(timed(folder, ['gdalinfo', '-json', path]).output) as {
    size: number[]
    cornerCoordinates: Record<'lowerLeft' | 'upperRight', number[]>
  }
  const corners = [...cornerCoordinates.lowerLeft, ...cornerCoordinates.upperRight]
  return ['-ts', ...size.map(String), '-te', ...corners.map(String)]
}

/** The largest difference in a window in the upper left quarter, where both have values. */
async function largestDifference(folder: string): Promise<number> {
  const [ours, theirs] = await Promise.all(
    ['own.tif', 'peer.tif'].map(async (path) => {
      const file = await openRaster(join(folder, path))
      const [width, height] = [Math.floor(file.info.width / 8), Math.floor(file.info.height / 8)]
      const values = await readBand(file, 1, { column: width, row: height, width, height })
      await file.close()
      return values
    }),
  )
  let most = 0
  for (let i = 0; i < ours.length; i++) {
    const difference = Math.abs(ours[i] - theirs[i])
    if (difference > most) most = difference
  }
  return most
}

await inFolder(async (folder) => {
  for (const [name, system] of [
    ['Web Mercator', 'EPSG:3857'],
    ['azimuthal equal-area', '+proj=laea +lat_0=5 +lon_0=20 +datum=WGS84 +units=m'],
  ]) {
    const options = co('TILED=YES', 'COMPRESS=DEFLATE')
    await makeRaster(folder, side, { system, corners: [-half, half, half, -half], options })
    for (const method of ['nearest', 'bilinear', 'average'] as const) {
      const ours: Run[] = []
      const theirs: Run[] = []
      for (let round = 0; round < rounds; round++) {
        ours.push(timed(folder, own('reproject.ts', 'in.tif', 'own.tif', method)))
        const grid = ['-t_srs', 'EPSG:4326', ...gridArgs(folder, 'own.tif')]
        const resampling = ['-r', method === 'nearest' ? 'near' : method, '-overwrite']
        theirs.push(
          timed(folder, ['gdalwarp', '-q', ...grid, ...resampling, ...AS_COG, 'in.tif', 'peer.tif']),
        )
      }
      sayRatios(`${name}, ${side} × ${side}, ${method}`, 'gdalwarp', ours, theirs)
      console.log(
        `  largest difference of a cell ${(await largestDifference(folder)).toFixed(3)} (values span 1,400)`,
      )
    }
  }
})
