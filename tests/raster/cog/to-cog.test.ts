import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBlockCache } from '#service/raster/cells/block-cache.ts'
import { bitsOf } from '#service/raster/cells/cell-bits.ts'
import { inspectRaster } from '#service/raster/inspect.ts'
import { halveInto } from '#service/raster/cog/overview.ts'
import { readCells } from '#service/raster/cells/read-cells.ts'
import { openRaster } from '#service/raster/cells/read.ts'
import { toCog } from '#service/raster/cog/to-cog.ts'
import { buildTiff, georeference } from '../build-tiff.ts'
import { requireCogLayout } from '../cog-layout.ts'
import { fixture, sample } from '../fixtures.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strata-cog-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function convert(path: string, options?: Parameters<typeof toCog>[2]) {
  const parts = await mkdtemp(join(folder, 'parts-'))
  const { inspection, parts: paths } = await toCog(path, parts, options)
  const bytes = Buffer.concat(await Promise.all(paths.map((part) => readFile(part))))
  return { inspection, bytes }
}

async function cellsOf(input: string | Buffer) {
  const file = await openRaster(input, { cache: createBlockCache(0) })
  const { width, height, bands } = file.info
  const all = Array.from({ length: bands }, (_, i) => i + 1)
  const cells = await readCells(file, all, { column: 0, row: 0, width, height })
  await file.close()
  return { info: file.info, cells }
}

const ENCODINGS = [
  'f32-deflate-3-band-2-bands.tif',
  'f32-lzw-3-pixel-2-bands-big-endian.tif',
  'f32-nan-coast.tif',
  'f32-nodata-snapped.tif',
  'f32-rotated.tif',
  'f64-zstd-3.tif',
  'i16-bigtiff.tif',
  'i16-deflate-2-tiled.tif',
  'i16-point.tif',
  'i16-utm.tif',
  'i32-deflate-2-big-endian.tif',
  'u16-lzw-2-pixel-3-bands.tif',
  'u32-none-big-endian.tif',
  'u8-lzw-noise.tif',
  'u8-overviews.tif',
  'u8-packbits.tif',
].map(fixture)

describe.each([...ENCODINGS, sample('nga_elevation.tif')])('%s as a COG', (path) => {
  test.each([
    ['classic', {}],
    ['BigTIFF', { classicBytes: 0 }],
  ])('%s: the same cells, bit for bit, on the same grid', async (_kind, options) => {
    const { bytes } = await convert(path, options)
    const [before, after] = [await cellsOf(path), await cellsOf(bytes)]
    after.cells.forEach((cells, i) =>
      expect(Buffer.from(bitsOf(cells!).buffer).equals(Buffer.from(bitsOf(before.cells[i]!).buffer))).toBe(
        true,
      ),
    )
    const { width, height, affine, crs, nodata, dataType, bands } = before.info
    expect(after.info).toMatchObject({ width, height, affine, crs, nodata, dataType, bands, tiled: true })
    await requireCogLayout(bytes)
  })

  test('measures its bands as an inspection does', async () => {
    const { inspection } = await convert(path)
    expect(inspection).toEqual(await inspectRaster(path))
  })
})

test('cells that are not stored stay so, and read as nodata', async () => {
  const { bytes, inspection } = await convert(fixture('f32-sparse.tif'))
  expect(inspection.bands[0].valid).toBe(0)
  const [before, after] = [await cellsOf(fixture('f32-sparse.tif')), await cellsOf(bytes)]
  expect(after.cells).toEqual([null])
  expect(after.cells).toEqual(before.cells)
})

