import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Affine, cellOf, edgeAt, gridBounds } from '#service/raster/grid.ts'
import { projectionOf } from '#service/raster/systems/projection.ts'
import { openRaster, readBand, type RasterFile, readRaster } from '#service/raster/cells/read.ts'
import { resample, type ResampleMethod } from '#service/raster/warp/resample.ts'
import { toReferenceCog } from '#service/raster/cog/to-reference-cog.ts'
import { openOnReferenceGrid } from '#service/raster/warp/to-reference-grid.ts'
import { writeCog } from '#service/raster/cog/write-cog.ts'
import { buildTiff } from '../build-tiff.ts'
import { fixture } from '../fixtures.ts'
import { gdal, hasGdal } from '../../support/rasters/gdal.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strata-reference-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function processed(input: string | Uint8Array, method: ResampleMethod, description = 'x') {
  const own = await mkdtemp(join(folder, 'one-'))
  const plan = { band: 1, method, nodata: -9999, description, folder: own }
  const { inspection, parts } = await toReferenceCog(input, plan)
  return { inspection, cog: Buffer.concat(await Promise.all(parts.map((part) => readFile(part)))) }
}

/** Waves with a hole, 431 × 317 cells. */
function waves(crs: number, affine: Affine) {
  const [width, height] = [431, 317]
  const values = Float32Array.from({ length: width * height }, (_, i) =>
    i % width > 200 && i % width < 260 ? Number.NaN : Math.sin(i / 50) * 100,
  )
  return writeCog({ width, height, affine, crs, values })
}

const METHODS = ['nearest', 'bilinear', 'average'] as const

/** Cells of the whole globe, or of a part of it, whose values are their numbers. */
const numbered = (crs: number, width: number, height: number, affine: Affine) =>
  writeCog({ width, height, affine, crs, values: Float32Array.from({ length: width * height }, (_, i) => i) })

test.each([
  ['Mollweide', 54009, 361, 181, [100_000, 0, -18_050_000, 0, -100_000, 9_050_000], [-180, -90, 180, 90]],
  ['Mollweide, as GHS-POP', 54009, 361, 180, [1e5, 0, -18_041_000, 0, -1e5, 9e6], [-180, -89.09, 180, 89.09]],
  ['Mollweide, a corner', 54009, 20, 20, [1e5, 0, 1.5e7, 0, -1e5, 5e6], [158.7, 24.55, 180, 41.89]],
  ['sinusoidal', 54008, 401, 201, [1e5, 0, -20_050_000, 0, -1e5, 10_050_000], [-180, -90, 180, 90]],
  [
    'EASE-Grid 2.0',
    6933,
    964,
    406,
    [36_032.22, 0, -17_367_530.44, 0, -36_032.22, 7_314_540.83],
    [-180, -85, 180, 85],
  ],
] as const)('a raster of the globe has bounds: %s', async (_, crs, width, height, affine, expected) => {
  const band = await openOnReferenceGrid(numbered(crs, width, height, affine), 1, 'nearest')
  const bounds = gridBounds(band.grid)
  bounds.forEach((edge, i) => expect(Math.abs(edge - expected[i])).toBeLessThan(0.2))
  // Some rows of the result have the cell under each centre, and none beyond the raster.
  const { forward } = projectionOf({ crs })
  const rows = Math.floor(band.grid.height / 3)
  for await (const piece of band.pieces(rows, 2, 512, { dataType: 'float32', nodata: -9999 })) {
    const [cells] = piece.cells
    for (let i = 0; i < piece.width; i += 97) {
      const [lon, lat] = edgeAt(band.grid, piece.column + i + 0.5, piece.row + 0.5)
      const cell = cellOf({ width, height, affine, crs }, ...forward(lon, lat))
      expect(cells?.[i] ?? -9999).toBe(cell < 0 ? -9999 : cell)
    }
  }
  await band.close()
})

