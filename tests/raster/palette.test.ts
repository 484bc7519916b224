import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inspectRaster } from '#service/raster/inspect.ts'
import { openRaster } from '#service/raster/read.ts'
import { renderTile } from '#service/raster/tile.ts'
import { toCog } from '#service/raster/to-cog.ts'
import { buildTiff, georeference } from './build-tiff.ts'
import { fixture } from './fixtures.ts'
import { twoBitPalette } from './narrow-tiffs.ts'
import { pixelsOf } from './pixels.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strata-palette-'))
})
afterAll(() => rm(folder, { recursive: true }))

// gdalinfo's colour table, and the counts of gdal_translate -of XYZ.
const CLASSES = [
  { value: 10, colour: '#72f56e', cells: 91 },
  { value: 20, colour: '#e4ebdc', cells: 386 },
  { value: 30, colour: '#56e14a', cells: 296 },
]

test('the classes of a palette are its values that occur, with their colours', async () => {
  const [{ classes, valid }] = (await inspectRaster(fixture('u8-palette.tif'))).bands
  expect(classes).toEqual(CLASSES)
  expect(valid).toBe(91 + 386 + 296)
  expect((await inspectRaster(fixture('u8-packbits.tif'))).bands[0].classes).toBeUndefined()
})

test('its COG has the same classes', async () => {
  const { parts, inspection } = await toCog(fixture('u8-palette.tif'), folder)
  const cog = Buffer.concat(await Promise.all(parts.map((part) => readFile(part))))
  expect((await inspectRaster(cog)).bands).toEqual(inspection.bands)
  expect(inspection.bands[0].classes).toEqual(CLASSES)
})

test('a palette of two bits is kept in a COG of whole bytes', async () => {
  const { parts, inspection } = await toCog(twoBitPalette(), await mkdtemp(join(folder, 'two-bits-')))
  expect(inspection.bands[0].classes).toEqual([
    { value: 0, colour: '#112233', cells: 3 },
    { value: 1, colour: '#aabbcc', cells: 4 },
    { value: 2, colour: '#010203', cells: 1 },
    { value: 3, colour: '#ff0080', cells: 2 },
  ])
  const cog = Buffer.concat(await Promise.all(parts.map((part) => readFile(part))))
  const stored = await inspectRaster(cog)
  expect(stored.info.dataType).toBe('uint8')
  expect(stored.bands).toEqual(inspection.bands)
})

test('classes of 16 bits that leave no value for masked cells are read as quantities', async () => {
  const tiff = buildTiff(
    (at) => [
      [256, 4, [2]],
      [257, 4, [1]],
      [258, 3, [16, 16]],
      [259, 3, [1]],
      [262, 3, [3]],
      [273, 4, [at]],
      [277, 3, [2]],
      [278, 4, [1]],
      [279, 4, [8]],
      [320, 3, Array.from({ length: 3 * 65_536 }, (_, i) => i % 65_536)],
      [338, 3, [2]],
      ...georeference,
    ],
    new Uint8Array(Uint16Array.of(7, 255, 9, 0).buffer),
  )
  const { inspection } = await toCog(tiff, await mkdtemp(join(folder, 'wide-')))
  expect(inspection.info.dataType).toBe('uint32')
  expect(inspection.bands[0]).toMatchObject({ valid: 1, min: 7, max: 7 })
  expect(inspection.bands[0].classes).toBeUndefined()
})

test('a tile shows each class in its colour, and nothing where there is no value', async () => {
  const file = await openRaster(fixture('u8-palette.tif'))
  try {
    const png = pixelsOf(await renderTile({ file, z: 4, x: 8, y: 7, ramp: 'classes', min: 0, max: 1 }))
    const seen = new Set<string>()
    for (let y = 0; y < 256; y++) for (let x = 0; x < 256; x++) seen.add(png.at(x, y).join(' '))
    expect([...seen].sort()).toEqual(['0 0 0 0', '114 245 110 255', '228 235 220 255', '86 225 74 255'])
  } finally {
    await file.close()
  }
})

test('a raster without a palette has no tile of classes', async () => {
  const file = await openRaster(fixture('u8-packbits.tif'))
  try {
    const tile = renderTile({ file, z: 4, x: 8, y: 7, ramp: 'classes', min: 0, max: 1 })
    await expect(tile).rejects.toThrow('has no palette')
  } finally {
    await file.close()
  }
})
