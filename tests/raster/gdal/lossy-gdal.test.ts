import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkHeader } from '#service/raster/tiff/check-header.ts'
import { inspectRaster } from '#service/raster/inspect.ts'
import { openRaster, readRaster } from '#service/raster/cells/read.ts'
import { toCog } from '#service/raster/cog/to-cog.ts'
import { co, gdal, hasGdal } from '../../support/rasters/gdal.ts'

const [WIDTH, HEIGHT] = [230, 150]
let folder: string
const at = (name: string) => join(folder, name)
const translate = (from: string, to: string, ...options: string[]) =>
  gdal('gdal_translate', ['-q', ...options, from, to], { cwd: folder, GDAL_TIFF_INTERNAL_MASK: 'YES' })
const colours = ['-b', '1', '-b', '2', '-b', '3']
const rgba = [
  '-colorinterp_1',
  'red',
  '-colorinterp_2',
  'green',
  '-colorinterp_3',
  'blue',
  '-colorinterp_4',
  'alpha',
]
const georeferenced = ['-a_srs', 'EPSG:4326', '-a_ullr', '2', '11', '4.3', '9.5']

/** Waves, with sharp edges of colour; the fourth band is 0 in a disc. */
function cell(_: unknown, i: number): number {
  const [x, y] = [i % WIDTH, Math.floor(i / WIDTH) % HEIGHT]
  const band = Math.floor(i / WIDTH / HEIGHT)
  if (band === 3) return (x - 100) ** 2 + (y - 70) ** 2 < 40 ** 2 ? 0 : 255
  const edge = (x * (band + 1) + y) % 60 < 20 ? 70 : 0
  return Math.round(90 + edge + 85 * Math.sin((x + 40 * band) / 13) * Math.cos(y / 11))
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strata-lossy-'))
  await writeFile(at('cells'), Buffer.from(Uint8Array.from({ length: 4 * WIDTH * HEIGHT }, cell).buffer))
  await writeFile(
    at('cells.hdr'),
    `ENVI\nsamples = ${WIDTH}\nlines = ${HEIGHT}\nbands = 4\ndata type = 1\ninterleave = bsq\nbyte order = 0\n`,
  )
})
afterAll(() => rm(folder, { recursive: true }))

/** The largest difference of a band to the same file, decoded by GDAL. */
async function furthest(name: string, band: number): Promise<number> {
  await translate(
    name,
    'none.tif',
    '-b',
    String(band),
    '-mask',
    'none',
    ...co('COMPRESS=NONE', 'PHOTOMETRIC=MINISBLACK'),
  )
  const [own, theirs] = [await readRaster(at(name), band), await readRaster(at('none.tif'))]
  expect(own.info).toMatchObject({ bounds: theirs.info.bounds, crs: 4326 })
  return Float64Array.from(own.values).reduce(
    (most, value, i) => Math.max(most, Math.abs(value - theirs.values[i])),
    0,
  )
}