test.each([
  ['finer cells', 4326, [0.003, 0, 1.01, 0, -0.003, 8.2], METHODS],
  ['coarser cells', 4326, [0.012, 0, -3, 0, -0.012, 12], METHODS],
  ['Web Mercator', 3857, [900, 0, 100_000, 0, -900, 900_000], METHODS],
  ['UTM', 32632, [700, 0, 400_000, 0, -700, 1_200_000], METHODS],
  ['several rows of tiles', 4326, [0.017, 0, -3, 0, -0.017, 12], ['nearest']],
] as const)(
  'written in pieces, the file is that of the whole raster: %s',
  async (_, crs, affine, methods) => {
    const input = waves(crs, affine)
    const source = await openRaster(input)
    const cells = await readBand(source)
    for (const method of methods) {
      const { cog, inspection } = await processed(input, method)
      const { width, height, affine: onGrid } = inspection.info
      const target = { width, height, affine: onGrid, crs: 4326 }
      const values = resample(source.info, cells, target, method, projectionOf(source.info))
      const blockSize = Math.max(width, height) <= 512 ? 256 : 512
      const peer = writeCog({ ...target, values }, { blockSize, description: 'x' })
      const [own, theirs] = [await openRaster(cog), await openRaster(peer)]
      expect(own.levels.length).toBe(theirs.levels.length)
      for (let level = 0; level < own.levels.length; level++)
        expect(await bytesOf(own, level)).toEqual(await bytesOf(theirs, level))
      // A tile without values is not stored; otherwise every byte is the same.
      if (own.levels.every(({ counts }) => counts.every((count) => count > 0)))
        expect(cog.equals(peer)).toBe(true)
    }
  },
)

async function bytesOf(file: RasterFile, level: number): Promise<string> {
  const { buffer } = await readBand(file, 1, undefined, level)
  return createHash('sha256').update(new Uint8Array(buffer)).digest('hex')
}

/** People in cells of 3 arc-seconds, off the grid by a part of a cell, in tiles. */
const fine = (() => {
  const [width, height] = [1300, 900]
  const values = Float32Array.from({ length: width * height }, (_, i) => (i % 13) * 0.25)
  const affine = [1 / 1200, 0, 1 + 1 / 2700, 0, -1 / 1200, 8] as const
  return {
    cog: writeCog({ width, height, affine, crs: 4326, values }),
    total: values.reduce((a, b) => a + b),
  }
})()

test('a total is preserved, also by windows of the source that are smaller than it', async () => {
  const whole = await piecesOf(fine.cog, 'sum')
  const parts = await piecesOf(fine.cog, 'sum', 20_000)
  expect(total(whole)).toBeCloseTo(fine.total, -1)
  expect(parts.length).toBe(whole.length)
  const apart = parts.map((value, i) => Math.abs(value - whole[i]))
  expect(Math.max(...apart)).toBeLessThan(1e-3)
})

const total = (values: Float64Array) => values.reduce((sum, value) => sum + (value === -9999 ? 0 : value), 0)

async function piecesOf(input: Uint8Array, method: ResampleMethod, sourceCells?: number) {
  const source = await openOnReferenceGrid(input, 1, method, { sourceCells })
  const out: Float64Array[] = []
  const { height } = source.grid
  for await (const { cells } of source.pieces(0, height, 64, { dataType: 'float64', nodata: -9999 }))
    out.push(cells[0] as Float64Array)
  await source.close()
  expect(out).toHaveLength(1)
  return out[0]
}

