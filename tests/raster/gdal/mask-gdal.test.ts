import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ARRAYS, type DataType } from '#service/raster/data-types.ts'
import { inspectRaster, type BandMeasure } from '#service/raster/inspect.ts'
import { openRaster, readBand, readRaster } from '#service/raster/cells/read.ts'
import { sampleFile } from '#service/raster/cells/sample.ts'
import { toCog } from '#service/raster/cog/to-cog.ts'
import { requireCogLayout } from '../cog-layout.ts'
import { co, gdal, hasGdal } from '../../support/rasters/gdal.ts'

const [WIDTH, HEIGHT] = [320, 213]
let folder: string
const at = (name: string) => join(folder, name)
const run = (program: string, ...args: string[]) =>
  gdal(program, args, { cwd: folder, GDAL_TIFF_INTERNAL_MASK: 'YES' })
const translate = (from: string, to: string, ...options: string[]) =>
  run('gdal_translate', '-q', ...options, from, to)

/** Three bands of waves that use every value of a byte, 0 and 255 included, and a fourth: 0 in a disc, 1 to 255 around it. */
function cell(_: unknown, i: number): number {
  const [x, y] = [i % WIDTH, Math.floor(i / WIDTH) % HEIGHT]
  const band = Math.floor(i / WIDTH / HEIGHT)
  if (band === 3) return (x - 150) ** 2 + (y - 100) ** 2 < 60 ** 2 ? 0 : 1 + ((x + y) % 255)
  return Math.round(127.5 + 127.5 * Math.sin((x + 40 * band) / 31) * Math.cos(y / 23))
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strata-mask-'))
  await writeFile(at('cells'), Buffer.from(Uint8Array.from({ length: 4 * WIDTH * HEIGHT }, cell).buffer))
  await writeFile(
    at('cells.hdr'),
    `ENVI\nsamples = ${WIDTH}\nlines = ${HEIGHT}\nbands = 4\ndata type = 1\ninterleave = bsq\nbyte order = 0\n`,
  )
})
afterAll(() => rm(folder, { recursive: true }))

const georeferenced = ['-a_srs', 'EPSG:4326', '-a_ullr', '2', '11', '5.2', '8.87']

interface GdalBand {
  type: string
  minimum: number
  maximum: number
  mean: number
  stdDev: number
  metadata: { '': { STATISTICS_VALID_PERCENT: string } }
}
/** GDAL 3.6 computes statistics without regard to masks, so they are turned into a nodata value before. */
const maskedStatisticsByGdal = async (name: string): Promise<GdalBand[]> => {
  await run('gdalwarp', '-q', '-overwrite', '-ot', 'Float64', '-dstnodata', '-99999', name, 'unmasked.tif')
  return statisticsByGdal('unmasked.tif')
}
const statisticsByGdal = async (name: string): Promise<GdalBand[]> => {
  const text = await run('gdalinfo', '-json', '-stats', name)
  return (JSON.parse(text) as { bands: GdalBand[] }).bands
}

/** GDAL prints three digits, and the share of valid cells in percent with two or fewer. */
function expectSame(own: BandMeasure, theirs: GdalBand) {
  expect(own.min).toBeCloseTo(theirs.minimum, 2)
  expect(own.max).toBeCloseTo(theirs.maximum, 2)
  expect(own.mean).toBeCloseTo(theirs.mean, 2)
  expect(own.sd).toBeCloseTo(theirs.stdDev, 2)
  const percent = Number(theirs.metadata[''].STATISTICS_VALID_PERCENT)
  expect(Math.abs((own.valid * 100) / (WIDTH * HEIGHT) - percent)).toBeLessThan(0.1)
}

async function convert(name: string) {
  const parts = await mkdtemp(join(folder, 'parts-'))
  const { parts: written, inspection } = await toCog(at(name), parts)
  const bytes = Buffer.concat(await Promise.all(written.map((part) => readFile(part))))
  await writeFile(at(`cog-${name}`), bytes)
  await requireCogLayout(bytes)
  return { cog: `cog-${name}`, inspection }
}

/** The cells of a band that GDAL reads, NaN where its mask says that there is no value. */
async function cellsByGdal(name: string, band: number): Promise<Float64Array> {
  await run('gdal_translate', '-q', '-of', 'ENVI', '-ot', 'Float64', '-b', String(band), name, 'values')
  await run('gdal_translate', '-q', '-of', 'ENVI', '-b', `mask,${band}`, name, 'valid')
  const values = new Float64Array(Uint8Array.from(readFileSync(at('values'))).buffer)
  const valid = readFileSync(at('valid'))
  return values.map((value, i) => (valid[i] === 0 ? Number.NaN : value))
}

