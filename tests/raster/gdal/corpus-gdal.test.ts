import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BandMeasure, inspectRaster } from '#service/raster/inspect.ts'
import { projectionOf } from '#service/raster/systems/projection.ts'
import { toCog } from '#service/raster/cog/to-cog.ts'
import { writeCog } from '#service/raster/cog/write-cog.ts'
import { co, gdal, hasGdal } from '../../support/rasters/gdal.ts'
import {
  CODES,
  DEPTH_ENCODINGS,
  DEPTHS,
  ENCODINGS,
  KINDS,
  NAMED_DATUMS,
  PLACES,
  REJECTED,
  USED_ELSEWHERE,
} from '../corpus-cases.ts'
import { readInfo } from '../read-info.ts'

const [WIDTH, HEIGHT] = [37, 29]

interface GdalInfo {
  size: [number, number]
  coordinateSystem?: { wkt: string }
  geoTransform: number[]
  wgs84Extent?: { coordinates: [number, number][][] }
  stac?: { 'proj:epsg'?: number | null }
  bands: { noDataValue?: number | string; metadata?: Record<string, Record<string, string>> }[]
}

let folder: string
const at = (name: string) => join(folder, name)

async function translate(from: string, to: string, options: readonly string[]): Promise<void> {
  await gdal('gdal_translate', ['-q', ...options, at(from), at(to)], { GDAL_TIFF_INTERNAL_MASK: 'YES' })
}

async function gdalInfo(name: string, ...options: string[]): Promise<GdalInfo> {
  // JSON has no NaN, which GDAL writes into one of its summaries.
  const text = await gdal('gdalinfo', ['-json', ...options, at(name)])
  return JSON.parse(text.replaceAll(/:\s*-?(nan|inf)\b/g, ':null')) as GdalInfo
}

/** Three at a time. */
async function each<T>(list: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const left = [...list]
  await Promise.all(
    Array.from({ length: 3 }, async () => {
      for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one)
    }),
  )
}

/** Values below 0 and above 255 are clamped by types that do not have them. */
const values = Float32Array.from(
  { length: WIDTH * HEIGHT },
  (_, i) => Math.round(Math.sin(i / 9) * 90 + Math.cos(i / WIDTH / 3) * 60 + 60) + (i % 4) / 4,
)

beforeAll(async () => {
  if (!hasGdal) return
  folder = await mkdtemp(join(tmpdir(), 'strata-corpus-'))
  const affine = [0.1, 0, 5, 0, -0.1, 9] as const
  await writeFile(at('base.tif'), writeCog({ width: WIDTH, height: HEIGHT, affine, crs: 4326, values }))
  await gdal('gdal_translate', ['-q', '-a_nodata', 'none', at('base.tif'), at('plain.tif')])
})
afterAll(async () => {
  if (hasGdal) await rm(folder, { recursive: true })
})

const statisticOf = (band: GdalInfo['bands'][number], name: string) =>
  Number(band.metadata?.['']?.[`STATISTICS_${name}`])

function expectSame(
  ours: { min: number; max: number; mean: number; sd: number },
  theirs: GdalInfo['bands'][number],
) {
  const scale = Math.max(1, Math.abs(ours.min), Math.abs(ours.max))
  for (const [own, name] of [
    [ours.min, 'MINIMUM'],
    [ours.max, 'MAXIMUM'],
    [ours.mean, 'MEAN'],
    [ours.sd, 'STDDEV'],
  ] as const)
    expect(Math.abs(own - statisticOf(theirs, name)) / scale, name).toBeLessThan(1e-9)
}

/** The statistics of the cells, which GDAL's are. */
function storedIn({ min, max, mean, sd, scaling = { scale: 1, offset: 0 } }: BandMeasure) {
  const [low, high, middle] = [min, max, mean].map((value) => (value - scaling.offset) / scaling.scale)
  return { min: low, max: high, mean: middle, sd: sd / scaling.scale }
}