test.skipIf(!hasGdal)('mode agrees with gdalwarp', async () => {
  const [width, height] = [200, 200]
  const values = Float32Array.from({ length: width * height }, (_, i) => (Math.imul(i, i) >>> 4) % 3)
  const affine = [1 / 1200, 0, 1, 0, -1 / 1200, 8] as const
  const input = writeCog({ width, height, affine, crs: 4326, values })
  await writeFile(join(folder, 'in.tif'), input)
  const cell = String(1 / 120)
  const target = ['-tr', cell, cell, '-te', '1', String(8 - 1 / 6), String(1 + 1 / 6), '8']
  const files = [join(folder, 'in.tif'), join(folder, 'out.tif')]
  await gdal('gdalwarp', ['-q', '-r', 'mode', ...target, ...files])
  const theirs = (await readRaster(files[1])).values
  const own = await piecesOf(input, 'mode')
  expect(own.length).toBe(400)
  own.forEach((value, i) => {
    // GDAL chooses differently between equally frequent values.
    if (value !== theirs[i]) expect(count(values, i, value)).toBe(count(values, i, theirs[i]))
  })
})

/** How many of the hundred cells under the i-th cell of the result have this value. */
function count(values: Float32Array, i: number, wanted: number): number {
  let times = 0
  for (let k = 0; k < 100; k++) {
    const row = Math.floor(i / 20) * 10 + Math.floor(k / 10)
    times += Number(values[row * 200 + (i % 20) * 10 + (k % 10)] === wanted)
  }
  return times
}

describe('classes', () => {
  test('keep type, nodata, palette and values', async () => {
    const { inspection, cog } = await processed(fixture('u8-palette.tif'), 'nearest', 'cover')
    const source = await openRaster(await readFile(fixture('u8-palette.tif')))
    const file = await openRaster(cog)
    expect(file.palette).toEqual(source.palette)
    expect(inspection.info).toMatchObject({ dataType: 'uint8', nodata: source.info.nodata })
    expect(inspection.bands[0].classes?.map(({ value, colour }) => [value, colour])).toEqual([
      [10, '#72f56e'],
      [20, '#e4ebdc'],
      [30, '#56e14a'],
    ])
    // What is no class has neither a palette nor its type.
    const mean = await processed(fixture('u8-palette.tif'), 'average')
    expect(mean.inspection.info).toMatchObject({ dataType: 'float32', nodata: -9999 })
    expect(mean.inspection.bands[0].classes).toBeUndefined()
  })

  test('without nodata become wider, so that no class is given up', async () => {
    const input = paletteOf8Bits([0, 255, 7, 7])
    const { inspection, cog } = await processed(input, 'nearest')
    expect(inspection.info).toMatchObject({ dataType: 'uint16', nodata: 65_535 })
    expect(inspection.bands[0].classes?.map(({ value, colour }) => [value, colour])).toEqual([
      [0, '#000000'],
      [7, '#070000'],
      [255, '#ff0000'],
    ])
    expect((await openRaster(cog)).levels[0].photometric).toBe(3)
  })
})

/** 2 × 2 cells of a third of a degree whose colours are as red as their values are high. */
function paletteOf8Bits(cells: number[]): Buffer {
  const colours = Array.from({ length: 768 }, (_, i) => (i < 256 ? i * 257 : 0))
  return buildTiff(
    (dataAt) => [
      [256, 3, [2]],
      [257, 3, [2]],
      [258, 3, [8]],
      [259, 3, [1]],
      [262, 3, [3]],
      [273, 4, [dataAt]],
      [277, 3, [1]],
      [278, 3, [2]],
      [279, 4, [4]],
      [320, 3, colours],
      [33550, 12, [1 / 3, 1 / 3, 0]],
      [33922, 12, [0, 0, 0, 1, 8, 0]],
      [34735, 3, [1, 1, 0, 2, 1024, 0, 1, 2, 2048, 0, 1, 4326]],
    ],
    Uint8Array.from(cells),
  )
}

test('a cell that would read as nodata is rejected with what to do', async () => {
  const values = Float32Array.of(1, -9999, 3, 4)
  const affine = [0.5, 0, 1, 0, -0.5, 8] as const
  const input = writeCog({ width: 2, height: 2, affine, crs: 4326, values }, { nodata: 0 })
  await expect(processed(input, 'nearest')).rejects.toThrow(/^A cell of the result is -9999.*-a_nodata -9999/)
})
