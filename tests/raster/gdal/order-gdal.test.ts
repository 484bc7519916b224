import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { edgeAt, gridBounds } from '#service/raster/grid.ts'
import { inspectRaster } from '#service/raster/inspect.ts'
import { projectionOf } from '#service/raster/systems/projection.ts'
import { openRaster } from '#service/raster/cells/read.ts'
import { toCog } from '#service/raster/cog/to-cog.ts'
import { openOnReferenceGrid } from '#service/raster/warp/to-reference-grid.ts'
import { tileValues } from '#service/raster/tiles/tile.ts'
import { valueAt } from '#service/raster/cells/values-at.ts'
import { fromMercator, tileBounds, toMercator } from '#service/raster/systems/web-mercator.ts'
import { co, gdal, hasGdal } from '../../support/rasters/gdal.ts'
import { requireCogLayout } from '../cog-layout.ts'

const [WIDTH, HEIGHT] = [700, 610]
const [WEST, SOUTH, EAST, NORTH] = [5, 3, 12, 9.1]

let folder: string
const at = (name: string) => join(folder, name)

beforeAll(async () => {
  if (!hasGdal) return
  folder = await mkdtemp(join(tmpdir(), 'strata-order-'))
  const cells = Float32Array.from({ length: WIDTH * HEIGHT }, (_, i) =>
    i % 997 < 40 ? -9999 : ((i * 7919) % 200) - 60 + Math.floor(i / WIDTH) / 10,
  )
  await writeFile(at('cells'), Buffer.from(cells.buffer))
  await writeFile(
    at('cells.hdr'),
    `ENVI\nsamples = ${WIDTH}\nlines = ${HEIGHT}\nbands = 1\ndata type = 4\nbyte order = 0\n`,
  )
})
afterAll(async () => {
  if (hasGdal) await rm(folder, { recursive: true })
})

const translate = (name: string, ...options: string[]) =>
  gdal('gdal_translate', [
    '-q',
    '-a_srs',
    'EPSG:4326',
    '-a_nodata',
    '-9999',
    ...options,
    at('cells'),
    at(name),
  ])

async function asEnvi(name: string): Promise<Buffer> {
  await gdal('gdal_translate', ['-q', '-of', 'ENVI', ...co('INTERLEAVE=BSQ'), at(name), at(`${name}.raw`)])
  return readFile(at(`${name}.raw`))
}

const ORDERS: [order: string, west: number, north: number, east: number, south: number][] = [
  ['from south to north', WEST, SOUTH, EAST, NORTH],
  ['from east to west', EAST, NORTH, WEST, SOUTH],
  ['from south to north and east to west', EAST, SOUTH, WEST, NORTH],
]
const FORMS: [form: string, options: string[]][] = [
  ['strips of one row', co('BLOCKYSIZE=1')],
  ['strips of 37 rows', co('BLOCKYSIZE=37', 'COMPRESS=DEFLATE')],
  ['tiles', co('TILED=YES', 'BLOCKXSIZE=240', 'BLOCKYSIZE=112', 'COMPRESS=LZW')],
  ['float64 of three bands', ['-ot', 'Float64', '-b', '1', '-b', '1', '-b', '1', ...co('INTERLEAVE=PIXEL')]],
  ['int16', ['-ot', 'Int16', ...co('PREDICTOR=2', 'COMPRESS=DEFLATE')]],
  ['points', ['-mo', 'AREA_OR_POINT=Point', ...co('TILED=YES')]],
]

