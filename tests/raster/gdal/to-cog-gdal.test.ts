import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toCog } from '#service/raster/cog/to-cog.ts'
import { requireCogLayout } from '../cog-layout.ts'
import { co, gdal, hasGdal } from '../../support/rasters/gdal.ts'
import { readInfo } from '../read-info.ts'

const [WIDTH, HEIGHT] = [1100, 640]
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strata-cog-gdal-'))
  await writeFile(
    join(folder, 'cells'),
    Buffer.from(Float32Array.from({ length: 3 * WIDTH * HEIGHT }, cell).buffer),
  )
  await writeFile(
    join(folder, 'cells.hdr'),
    `ENVI\nsamples = ${WIDTH}\nlines = ${HEIGHT}\nbands = 3\ndata type = 4\ninterleave = bsq\nbyte order = 0\n`,
  )
  await writeFile(join(folder, 'named.vrt'), NAMED)
  await writeFile(join(folder, 'palette.vrt'), PALETTE)
  await writeFile(join(folder, 'stated.vrt'), STATED)
})
afterAll(() => rm(folder, { recursive: true }))

/** Waves from 1 to 99, with a hole that is nodata. */
function cell(_: unknown, i: number): number {
  const [x, y] = [i % WIDTH, Math.floor(i / WIDTH) % HEIGHT]
  return (x - 300) ** 2 + (y - 200) ** 2 < 120 ** 2 ? 0 : 50 + 30 * Math.sin(x / 40) + 19 * Math.cos(y / 25)
}

const source = (band: number) =>
  `<SimpleSource><SourceFilename relativeToVRT="1">cells</SourceFilename><SourceBand>${band}</SourceBand></SimpleSource>`
const vrt = (bands: string) =>
  `<VRTDataset rasterXSize="${WIDTH}" rasterYSize="${HEIGHT}"><SRS>EPSG:4326</SRS><GeoTransform>2.5, 0.01, 0, 11, 0, -0.01</GeoTransform>${bands}</VRTDataset>`
const NAMED = vrt(
  [1, 2, 3]
    .map(
      (band) =>
        `<VRTRasterBand dataType="Float32" band="${band}"><Description>Wald &amp; Fläche ${band}</Description><UnitType>m²</UnitType><Offset>${band}</Offset><Scale>0.5</Scale><NoDataValue>0</NoDataValue>${source(band)}</VRTRasterBand>`,
    )
    .join(''),
)
const PALETTE = vrt(
  `<VRTRasterBand dataType="Byte" band="1"><ColorInterp>Palette</ColorInterp><ColorTable>${Array.from({ length: 256 }, (_, i) => `<Entry c1="${i}" c2="${255 - i}" c3="${(i * 7) % 256}" c4="255"/>`).join('')}</ColorTable>${source(1)}</VRTRasterBand>`,
)
const STATED = vrt(
  `<VRTRasterBand dataType="Float32" band="1"><Metadata><MDI key="STATISTICS_MEAN">-1</MDI><MDI key="YEAR">2020</MDI></Metadata>${source(1)}</VRTRasterBand>`,
)

const run = (program: string, ...args: string[]) => gdal(program, args, { cwd: folder })

interface GdalInfo {
  metadata: { IMAGE_STRUCTURE: { LAYOUT?: string } }
  bands: { overviews: { size: [number, number] }[]; metadata?: object; block?: unknown }[]
}
async function infoOf(path: string): Promise<GdalInfo> {
  return JSON.parse(await run('gdalinfo', '-json', path)) as GdalInfo
}

/** What GDAL says about the raster itself, apart from how it is stored. */
async function factsOf(path: string) {
  const { metadata, bands, ...facts } = (await infoOf(path)) as GdalInfo & Record<string, unknown>
  return {
    ...facts,
    description: undefined,
    files: undefined,
    metadata: { ...metadata, IMAGE_STRUCTURE: undefined },
    bands: bands.map((band) => ({ ...band, block: undefined, overviews: undefined })),
  }
}

