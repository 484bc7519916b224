import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Declared } from '#service/raster/cells/classes.ts'
import { inspectRaster } from '#service/raster/inspect.ts'
import { openRaster } from '#service/raster/cells/read.ts'
import { renderTile } from '#service/raster/tiles/tile.ts'
import { toCog } from '#service/raster/cog/to-cog.ts'
import { buildTiff, georeference } from '../build-tiff.ts'
import { fixture } from '../fixtures.ts'
import type { TiffField } from '../build-tiff.ts'
import { typedGrid } from '../typed-grid.ts'
import { twoBitPalette } from '../narrow-tiffs.ts'
import { pixelsOf } from '../pixels.ts'

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

const pictured = async (source: Parameters<typeof openRaster>[0]) => {
  const file = await openRaster(source)
  try {
    const png = pixelsOf(await renderTile({ file, z: 4, x: 8, y: 7, ramp: 'classes', min: 0, max: 1 }))
    const seen = new Set<string>()
    for (let y = 0; y < 256; y++) for (let x = 0; x < 256; x++) seen.add(png.at(x, y).join(' '))
    return seen
  } finally {
    await file.close()
  }
}

test('without a palette, a class has the same colour in tiles, in the legend and in other rasters', async () => {
  const source = typedGrid('int16', (x, y) => (x + y) % 4)
  const [{ classes }] = (await inspectRaster(source, undefined, true)).bands
  expect(classes?.map(({ value }) => value)).toEqual([0, 1, 2, 3])
  const rgba = classes!.map(({ colour }) => [...Buffer.from(colour.slice(1), 'hex'), 255].join(' '))
  expect(new Set(rgba).size).toBe(4)
  expect(await pictured(source)).toEqual(new Set(['0 0 0 0', ...rgba]))
  const [other] = (
    await inspectRaster(
      typedGrid('int16', () => 3),
      undefined,
      true,
    )
  ).bands
  expect(other.classes).toEqual([{ ...classes![3], cells: 600 }])
})

test.each(['int8', 'uint16', 'int32', 'float32', 'float64'] as const)(
  'classes may have the type %s, if they are whole numbers and not too many',
  async (type) => {
    const classesOf = async (value: (x: number, y: number) => number, declared?: Declared) =>
      (await inspectRaster(typedGrid(type, value), undefined, declared)).bands[0].classes
    const few = (x: number) => (x % 3) - (type.startsWith('u') ? 0 : 1)
    const counts = (await classesOf(few, true))?.map(({ value, cells }) => [value, cells])
    expect(counts).toEqual([0, 1, 2].map((i) => [few(i), 200]))
    expect(await classesOf(few, { 1: true })).toEqual(await classesOf(few, true))
    expect(await classesOf(few)).toBeUndefined()
    expect(await classesOf(few, { 2: true })).toBeUndefined()
    if (type !== 'int8') expect(await classesOf((x, y) => y * 30 + x, true)).toBeUndefined()
    if (type.startsWith('float')) expect(await classesOf((x) => x / 2, true)).toBeUndefined()
  },
)

test.each(['int8', 'uint16', 'int32', 'float32', 'float64'] as const)(
  'nodata is no class of the type %s',
  async (type) => {
    const nodata = type === 'int8' ? -7 : 9999
    const tag: TiffField = [42_113, 2, [...Buffer.from(`${nodata}\0`)]]
    const source = typedGrid(type, (x) => (x < 10 ? nodata : x < 20 ? 1 : 2), undefined, [tag])
    const [{ classes, valid }] = (await inspectRaster(source, undefined, true)).bands
    expect(classes?.map(({ value, cells }) => [value, cells])).toEqual([
      [1, 200],
      [2, 200],
    ])
    expect(valid).toBe(400)
  },
)

test('what is said about one band leaves others as the file says', async () => {
  const classes = async (declared: Declared) =>
    (await inspectRaster(fixture('u8-palette.tif'), undefined, declared)).bands[0].classes
  expect(await classes({ 2: false })).toEqual(await classes(undefined))
  expect(await classes({ 1: false })).toBeUndefined()
})

test('a palette is not kept if its values are declared to be quantities', async () => {
  const own = await mkdtemp(join(folder, 'quantities-'))
  const { parts, inspection } = await toCog(fixture('u8-palette.tif'), own, { declared: false })
  expect(inspection.bands[0]).toMatchObject({ distinct: 3, valid: 91 + 386 + 296 })
  expect(inspection.bands[0].classes).toBeUndefined()
  const cog = Buffer.concat(await Promise.all(parts.map((part) => readFile(part))))
  expect((await inspectRaster(cog)).bands).toEqual(inspection.bands)
})