describe.skipIf(!hasGdal)('JPEG', () => {
  const tiles = co('TILED=YES', 'BLOCKXSIZE=64', 'BLOCKYSIZE=48')
  // Both decoders are libjpeg's, with its exact arithmetic: no count of tolerance is needed.
  test.each([
    ['greys in strips', ['-b', '2'], [], 1],
    ['greys in strips of 16 rows, the last with 6', ['-b', '2'], co('BLOCKYSIZE=16'), 1],
    ['greys in tiles of poor quality', ['-b', '1'], [...tiles, ...co('JPEG_QUALITY=20')], 1],
    ['greys without shared tables', ['-b', '1'], [...tiles, ...co('JPEGTABLESMODE=0')], 1],
    ['YCbCr at half resolution in tiles', colours, [...tiles, ...co('PHOTOMETRIC=YCBCR')], 3],
    ['YCbCr in strips', colours, co('PHOTOMETRIC=YCBCR', 'BLOCKYSIZE=32'), 3],
    ['RGB in tiles', colours, [...tiles, ...co('PHOTOMETRIC=RGB')], 3],
    ['three bands that are no colours', colours, [...tiles, ...co('PHOTOMETRIC=MINISBLACK')], 3],
    ['separate bands', colours, [...tiles, ...co('INTERLEAVE=BAND', 'PHOTOMETRIC=MINISBLACK')], 3],
  ] as [string, string[], string[], number][])(
    'of %s has the cells that GDAL reads',
    async (_, select, options, bands) => {
      await translate('cells', 'lossy.tif', ...select, ...georeferenced, ...options, ...co('COMPRESS=JPEG'))
      for (let band = 1; band <= bands; band++) expect(await furthest('lossy.tif', band)).toBe(0)
      expect((await readRaster(at('lossy.tif'))).info).toMatchObject({ compression: 'JPEG', bands })
    },
  )

  test('with an internal mask becomes a COG whose masked cells are nodata', async () => {
    const options = [...tiles, ...co('COMPRESS=JPEG', 'PHOTOMETRIC=YCBCR')]
    await translate('cells', 'masked.tif', ...colours, '-mask', '4', ...georeferenced, ...options)
    const { parts, inspection } = await toCog(at('masked.tif'), await mkdtemp(join(folder, 'cog-')))
    const cog = Buffer.concat(await Promise.all(parts.map((part) => readFile(part))))
    const masked = await readRaster(at('masked.tif'), 3)
    expect((await readRaster(cog, 3)).values).toEqual(masked.values)
    expect(masked.values.filter(Number.isNaN)).toHaveLength(
      Array.from({ length: WIDTH * HEIGHT }, (_, i) => cell(_, i + 3 * WIDTH * HEIGHT)).filter(
        (alpha) => alpha === 0,
      ).length,
    )
    expect(inspection.info).toMatchObject({ compression: 'JPEG', dataType: 'uint16', nodata: 65_535 })
  })

  test('of colours becomes a COG of colours', async () => {
    await translate(
      'cells',
      'rgb.tif',
      ...colours,
      ...georeferenced,
      ...tiles,
      ...co('COMPRESS=JPEG', 'PHOTOMETRIC=YCBCR'),
    )
    const { parts } = await toCog(at('rgb.tif'), await mkdtemp(join(folder, 'cog-')))
    await writeFile(at('rgb-cog.tif'), Buffer.concat(await Promise.all(parts.map((part) => readFile(part)))))
    const info = JSON.parse(await gdal('gdalinfo', ['-json', at('rgb-cog.tif')])) as {
      bands: { colorInterpretation: string }[]
    }
    expect(info.bands.map((band) => band.colorInterpretation)).toEqual(['Red', 'Green', 'Blue'])
  })

  test('of four bands in one picture is rejected with the command that changes it', async () => {
    await translate('cells', 'four.tif', ...georeferenced, ...co('COMPRESS=JPEG', 'PHOTOMETRIC=MINISBLACK'))
    await expect(openRaster(at('four.tif'))).rejects.toThrow(
      /JPEG with 4 bands in one picture.*gdal_translate/,
    )
  })

  test.each<[what: string, change: (block: Buffer) => void]>([
    ['a width of 65,535 cells', (block) => block.writeUInt16BE(65_535, frameOf(block) + 7)],
    ['another height', (block) => block.writeUInt16BE(49, frameOf(block) + 5)],
    ['three components instead of one', (block) => (block[frameOf(block) + 9] = 3)],
    ['12 bits', (block) => (block[frameOf(block) + 4] = 12)],
    ['arithmetic coding', (block) => (block[frameOf(block) + 1] = 0xc9)],
    ['a segment that ends beyond it', (block) => block.writeUInt16BE(65_535, frameOf(block) + 2)],
    ['cells that were changed', (block) => block.fill(0xff, block.length - 60, block.length - 2)],
    ['no scan', (block) => block.fill(0, frameOf(block))],
    ['other letters', (block) => block.write('JUNK', 0)],
  ])('with %s is rejected in a sentence, and the next one is read', async (_, change) => {
    await translate('cells', 'hostile.tif', '-b', '1', ...georeferenced, ...tiles, ...co('COMPRESS=JPEG'))
    const bytes = await readFile(at('hostile.tif'))
    const [{ offsets, counts }] = (await checkHeader(bytes)).directories
    change(bytes.subarray(offsets[0], offsets[0] + counts[0]))
    await expect(readRaster(bytes)).rejects.toThrow(/^The JPEG data of the raster are damaged/)
    expect(await furthest('hostile.tif', 1)).toBe(0)
  })
})

const frameOf = (block: Buffer) => block.indexOf(Uint8Array.of(0xff, 0xc0))

describe.skipIf(!hasGdal)('WEBP', () => {
  const tiles = co('TILED=YES', 'BLOCKXSIZE=64', 'BLOCKYSIZE=48', 'COMPRESS=WEBP')
  test.each([
    ['lossless', co('WEBP_LOSSLESS=TRUE')],
    ['lossy', co('WEBP_LEVEL=60')],
  ])('that is %s has the cells that GDAL reads', async (_, options) => {
    await translate('cells', 'webp.tif', ...colours, ...georeferenced, ...tiles, ...options)
    for (const band of [1, 2, 3]) expect(await furthest('webp.tif', band)).toBe(0)
  })

  test('that is lossless gives back the cells that were written, in strips too', async () => {
    const options = co('COMPRESS=WEBP', 'WEBP_LOSSLESS=TRUE', 'BLOCKYSIZE=32')
    await translate('cells', 'exact.tif', ...colours, ...georeferenced, ...options)
    const { values } = await readRaster(at('exact.tif'), 2)
    expect(values).toEqual(
      Float32Array.from({ length: WIDTH * HEIGHT }, (_, i) => cell(_, i + WIDTH * HEIGHT)),
    )
  })

  test('with an alpha band leaves the transparent cells out', async () => {
    await translate('cells', 'alpha.tif', ...rgba, ...georeferenced, ...tiles, ...co('WEBP_LOSSLESS=TRUE'))
    const { info, bands } = await inspectRaster(at('alpha.tif'))
    expect(info).toMatchObject({ compression: 'WEBP', bands: 3, masked: { by: 'alpha' } })
    const opaque = Array.from({ length: WIDTH * HEIGHT }, (_, i) => cell(_, i + 3 * WIDTH * HEIGHT))
    expect(bands[0].valid).toBe(opaque.filter((alpha) => alpha > 0).length)
  })

  test.each<[what: string, change: (block: Buffer) => void]>([
    ['another width', (block) => (block[21] ^= 1)],
    ['other letters', (block) => block.write('JUNK', 8)],
    ['noise for cells', (block) => block.fill(0xa5, 26)],
  ])('with %s is rejected in a sentence', async (_, change) => {
    await translate(
      'cells',
      'hostile.tif',
      ...colours,
      ...georeferenced,
      ...tiles,
      ...co('WEBP_LOSSLESS=TRUE'),
    )
    const bytes = await readFile(at('hostile.tif'))
    const [{ offsets, counts }] = (await checkHeader(bytes)).directories
    change(bytes.subarray(offsets[0], offsets[0] + counts[0]))
    await expect(readRaster(bytes)).rejects.toThrow(/^The WEBP data of the raster are damaged/)
  })
})