const different = (one: ArrayLike<number>, other: ArrayLike<number>) =>
  one.length === other.length
    ? Array.from(one).filter((value, i) => !Object.is(value, other[i])).length
    : 'another number of cells'

async function expectAsGdal(name: string, bands: number, stored: DataType, kept: DataType) {
  const { cog, inspection } = await convert(name)
  expect(inspection.info).toMatchObject({ bands, dataType: kept, masked: { storedType: stored } })
  expect(await inspectRaster(at(name))).toEqual(inspection)
  const [theirs, ofCog] = [await maskedStatisticsByGdal(name), await statisticsByGdal(cog)]
  expect(ofCog).toHaveLength(bands)
  for (let band = 1; band <= bands; band++) {
    expectSame(inspection.bands[band - 1], theirs[band - 1])
    expectSame(inspection.bands[band - 1], ofCog[band - 1])
    const truth = await cellsByGdal(name, band)
    expect(truth.some(Number.isNaN)).toBe(true)
    expect(different((await readRaster(at(name), band)).values, truth)).toBe(0)
    expect(different(await cellsByGdal(cog, band), truth)).toBe(0)
  }
  return { cog, inspection }
}

const TYPES: [gdal: string, stored: DataType, kept: DataType][] = [
  ['Byte', 'uint8', 'uint16'],
  ['UInt16', 'uint16', 'uint32'],
  ['Int16', 'int16', 'int32'],
  ['UInt32', 'uint32', 'float64'],
  ['Int32', 'int32', 'float64'],
  ['Float32', 'float32', 'float32'],
  ['Float64', 'float64', 'float64'],
]