describe.skipIf(!hasGdal).each(ORDERS)('cells stored %s', (order, ...corners) => {
  test.each(FORMS)(
    'are stored north-up, as gdalwarp has them: %s',
    async (form, options) => {
      const name = `${order}-${form}`.replaceAll(/\W/g, '-')
      await translate(`${name}.tif`, '-a_ullr', ...corners.map(String), ...options)
      const { inspection, parts } = await toCog(at(`${name}.tif`), await mkdtemp(at('parts-')))
      const bytes = Buffer.concat(await Promise.all(parts.map((part) => readFile(part))))
      await requireCogLayout(bytes)
      await writeFile(at(`${name}-cog.tif`), bytes)
      const extent = ['-te', WEST, SOUTH, EAST, NORTH, '-ts', WIDTH, HEIGHT].map(String)
      await gdal('gdalwarp', ['-q', ...extent, at(`${name}.tif`), at(`${name}-warped.tif`)])
      const [ours, theirs] = [await asEnvi(`${name}-cog.tif`), await asEnvi(`${name}-warped.tif`)]
      expect(ours.equals(theirs)).toBe(true)
      const place = async (file: string) =>
        (JSON.parse(await gdal('gdalinfo', ['-json', at(file)])) as { geoTransform: number[] }).geoTransform
      const expected = await place(`${name}-warped.tif`)
      ;(await place(`${name}-cog.tif`)).forEach((part, i) => expect(part).toBeCloseTo(expected[i], 9))
      expect(gridBounds(inspection.info).map((edge) => Number(edge.toFixed(9)))).toEqual([
        WEST,
        SOUTH,
        EAST,
        NORTH,
      ])
      expect((await inspectRaster(bytes)).bands).toEqual(inspection.bands)
      expect((await inspectRaster(at(`${name}.tif`))).bands).toEqual(inspection.bands)
    },
    60_000,
  )
})

/** The corner, and steps of a column and of a row; in the last one, columns run to the north. */
const ROTATED: [name: string, srs: string, geoTransform: number[]][] = [
  ['by 25° in degrees', 'EPSG:4326', rotated(5, 9, 0.01, 25)],
  ['by 160° in UTM', 'EPSG:32632', rotated(700_000, 900_000, 1000, 160)],
  ['by 90°', 'EPSG:4326', [5, 0, 0.01, 3, 0.01, 0]],
]

function rotated(x: number, y: number, cell: number, degrees: number): number[] {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180) * cell, Math.sin((degrees * Math.PI) / 180) * cell]
  return [x, cos, sin, y, sin, -cos]
}

