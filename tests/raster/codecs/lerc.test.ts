import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inspectRaster } from '#service/raster/inspect.ts'
import { openRaster, readRaster } from '#service/raster/cells/read.ts'
import { toCog } from '#service/raster/cog/to-cog.ts'
import { writeCog } from '#service/raster/cog/write-cog.ts'
import { gdal, hasGdal } from '../../support/rasters/gdal.ts'
import { checkHeader } from '#service/raster/tiff/check-header.ts'

const [WIDTH, HEIGHT] = [300, 170]
const cells = (nan: boolean) =>
  Float32Array.from({ length: WIDTH * HEIGHT }, (_, i) => {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)]
    if (nan && x > 100 && x < 140 && y > 20) return Number.NaN
    // The last tiles are constant.
    return y >= 128 ? 7 : Math.round(100 + 90 * Math.sin(x / 9) * Math.cos(y / 7))
  })

let folder: string
const at = (name: string) => join(folder, name)
/** GDAL's own bands of the file, with the options given. */
const translate = (from: string, to: string, ...options: string[]) =>
  gdal('gdal_translate', ['-q', ...options, at(from), at(to)])

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strata-lerc-'))
  const grid = { width: WIDTH, height: HEIGHT, affine: [0.1, 0, 1, 0, -0.1, 18] as const, crs: 4326 }
  await writeFile(at('plain.tif'), writeCog({ ...grid, values: cells(false) }))
  await writeFile(at('holes.tif'), writeCog({ ...grid, values: cells(true) }, { nodata: Number.NaN }))
})
afterAll(() => rm(folder, { recursive: true }))

interface GdalBand {
  minimum: number
  maximum: number
  mean: number
  stdDev: number
}
const gdalBands = async (name: string): Promise<GdalBand[]> => {
  const text = await gdal('gdalinfo', ['-json', '-stats', at(name)])
  return (JSON.parse(text) as { bands: GdalBand[] }).bands
}