async function cellsAt(path: string, level?: number): Promise<Buffer> {
  const overview = level === undefined ? [] : ['-oo', `OVERVIEW_LEVEL=${level}`]
  await run('gdal_translate', '-q', '-of', 'ENVI', ...co('INTERLEAVE=BSQ'), ...overview, path, 'decoded')
  return readFile(join(folder, 'decoded'))
}

async function convert(name: string, options?: Parameters<typeof toCog>[2]) {
  const parts = await mkdtemp(join(folder, 'parts-'))
  const written = (await toCog(join(folder, name), parts, options)).parts
  const bytes = Buffer.concat(await Promise.all(written.map((part) => readFile(part))))
  await writeFile(join(folder, `cog-${name}`), bytes)
  await requireCogLayout(bytes)
  return `cog-${name}`
}

const translate = (from: string, name: string, ...options: string[]) =>
  run('gdal_translate', '-q', ...options, from, name)
const georeferenced = ['-a_srs', 'EPSG:4326', '-a_ullr', '2.5', '11', '13.5', '4.6', '-a_nodata', '0']

describe.skipIf(!hasGdal)('GDAL', () => {
  test.each([
    ['Byte', co('COMPRESS=LZW', 'PREDICTOR=2')],
    ['UInt16', co('COMPRESS=DEFLATE', 'TILED=YES', 'BLOCKXSIZE=240', 'BLOCKYSIZE=112')],
    ['Int16', co('INTERLEAVE=BAND', 'ENDIANNESS=BIG')],
    ['UInt32', co('COMPRESS=ZSTD', 'INTERLEAVE=BAND', 'TILED=YES', 'BLOCKXSIZE=1024', 'BLOCKYSIZE=1024')],
    ['Int32', co('COMPRESS=PACKBITS', 'BIGTIFF=YES', 'BLOCKYSIZE=7')],
    ['Float32', co('COMPRESS=DEFLATE', 'PREDICTOR=3', 'TILED=YES')],
    ['Float64', co('COMPRESS=DEFLATE', 'PREDICTOR=3', 'INTERLEAVE=BAND')],
  ])(
    'reads the COG of three %s bands as the file that was sent, and the overviews as its own',
    async (type, options) => {
      await translate('cells', `${type}.tif`, ...georeferenced, '-ot', type, ...options)
      const cog = await convert(`${type}.tif`)
      expect((await infoOf(cog)).metadata.IMAGE_STRUCTURE.LAYOUT).toBe('COG')
      expect(await factsOf(cog)).toEqual(await factsOf(`${type}.tif`))
      expect((await cellsAt(cog)).equals(await cellsAt(`${type}.tif`))).toBe(true)
      await translate(
        `${type}.tif`,
        'peer.tif',
        '-of',
        'COG',
        ...co('BLOCKSIZE=512', 'OVERVIEW_RESAMPLING=AVERAGE'),
      )
      const sizes = (await infoOf(cog)).bands.map((band) => band.overviews.map(({ size }) => size))
      expect(sizes).toEqual(
        (await infoOf('peer.tif')).bands.map((band) => band.overviews.map(({ size }) => size)),
      )
      for (const level of sizes[0].keys())
        expectNear(type, await cellsAt(cog, level), await cellsAt('peer.tif', level))
    },
  )

  test.each([
    ['Byte', Uint8Array],
    ['Int16', Int16Array],
    ['Float32', Float32Array],
  ] as const)(
    'agrees on the overviews of declared classes of type %s with gdaladdo -r mode, which has only values of the source',
    async (type, Cells) => {
      const scaled = ['-scale', '0', '100', '0', '9', '-ot', 'Byte']
      await translate('cells', 'steps.tif', '-b', '1', ...scaled)
      await translate('steps.tif', `classes-${type}.tif`, ...georeferenced, '-ot', type)
      const cog = await convert(`classes-${type}.tif`, { declared: true })
      const cellsOf = async (level?: number) => new Cells(Uint8Array.from(await cellsAt(cog, level)).buffer)
      const whole = await cellsOf()
      const values = new Set(whole)
      expect(values.size).toBeGreaterThan(5)
      await run('gdaladdo', '-q', '-r', 'mode', `classes-${type}.tif`, '2')
      const peer = new Cells(Uint8Array.from(await cellsAt(`classes-${type}.tif`, 0)).buffer)
      const [width, height] = [WIDTH / 2, HEIGHT / 2]
      let compared = 0
      const halves = await cellsOf(0)
      halves.forEach((value, i) => {
        const at = 2 * (i % width) + 2 * Math.floor(i / width) * WIDTH
        const four = [0, 1, WIDTH, WIDTH + 1].map((k) => whole[at + k]).filter((one) => one !== 0)
        const times = (one: number) => four.filter((other) => other === one).length
        const most = Math.max(...four.map(times))
        expect(four.length === 0 || times(value) === most).toBe(true)
        // Of equally frequent values, programs choose differently.
        if (four.some((one) => one !== value && times(one) === most)) return
        compared++
        expect(value).toBe(peer[i])
      })
      expect(compared).toBeGreaterThan(0.9 * width * height)
      for (const level of (await infoOf(cog)).bands[0].overviews.keys())
        expect([...new Set(await cellsOf(level))].filter((value) => !values.has(value))).toEqual([])
    },
  )

  test('finds names, units, scales and nodata in the COG', async () => {
    await translate('named.vrt', 'named.tif')
    const cog = await convert('named.tif')
    expect(await factsOf(cog)).toEqual(await factsOf('named.tif'))
    expect((await infoOf(cog)).bands[1]).toMatchObject({
      description: 'Wald & Fläche 2',
      unit: 'm²',
      offset: 2,
      scale: 0.5,
      noDataValue: 0,
    })
    const { labels } = await readInfo(join(folder, cog))
    expect(labels).toEqual([1, 2, 3].map((band) => ({ name: `Wald & Fläche ${band}`, unit: 'm²' })))
  })

  test('finds the palette in the COG, whose overviews hold only its categories', async () => {
    await translate('palette.vrt', 'palette.tif')
    const cog = await convert('palette.tif')
    expect(await factsOf(cog)).toEqual(await factsOf('palette.tif'))
    expect((await infoOf(cog)).bands[0]).toMatchObject({ colorInterpretation: 'Palette' })
    const categories = new Set(await cellsAt(cog))
    expect((await cellsAt(cog, 1)).every((category) => categories.has(category))).toBe(true)
  })

  test('finds other metadata in the COG, but no statistics, which a file may state wrongly', async () => {
    await translate('stated.vrt', 'stated.tif', '-mo', 'SOURCE=survey')
    expect((await infoOf('stated.tif')).bands[0].metadata).toEqual({
      '': { STATISTICS_MEAN: '-1', YEAR: '2020' },
    })
    const { metadata, bands } = await infoOf(await convert('stated.tif'))
    expect(metadata).toMatchObject({ '': { SOURCE: 'survey' } })
    expect(bands[0].metadata).toEqual({ '': { YEAR: '2020' } })
  })
})

const ARRAYS = {
  Byte: Uint8Array,
  UInt16: Uint16Array,
  Int16: Int16Array,
  UInt32: Uint32Array,
  Int32: Int32Array,
  Float32: Float32Array,
  Float64: Float64Array,
}

/** GDAL adds floating-point cells in another order; integers are equal. */
function expectNear(type: string, ours: Buffer, theirs: Buffer) {
  const Cells = ARRAYS[type as keyof typeof ARRAYS]
  const [one, other] = [ours, theirs].map((bytes) =>
    Float64Array.from(new Cells(Uint8Array.from(bytes).buffer)),
  )
  expect(one.length).toBe(other.length)
  const most = one.reduce((sofar, value, i) => Math.max(sofar, Math.abs(value - other[i])), 0)
  expect(most).toBeLessThan(type.startsWith('Float') ? 1e-4 : 1e-9)
}