describe.skipIf(!hasGdal).each(ROTATED)('a raster rotated %s', (name, srs, geoTransform) => {
  const file = `${name.replaceAll(/\W/g, '-')}.tif`
  beforeAll(async () => {
    const source = `<SimpleSource><SourceFilename relativeToVRT="1">cells</SourceFilename><SourceBand>1</SourceBand></SimpleSource>`
    const band = `<VRTRasterBand dataType="Float32" band="1"><NoDataValue>-9999</NoDataValue>${source}</VRTRasterBand>`
    await writeFile(
      at(`${file}.vrt`),
      `<VRTDataset rasterXSize="${WIDTH}" rasterYSize="${HEIGHT}"><SRS>${srs}</SRS><GeoTransform>${geoTransform.join(',')}</GeoTransform>${band}</VRTDataset>`,
    )
    await gdal('gdal_translate', ['-q', at(`${file}.vrt`), at(`sent-${file}`)])
    const { parts } = await toCog(at(`sent-${file}`), await mkdtemp(at('parts-')))
    await writeFile(at(file), Buffer.concat(await Promise.all(parts.map((part) => readFile(part)))))
  })

  async function onGrid(method: 'nearest' | 'average' | 'sum', sourceCells?: number) {
    const band = await openOnReferenceGrid(at(file), 1, method, { sourceCells })
    const own = new Float32Array(band.grid.width * band.grid.height).fill(Number.NaN)
    const format = { dataType: 'float32', nodata: -9999 } as const
    for await (const piece of band.pieces(0, band.grid.height, 512, format))
      piece.cells[0]?.forEach((value, i) => {
        const to = Math.floor(i / piece.width) * band.grid.width + piece.column + (i % piece.width)
        own[to] = value === -9999 ? Number.NaN : value
      })
    await band.close()
    return { own, grid: band.grid }
  }

  async function warped(method: string, grid: Parameters<typeof gridBounds>[0]): Promise<Float32Array> {
    const place = ['-t_srs', 'EPSG:4326', '-te', ...gridBounds(grid), '-ts', grid.width, grid.height]
    const args = ['-q', '-et', '0', '-r', method, '-of', 'ENVI', ...place].map(String)
    await gdal('gdalwarp', [...args, '-overwrite', at(file), at('warped.raw')])
    return new Float32Array(Uint8Array.from(await readFile(at('warped.raw'))).buffer)
  }

  test('is processed from the nearest cells, as by gdalwarp, in parts too', async () => {
    for (const sourceCells of [undefined, 5000]) {
      const { own, grid } = await onGrid('nearest', sourceCells)
      const theirs = await warped('near', grid)
      const differing = own.filter((value, i) => (Number.isNaN(value) ? -9999 : value) !== theirs[i]).length
      expect(own.filter((value) => !Number.isNaN(value)).length).toBeGreaterThan(100_000)
      // Centres on an edge of the source's cells may fall on either side.
      expect(differing / own.length).toBeLessThan(0.003)
    }
  })

  test('keeps its sum', async () => {
    const cells = new Float32Array(Uint8Array.from(await readFile(at('cells'))).buffer)
    const total = (list: Float32Array) =>
      list.reduce((sum, value) => sum + (Number.isNaN(value) || value === -9999 ? 0 : value), 0)
    expect(total((await onGrid('sum', 5000)).own) / total(cells)).toBeCloseTo(1, 4)
  })

  test('is drawn, and has the values under the cursor that gdallocationinfo has', async () => {
    const open = await openRaster(at(file))
    const middle = projectionOf(open.info).inverse(...edgeAt(open.info, WIDTH / 2, HEIGHT / 2))
    const [x, y] = toMercator(...middle).map((metres, i) =>
      Math.floor(64 + ((i === 0 ? metres : -metres) / 20_037_508.34) * 64),
    )
    const [west, south, east, north] = tileBounds(7, x, y)
    const values = (await tileValues(open, { z: 7, x, y }))!
    const places: [longitude: number, latitude: number][] = []
    for (let i = 1000; i < values.length; i += 4001)
      places.push(
        fromMercator(
          west + (((i % 256) + 0.5) / 256) * (east - west),
          north - ((Math.floor(i / 256) + 0.5) / 256) * (north - south),
        ),
      )
    const input = places.map((place) => place.join(' ')).join('\n')
    const answer = execFileSync('gdallocationinfo', ['-valonly', '-wgs84', '-b', '1', at(file)], { input })
    const texts = answer.toString().split('\n')
    let seen = 0
    for (const [i, place] of places.entries()) {
      const text = texts[i]
      const expected = text.trim() === '' || text.trim() === '-9999' ? null : Number(text)
      const value = await valueAt(open, ...place)
      expect(value === null ? null : Math.abs(value - expected!) < 1e-4).toBe(expected === null ? null : true)
      if (value !== null) seen++
    }
    expect(seen).toBeGreaterThan(3)
    expect(values.some((value) => !Number.isNaN(value))).toBe(true)
    await open.close()
  })
})

test.skipIf(!hasGdal)('a height of cells below 0 is read as GDAL reads it', async () => {
  await translate('plain.tif', '-a_ullr', ...[WEST, NORTH, EAST, SOUTH].map(String))
  const bytes = await readFile(at('plain.tif'))
  const height = Buffer.alloc(16)
  height.writeDoubleLE(0.01, 0)
  height.writeDoubleLE(0.01, 8)
  const place = bytes.indexOf(height)
  expect(place).toBeGreaterThan(0)
  bytes.writeDoubleLE(-0.01, place + 8)
  await writeFile(at('below.tif'), bytes)
  const { geoTransform } = JSON.parse(await gdal('gdalinfo', ['-json', at('below.tif')])) as {
    geoTransform: number[]
  }
  expect((await inspectRaster(bytes)).info.affine[4]).toBeCloseTo(geoTransform[5], 9)
  expect((await inspectRaster(bytes)).info.affine[5]).toBeCloseTo(geoTransform[3], 9)
})