describe.skipIf(!hasGdal)('LERC', () => {
  test.each(
    ['LERC', 'LERC_DEFLATE', 'LERC_ZSTD'].flatMap((codec) =>
      ['Byte', 'UInt16', 'Int16', 'UInt32', 'Int32', 'Float32', 'Float64'].flatMap((type) =>
        (['strips', 'tiles'] as const).map((layout) => [codec, type, layout] as const),
      ),
    ),
  )('%s of %s in %s has the cells that GDAL reads', async (codec, type, layout) => {
    const options = ['-ot', type, '-co', `COMPRESS=${codec}`]
    if (layout === 'tiles') options.push('-co', 'TILED=YES', '-co', 'BLOCKXSIZE=64', '-co', 'BLOCKYSIZE=64')
    await translate('plain.tif', 'lerc.tif', ...options)
    await translate('lerc.tif', 'none.tif', '-co', 'COMPRESS=NONE')
    const [own, theirs] = [await readRaster(at('lerc.tif')), await readRaster(at('none.tif'))]
    expect(own.info.compression).toBe('LERC')
    expect(own.values).toEqual(theirs.values)
    expect(own.info).toMatchObject({ bounds: theirs.info.bounds, crs: 4326, nodata: theirs.info.nodata })
  })

  test.each(['PIXEL', 'BAND'])(
    'of several bands, interleaved by %s, has the same statistics',
    async (interleave) => {
      const bands = [
        '-b',
        '1',
        '-b',
        '1',
        '-b',
        '1',
        '-scale_2',
        '0',
        '200',
        '5',
        '10',
        '-scale_3',
        '7',
        '7',
        '3',
        '3',
      ]
      await translate(
        'plain.tif',
        'three.tif',
        ...bands,
        '-co',
        'COMPRESS=LERC',
        '-co',
        `INTERLEAVE=${interleave}`,
      )
      const { bands: own } = await inspectRaster(at('three.tif'))
      const theirs = await gdalBands('three.tif')
      theirs.forEach(({ minimum, maximum, mean, stdDev }, i) => {
        const found = own[i]
        // Printed with three digits.
        for (const [ours, theirs] of [
          [found.min, minimum],
          [found.max, maximum],
          [found.mean, mean],
          [found.sd, stdDev],
        ])
          expect(ours).toBeCloseTo(theirs, 2)
      })
    },
  )

  test('with a tolerance has exactly the cells that GDAL reads', async () => {
    await translate('plain.tif', 'lossy.tif', '-co', 'COMPRESS=LERC', '-co', 'MAX_Z_ERROR=3.5')
    await translate('lossy.tif', 'none.tif', '-co', 'COMPRESS=NONE')
    const [own, theirs] = [await readRaster(at('lossy.tif')), await readRaster(at('none.tif'))]
    expect(own.values).toEqual(theirs.values)
    expect(own.values).not.toEqual((await readRaster(at('plain.tif'))).values)
  })

  test('leaves cells without a value out, and becomes a COG with the same cells', async () => {
    await translate(
      'holes.tif',
      'masked.tif',
      '-co',
      'COMPRESS=LERC_ZSTD',
      '-co',
      'TILED=YES',
      '-a_nodata',
      'nan',
    )
    const own = await readRaster(at('masked.tif'))
    expect(own.values).toEqual(cells(true))
    const out = await mkdtemp(join(folder, 'cog-'))
    const { parts, inspection } = await toCog(at('masked.tif'), out)
    expect(inspection.bands[0].valid).toBe(cells(false).length - 39 * 149)
    const cog = Buffer.concat(await Promise.all(parts.map((part) => readFile(part))))
    expect((await readRaster(cog)).values).toEqual(cells(true))
  })

  test('of 8-bit colours with an alpha band, which libtiff turns into a mask, is rejected in a sentence', async () => {
    const bands = [
      '-b',
      '1',
      '-b',
      '1',
      '-b',
      '1',
      '-b',
      '1',
      '-scale_4',
      '0',
      '8',
      '255',
      '255',
      '-ot',
      'Byte',
    ]
    const alpha = ['-colorinterp_4', 'alpha', '-co', 'ALPHA=YES', '-co', 'COMPRESS=LERC']
    await translate('plain.tif', 'alpha.tif', ...bands, ...alpha)
    await expect(readRaster(at('alpha.tif'))).rejects.toThrow(
      /different number of bands.*as with an alpha band/,
    )
  })

  test.each<[what: string, change: (block: Buffer) => void]>([
    ['cells that were changed', (block) => (block[block.length - 9] ^= 255)],
    ['a width of 4 thousand million', (block) => block.writeUInt32LE(2 ** 32 - 1, 18)],
    ['another height', (block) => block.writeUInt32LE(63, 14)],
    ['more bytes than there are', (block) => block.writeInt32LE(2 ** 30, 34)],
    ['fewer bytes than its header', (block) => block.writeInt32LE(5, 34)],
    ['another type', (block) => block.writeInt32LE(1, 38)],
    ['another version', (block) => block.writeInt32LE(99, 6)],
    ['other letters', (block) => block.write('CntZImage ', 0)],
  ])('with %s is rejected in a sentence', async (_what, change) => {
    const tiles = ['-co', 'TILED=YES', '-co', 'BLOCKXSIZE=64', '-co', 'BLOCKYSIZE=64']
    await translate('plain.tif', 'hostile.tif', '-co', 'COMPRESS=LERC', ...tiles)
    const bytes = await readFile(at('hostile.tif'))
    const [{ offsets, counts }] = (await checkHeader(bytes)).directories
    change(bytes.subarray(offsets[0], offsets[0] + counts[0]))
    const file = await openRaster(bytes)
    await file.close()
    await expect(readRaster(bytes)).rejects.toThrow(/^The LERC data of the raster are damaged or do not fit/)
  })
})