/** 1300 × 700 cells in two bands, pixel-interleaved, in strips of 37 rows. */
function strips(
  value: (x: number, y: number, band: number) => number,
  extra: [number, 3 | 4 | 12, number[]][] = [],
) {
  const [width, height, rows] = [1300, 700, 37]
  const cells = Buffer.alloc(width * height * 2)
  for (let i = 0; i < width * height; i++)
    for (const band of [0, 1]) cells[i * 2 + band] = value(i % width, Math.floor(i / width), band)
  const count = Math.ceil(height / rows)
  return buildTiff(
    (at) => [
      [256, 4, [width]],
      [257, 4, [height]],
      [258, 3, [8, 8]],
      [259, 3, [1]],
      [262, 3, [1]],
      [273, 4, Array.from({ length: count }, (_, i) => at + i * rows * width * 2)],
      [277, 3, [2]],
      [278, 4, [rows]],
      [279, 4, Array.from({ length: count }, (_, i) => Math.min(rows, height - i * rows) * width * 2)],
      ...extra,
      ...georeference,
    ],
    cells,
  )
}

test('strips that cross rows of tiles, and overviews from one tile to the next', async () => {
  const path = join(folder, 'strips.tif')
  const value = (x: number, y: number, band: number) => (x * 7 + y * 3 + band * 100) % 251
  await writeFile(path, strips(value))
  const { bytes } = await convert(path)
  const file = await openRaster(bytes)
  expect(file.info).toMatchObject({
    blockSize: [512, 512],
    overviews: [
      { width: 650, height: 350 },
      { width: 325, height: 175 },
    ],
  })
  for (const band of [1, 2]) {
    const levels = await Promise.all([0, 1, 2].map((level) => levelCells(file, band, level)))
    expect(levels[0].every((cell, i) => cell === value(i % 1300, Math.floor(i / 1300), band - 1))).toBe(true)
    expect(levels[1]).toEqual(meansOfFour(levels[0], 1300, 700))
    expect(levels[2]).toEqual(meansOfFour(levels[1], 650, 350))
  }
})

async function levelCells(file: Awaited<ReturnType<typeof openRaster>>, band: number, level: number) {
  const { width, height } = file.levels[level]
  const one = { ...file, levels: [file.levels[level]], key: `${file.key}/${level}` }
  const [cells] = await readCells(one, [band], { column: 0, row: 0, width, height })
  return Array.from(cells!)
}

function meansOfFour(cells: number[], width: number, height: number): number[] {
  const half = { width: Math.ceil(width / 2), height: Math.ceil(height / 2) }
  return Array.from({ length: half.width * half.height }, (_, i) => {
    const [x, y] = [(i % half.width) * 2, Math.floor(i / half.width) * 2]
    const four = [y, y + 1].flatMap((row) =>
      [x, x + 1].map((column) => (row < height && column < width ? cells[row * width + column] : Number.NaN)),
    )
    const valid = four.filter((cell) => !Number.isNaN(cell))
    return Math.floor(valid.reduce((sum, cell) => sum + cell, 0) / valid.length + 0.5)
  })
}

describe('an overview', () => {
  const halve = (method: 'average' | 'mode', cells: Int16Array | Float32Array, nodata: number | null) => {
    const out = cells.slice(0, 1).fill(nodata ?? 0)
    halveInto(method, { cells, stride: 2, width: 2, height: 2 }, nodata, out, 1, 0)
    return out[0]
  }
  test.each([
    ['the mean of the valid cells', 'average', [1, 3, -9, 5], -9, 3],
    ['a mean rounded away from zero', 'average', [1, 2, 1, 2], null, 2],
    ['a negative mean rounded away from zero', 'average', [-1, -2, -1, -2], null, -2],
    ['never nodata where a cell is valid', 'average', [-1, 1, 0, 0], 0, -1],
    ['nodata where no cell is valid', 'average', [-9, -9, -9, -9], -9, -9],
    ['the most frequent category', 'mode', [4, 7, 7, 9], null, 7],
    ['a category, not nodata', 'mode', [0, 0, 0, 9], 0, 9],
    ['the first of equally frequent categories', 'mode', [4, 7, 7, 4], null, 4],
  ] as const)('is %s', (_what, method, cells, nodata, wanted) => {
    expect(halve(method, Int16Array.from(cells), nodata)).toBe(wanted)
  })
  test('leaves NaN out', () => {
    expect(halve('average', Float32Array.of(1, Number.NaN, 2, Number.NaN), null)).toBe(1.5)
  })
})