describe.skipIf(!hasGdal)('cells without a value', () => {
  describe('by an internal mask', () => {
    test.each(TYPES)('of a raster of %s are nodata in the COG', async (type, stored, kept) => {
      await translate('cells', 'mask.tif', '-b', '1', '-mask', '4', '-ot', type, ...georeferenced)
      await expectAsGdal('mask.tif', 1, stored, kept)
    })

    test.each([
      ['strips of 7 rows', co('BLOCKYSIZE=7', 'COMPRESS=LZW')],
      ['tiles', co('TILED=YES', 'BLOCKXSIZE=112', 'BLOCKYSIZE=48', 'COMPRESS=DEFLATE', 'PREDICTOR=2')],
      ['separate bands', co('INTERLEAVE=BAND', 'TILED=YES', 'COMPRESS=PACKBITS')],
      ['big-endian strips', co('ENDIANNESS=BIG', 'COMPRESS=ZSTD')],
    ])('are nodata in all bands, in %s', async (_layout, options) => {
      const bands = [
        '-b',
        '1',
        '-b',
        '2',
        '-b',
        '3',
        '-mask',
        '4',
        '-ot',
        'Int16',
        '-scale',
        '0',
        '255',
        '-900',
        '900',
      ]
      await translate('cells', 'three.tif', ...bands, ...options, ...georeferenced)
      await expectAsGdal('three.tif', 3, 'int16', 'int32')
    })

    test('keep the type where the raster has a nodata value, which then marks them too', async () => {
      await translate('cells', 'both.tif', '-b', '1', '-mask', '4', '-a_nodata', '77', ...georeferenced)
      const own = await readRaster(at('both.tif'))
      const masked = await cellsByGdal('both.tif', 1)
      expect(own.info).toMatchObject({ dataType: 'uint8', nodata: 77 })
      expect(
        different(
          own.values,
          masked.map((value) => (value === 77 ? Number.NaN : value)),
        ),
      ).toBe(0)
      const { cog } = await convert('both.tif')
      expect(different((await readRaster(at(cog))).values, own.values)).toBe(0)
    })

    test('are transparent in overviews too, and overviews without a mask are not used', async () => {
      await translate('cells', 'overviews.tif', '-b', '1', '-mask', '4', ...co('TILED=YES'), ...georeferenced)
      await run('gdaladdo', '-q', '-r', 'nearest', 'overviews.tif', '2', '4')
      const file = await openRaster(at('overviews.tif'))
      try {
        expect(file.info.overviews).toHaveLength(2)
        const values = await readBand(file, 1, undefined, 1)
        await run('gdal_translate', '-q', '-oo', 'OVERVIEW_LEVEL=0', 'overviews.tif', 'half.tif')
        expect(different(values, await cellsByGdal('half.tif', 1))).toBe(0)
        const outside = await sampleFile(file, [3.5], [10])
        expect(outside.values).toEqual(Float64Array.of(Number.NaN))
      } finally {
        await file.close()
      }
    })

    test('are found where the raster stores none of their blocks', async () => {
      const sparse = co('TILED=YES', 'SPARSE_OK=TRUE', 'BLOCKXSIZE=64', 'BLOCKYSIZE=64')
      const zeros = ['-scale_1', '0', '255', '0', '0']
      await translate('cells', 'sparse.tif', '-b', '1', '-mask', '4', ...zeros, ...sparse, ...georeferenced)
      await expectAsGdal('sparse.tif', 1, 'uint8', 'uint16')
    })
  })

  describe('by an alpha band', () => {
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
    // gdalwarp leaves out cells that are almost transparent.
    const opaque = (type: string) => (type === 'UInt16' ? ['-scale_4', '0', '255', '0', '65535'] : [])
    test.each([
      ['pixels', 'Byte', co('COMPRESS=DEFLATE')],
      ['bands', 'Byte', co('INTERLEAVE=BAND', 'TILED=YES')],
      ['pixels', 'UInt16', co('COMPRESS=LZW', 'PREDICTOR=2', 'TILED=YES', 'BLOCKYSIZE=16')],
    ])('of colours interleaved by %s as %s are nodata, and it is no band', async (_, type, options) => {
      await translate(
        'cells',
        'rgba.tif',
        ...rgba,
        '-ot',
        type,
        ...opaque(type),
        ...options,
        ...georeferenced,
      )
      const [stored, kept] =
        type === 'Byte' ? (['uint8', 'uint16'] as const) : (['uint16', 'uint32'] as const)
      const { inspection } = await expectAsGdal('rgba.tif', 3, stored, kept)
      expect(inspection.info.masked?.by).toBe('alpha')
    })

    test('of one band of greys are nodata', async () => {
      const grey = ['-b', '2', '-b', '4', '-colorinterp_1', 'gray', '-colorinterp_2', 'alpha']
      await translate('cells', 'grey.tif', ...grey, '-ot', 'UInt16', ...georeferenced)
      const own = await readRaster(at('grey.tif'))
      expect(own.info).toMatchObject({ bands: 1, dataType: 'uint32' })
      expect(different(own.values, await cellsByGdal('grey.tif', 1))).toBe(0)
    })

    test('are not looked for in a fourth band that is no alpha band', async () => {
      await translate('cells', 'four.tif', ...co('PHOTOMETRIC=MINISBLACK', 'ALPHA=NO'), ...georeferenced)
      const { info, bands } = await inspectRaster(at('four.tif'))
      expect(info).toMatchObject({ bands: 4, dataType: 'uint8', nodata: null })
      expect(bands.map(({ valid }) => valid)).toEqual([1, 2, 3, 4].map(() => WIDTH * HEIGHT))
    })
  })

  test('keep the colours of a palette, in 16 bits', async () => {
    const entries = Array.from(
      { length: 256 },
      (_, i) => `<Entry c1="${i}" c2="${255 - i}" c3="9" c4="255"/>`,
    )
    const source = '<SimpleSource><SourceFilename relativeToVRT="1">cells</SourceFilename>'
    await writeFile(
      at('palette.vrt'),
      `<VRTDataset rasterXSize="${WIDTH}" rasterYSize="${HEIGHT}"><SRS>EPSG:4326</SRS><GeoTransform>2, 0.01, 0, 11, 0, -0.01</GeoTransform><VRTRasterBand dataType="Byte" band="1"><ColorInterp>Palette</ColorInterp><ColorTable>${entries.join('')}</ColorTable>${source}<SourceBand>1</SourceBand></SimpleSource></VRTRasterBand><MaskBand><VRTRasterBand dataType="Byte">${source}<SourceBand>4</SourceBand></SimpleSource></VRTRasterBand></MaskBand></VRTDataset>`,
    )
    await translate('palette.vrt', 'palette.tif', ...co('COMPRESS=LZW'))
    const { cog } = await convert('palette.tif')
    const info = JSON.parse(await run('gdalinfo', '-json', cog)) as {
      bands: {
        colorInterpretation: string
        type: string
        noDataValue: number
        colorTable: { entries: number[][] }
      }[]
    }
    expect(info.bands[0]).toMatchObject({
      colorInterpretation: 'Palette',
      type: 'UInt16',
      noDataValue: 65_535,
    })
    expect(info.bands[0].colorTable.entries[70].slice(0, 3)).toEqual([70, 185, 9])
    expect(ARRAYS[(await readRaster(at(cog))).info.dataType]).toBe(Uint16Array)
    expect(different(await cellsByGdal(cog, 1), await cellsByGdal('palette.tif', 1))).toBe(0)
  })
})