/** What GDAL says about the last band of each file, as one VRT, so that it starts once. */
async function lastBands(names: readonly string[], gdalType: string): Promise<GdalInfo> {
  const bands = names.map(
    (name, i) =>
      `<VRTRasterBand dataType="${gdalType}" band="${i + 1}"><SimpleSource><SourceFilename>${at(name)}</SourceFilename><SourceBand>1</SourceBand></SimpleSource></VRTRasterBand>`,
  )
  const vrt = `<VRTDataset rasterXSize="${WIDTH}" rasterYSize="${HEIGHT}">${bands.join('')}</VRTDataset>`
  const file = `${names[0]}.vrt`
  await writeFile(at(file), vrt)
  return gdalInfo(file, '-stats')
}

describe.skipIf(!hasGdal)('a corpus of valid TIFFs', () => {
  test.each(Object.entries(KINDS))(
    '%s in every encoding has the statistics that GDAL computes',
    async (type, { options, gdalType }) => {
      const names: string[] = []
      await translate('plain.tif', `${type}.tif`, options)
      await each(ENCODINGS(type), async ({ name, layout }) => {
        const file = `${type}-${name}.tif`
        await translate(`${type}.tif`, file, [...options, ...layout])
        names.push(file)
      })
      const truth = await lastBands(names, gdalType)
      for (const [i, name] of names.entries()) {
        const { info, bands: measures } = await inspectRaster(at(name))
        expect([info.width, info.height, info.crs, info.nodata], name).toEqual([WIDTH, HEIGHT, 4326, null])
        expect(
          info.affine.map((part) => Number(part.toFixed(9))),
          name,
        ).toEqual([0.1, 0, 5, 0, -0.1, 9])
        for (const measure of measures) {
          expect(measure.valid, name).toBe(WIDTH * HEIGHT)
          expectSame(measure, truth.bands[i])
        }
      }
    },
    300_000,
  )

  test.each(DEPTHS)(
    '%s: cells and COG have the statistics that GDAL computes',
    async (name, dataType, gdalType, options) => {
      const names = DEPTH_ENCODINGS(name).map((encoding) => ({
        ...encoding,
        file: `${name.replaceAll(/\W/g, '-')}-${encoding.name}.tif`,
      }))
      await each(names, ({ file, layout }) => translate('plain.tif', file, [...options, ...layout]))
      const truth = await lastBands(
        names.map(({ file }) => file),
        gdalType,
      )
      for (const [i, { file }] of names.entries()) {
        const { inspection, parts } = await toCog(at(file), await mkdtemp(at('cog-')))
        expect([inspection.info.width, inspection.info.height, inspection.info.dataType], file).toEqual([
          WIDTH,
          HEIGHT,
          dataType,
        ])
        for (const measure of inspection.bands) {
          expect(measure.valid, file).toBe(WIDTH * HEIGHT)
          expectSame(measure, truth.bands[i])
        }
        const cog = Buffer.concat(await Promise.all(parts.map((part) => readFile(part))))
        expect((await inspectRaster(cog)).bands, file).toEqual(inspection.bands)
      }
    },
    300_000,
  )

  test.each(PLACES)(
    '%s',
    async (name, options) => {
      const file = `${name.replaceAll(/\W/g, '-')}.tif`
      await translate('plain.tif', file, options)
      const truth = await gdalInfo(file, '-stats')
      const { info, bands } = await inspectRaster(at(file))
      expect([info.width, info.height]).toEqual(truth.size)
      const [c, a, b, f, d, e] = truth.geoTransform
      // Cells are read north-up, whatever their order in the file.
      const [west, north] = [Math.min(c, c + a * info.width), Math.max(f, f + e * info.height)]
      const theirs = [Math.abs(a), b, west, d, -Math.abs(e), north]
      expect(info.mirrored).toEqual(a < 0 || e > 0 ? { rows: e > 0, columns: a < 0 } : undefined)
      info.affine.forEach((part, i) => expect(part).toBeCloseTo(theirs[i], 9))
      const { noDataValue = null } = truth.bands[0]
      // GDAL prints the shortest digits of a float32, and not numbers as words.
      const nodata = noDataValue === null ? null : Number(noDataValue)
      expect(info.nodata).toBe(nodata !== null && info.dataType === 'float32' ? Math.fround(nodata) : nodata)
      expectSame(storedIn(bands[0]), truth.bands[0])
    },
    60_000,
  )

  test.each(CODES)(
    'EPSG:%i in three spellings',
    async (code) => {
      const [west, north, east, south] = placeOf(code)
      const corners = ['-a_ullr', west, north, east, south].map(String)
      const spelled = (name: string, system: string, ...options: string[]) =>
        translate('plain.tif', `${code}-${name}.tif`, ['-a_srs', system, ...corners, ...options])
      await spelled('code', `EPSG:${code}`)
      const truth = await gdalInfo(`${code}-code.tif`)
      await spelled('esri', `EPSG:${code}`, ...co('GEOTIFF_KEYS_FLAVOR=ESRI_PE'))
      await spelled('own', withoutCodes(truth.coordinateSystem!.wkt))
      const [ring] = truth.wgs84Extent!.coordinates
      for (const spelling of ['code', 'esri', 'own']) {
        const info = await readInfo(at(`${code}-${spelling}.tif`))
        expect(info.bounds.map((edge) => Number(edge.toFixed(6)))).toEqual([west, south, east, north])
        if (spelling === 'code') expect(info.crs).toBe(code)
        // Without its code, a system is known by its definition.
        else if (info.crs !== code && !info.crsDefinition) {
          // Or what the file says is shown: it may be 100 m off without the shift of its datum.
          expect(NAMED_DATUMS.has(code), spelling).toBe(true)
          expect(info.crsClues, spelling).toContain("'Survey of ours'")
          continue
        }
        if (USED_ELSEWHERE.has(code)) continue
        const { inverse } = projectionOf(info)
        const own = [
          [west, north],
          [west, south],
          [east, south],
          [east, north],
        ].map(([x, y]) => inverse(x, y))
        own.forEach(([lon, lat], i) => {
          expect(Math.abs(lon - ring[i][0]), spelling).toBeLessThan(1e-5)
          expect(Math.abs(lat - ring[i][1]), spelling).toBeLessThan(1e-5)
        })
      }
    },
    60_000,
  )

  test.each(REJECTED)(
    'is rejected in a sentence with its remedy, which works: %s',
    async (name, options, reason, remedy) => {
      const file = `${name.replaceAll(/\W/g, '-')}.tif`
      await translate('plain.tif', file, options)
      const message = await inspectRaster(at(file)).then(
        () => 'read',
        (error: Error) => error.message,
      )
      expect(message).toMatch(reason)
      expect(message).toContain(`gdal_translate ${remedy.join(' ')}`)
      await translate(file, `again-${file}`, remedy)
      expect((await inspectRaster(at(`again-${file}`))).bands[0].valid).toBe(WIDTH * HEIGHT)
    },
    60_000,
  )
})

/** Where the system is used: west, north, east, south. */
function placeOf(code: number): [number, number, number, number] {
  if (code > 4100 && code < 5000) return [5, 9, 8.7, 6.1]
  return [300_000, 1_200_000, 670_000, 910_000]
}

/** The same system by its definition alone, under an unknown name. */
const withoutCodes = (wkt: string) =>
  wkt
    .replaceAll(/,\s*ID\["EPSG",\d+\]/g, '')
    .replaceAll(/,\s*USAGE\[[\s\S]*?\]\]/g, '')
    .replace(/^(\w+)\["[^"]*"/, '$1["Survey of ours"')
