import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { gridBounds } from '#service/raster/grid.ts'
import { openRaster, readRaster } from '#service/raster/cells/read.ts'
import { openOnReferenceGrid } from '#service/raster/warp/to-reference-grid.ts'
import { renderTile } from '#service/raster/tiles/tile.ts'
import { valueAt } from '#service/raster/cells/values-at.ts'
import { fromMercator, tileBounds } from '#service/raster/systems/web-mercator.ts'
import { writeCog } from '#service/raster/cog/write-cog.ts'
import { pixelsOf } from '../pixels.ts'
import { gdal, hasGdal } from '../../support/rasters/gdal.ts'

/** 150 × 120 cells of about 2 km whose values are their numbers, with a hole. */
const SOURCES: [crs: number, west: number, north: number, cell: number][] = [
  [32632, 400_000, 1_200_000, 2000],
  [32737, 300_000, 9_400_000, 2000],
  [3035, 4_000_000, 3_000_000, 2000],
  [5070, -300_000, 1_900_000, 2000],
  [2263, 500_000, 600_000, 6561],
  [26391, 50_000, 900_000, 2000],
]
/** Without a code; with the corner of the raster. */
const DEFINED: [name: string, definition: string, west: number, north: number][] = [
  ['laea', '+proj=laea +lat_0=9 +lon_0=8 +ellps=clrk80 +towgs84=-92,-93,122', -100_000, 200_000],
  ['albers', 'ESRI:102022', -1_800_000, 1_200_000],
  ['modis', '+proj=sinu +lon_0=0 +R=6371007.181', 800_000, 1_100_000],
]
const [WIDTH, HEIGHT] = [150, 120]
const values = Float32Array.from({ length: WIDTH * HEIGHT }, (_, i) =>
  i % WIDTH > 60 && i % WIDTH < 70 && i > 6000 && i < 9000 ? Number.NaN : i,
)

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strata-warp-'))
  for (const [crs, west, north, cell] of SOURCES) {
    const affine = [cell, 0, west, 0, -cell, north] as const
    await writeFile(
      join(folder, `${crs}.tif`),
      writeCog({ width: WIDTH, height: HEIGHT, affine, crs, values }),
    )
  }
  for (const [name, definition, west, north] of hasGdal ? DEFINED : []) {
    const corners = [west, north, west + WIDTH * 2000, north - HEIGHT * 2000].map(String)
    const place = ['-a_srs', definition, '-a_ullr', ...corners]
    await gdal('gdal_translate', ['-q', ...place, join(folder, '32632.tif'), join(folder, `${name}.tif`)])
  }
})
afterAll(() => rm(folder, { recursive: true }))

async function warp(crs: number | string, method: 'nearest' | 'bilinear' | 'average') {
  const path = join(folder, `${crs}.tif`)
  const band = await openOnReferenceGrid(path, 1, method)
  const own = new Float32Array(band.grid.width * band.grid.height)
  const format = { dataType: 'float32', nodata: -9999 } as const
  for await (const piece of band.pieces(0, band.grid.height, 64, format)) {
    expect(piece).toMatchObject({ column: 0, width: band.grid.width, height: band.grid.height })
    own.set(piece.cells[0]!.map((value) => (value === -9999 ? Number.NaN : value)))
  }
  await band.close()
  const out = join(folder, `${crs}-${method}.tif`)
  const { grid } = band
  const extent = gridBounds(grid).map(String)
  const size = [String(grid.width), String(grid.height)]
  const exact = ['-et', '0', '-r', method === 'nearest' ? 'near' : method]
  await gdal('gdalwarp', [
    '-q',
    '-overwrite',
    ...exact,
    '-t_srs',
    'EPSG:4326',
    '-te',
    ...extent,
    '-ts',
    ...size,
    path,
    out,
  ])
  return { own, theirs: (await readRaster(out)).values, grid }
}

const valid = (list: ArrayLike<number>) => Array.from(list).filter((value) => !Number.isNaN(value)).length

const systems = [...SOURCES, ...DEFINED].map(([name]) => [name])

describe.skipIf(!hasGdal).each(systems)('a raster in %s on the reference grid', (crs) => {
  test('holds the values that gdalwarp takes from the nearest cells', async () => {
    const { own, theirs } = await warp(crs, 'nearest')
    expect(valid(theirs)).toBeGreaterThan(5000)
    let different = 0
    own.forEach((value, i) => (different += Object.is(value, theirs[i]) ? 0 : 1))
    // A centre that lies within a thousandth of a cell of an edge may fall on either side.
    expect(different / own.length).toBeLessThan(0.003)
  })

  test('is near what gdalwarp interpolates and averages', async () => {
    for (const method of ['bilinear', 'average'] as const) {
      const { own, theirs } = await warp(crs, method)
      const inner = Array.from(own.keys()).filter((i) => !Number.isNaN(own[i]) && !Number.isNaN(theirs[i]))
      expect(inner.length).toBeGreaterThan(5000)
      // One row further is 150, one column 1.
      const apart = inner.map((i) => Math.abs(own[i] - theirs[i])).sort((a, b) => a - b)
      expect(apart[Math.floor(apart.length * 0.9)]).toBeLessThan(method === 'bilinear' ? 15 : 75)
    }
  })
})

describe('a raster in UTM', () => {
  const affine = [2000, 0, 400_000, 0, -2000, 1_200_000] as const
  const input = writeCog({ width: WIDTH, height: HEIGHT, affine, crs: 32632, values })

  test('is drawn with the cell under the centre of each pixel', async () => {
    const file = await openRaster(input)
    const [z, x, y] = [7, 67, 60]
    const png = pixelsOf(await renderTile({ file, z, x, y, min: 0, max: WIDTH * HEIGHT }))
    const [west, south, east, north] = tileBounds(z, x, y)
    let drawn = 0
    for (let row = 3; row < 256; row += 13) {
      for (let column = 3; column < 256; column += 13) {
        const at = fromMercator(
          west + ((column + 0.5) / 256) * (east - west),
          north - ((row + 0.5) / 256) * (north - south),
        )
        const value = await valueAt(file, ...at)
        const index = png.index(column, row)
        if (value !== null) drawn++
        expect(Math.abs(index - (value === null ? 0 : 1 + (value * 254) / (WIDTH * HEIGHT)))).toBeLessThan(4)
      }
    }
    expect(drawn).toBeGreaterThan(100)
  })

  test('is not drawn where its system folds over, and at a zoom where it is a dot', async () => {
    const file = await openRaster(input)
    const far = pixelsOf(await renderTile({ file, z: 2, x: 0, y: 1, min: 0, max: 1 }))
    expect(far.drawn).toBe(0)
    const world = pixelsOf(await renderTile({ file, z: 0, x: 0, y: 0, min: 0, max: 1 }))
    expect(world.drawn).toBeGreaterThan(0)
    expect(world.drawn).toBeLessThan(12)
  })

  test('is summed without a change of its total, in parts too', async () => {
    const total = (list: ArrayLike<number>) =>
      Array.from(list).reduce((sum, value) => sum + (value > 0 ? value : 0), 0)
    for (const sourceCells of [undefined, 500]) {
      const band = await openOnReferenceGrid(input, 1, 'sum', { sourceCells })
      let sum = 0
      for await (const { cells } of band.pieces(0, band.grid.height, 64, {
        dataType: 'float64',
        nodata: -9999,
      }))
        sum += total(cells[0]!)
      await band.close()
      expect(sum / total(values)).toBeCloseTo(1, 9)
    }
  })
})
