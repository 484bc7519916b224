import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { validateRaster } from '#service/domain/rasters/validate-raster.ts'
import { inspectRaster } from '#service/raster/inspect.ts'
import { cuttingTo } from '#service/raster/tiff/cut-command.ts'
import { hasGdal } from '../../support/rasters/gdal.ts'
import type { TiffField } from '../build-tiff.ts'
import { cellsTiff, metadataField, nodataField, scaledBy } from '../cells-tiff.ts'

const FLT_MAX = 3.4028234663852886e38
const UTM: TiffField = [34735, 3, [1, 1, 0, 2, 1024, 0, 1, 1, 3072, 0, 1, 32_631]]
const NO_SYSTEM: TiffField = [34735, 3, []]
const NO_SCALE: TiffField = [33550, 12, []]
const placed = (west: number, north: number, cell: number): TiffField[] => [
  [33550, 12, [cell, cell, 0]],
  [33922, 12, [0, 0, 0, west, north, 0]],
]
const cornersAt = [0, 0, 0, 3, 9, 0, 4, 0, 0, 7, 9, 0, 4, 2, 0, 7, 7, 0, 0, 2, 0, 3, 7, 0]
const EIGHT = [1, 2, 3, 4, 5, 6, 7, 8]

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strata-advice-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** What a person reads about a raster: findings with their remedies. */
async function read(file: Buffer | string) {
  try {
    const inspection = await inspectRaster(file)
    const findings = validateRaster(inspection, { converted: true })
    const texts = findings.map(({ code, message, help = '' }) => ({ code, text: `${message} ${help}` }))
    return { texts, bands: inspection.bands, info: inspection.info }
  } catch (error) {
    return { texts: [{ code: 'unreadable', text: (error as Error).message }], bands: [], info: null }
  }
}

/** Runs the command of a sentence with a shell, as a person pastes it; answers what they read about its result. */
async function follow(text: string, file: Buffer, beside: Record<string, string> = {}) {
  const [command] = /gdal\w+ [^()]*?in\.tif out\.tif|gdalbuildvrt .*? out\.tif/.exec(text)!
  await writeFile(join(folder, 'in.tif'), file)
  for (const [name, content] of Object.entries(beside)) await writeFile(join(folder, name), content)
  await rm(join(folder, 'out.tif'), { force: true })
  await promisify(execFile)('sh', ['-c', command.replace('EPSG:CODE', 'EPSG:32631')], {
    cwd: folder,
    timeout: 60_000,
  })
  for (const name of Object.keys(beside)) await rm(join(folder, name))
  return read(join(folder, 'out.tif'))
}

const FILLED = (fill: number, ...more: TiffField[]) =>
  cellsTiff('float32', 4, [1, 2, 3, 4, fill, 6, 7, fill], more)
const [WITH_TAG, WITH_SCALE] = [nodataField('-9999'), scaledBy(0.02, -273.15)]
const both = cellsTiff('float32', 4, [1, 2, 3, 4, -9999, FLT_MAX, 7, 8], [WITH_TAG])

describe.skipIf(!hasGdal)('a command in a finding does what it says', () => {
  test.each<[name: string, code: string, file: Buffer, valid: number]>([
    ['−FLT_MAX', 'suspect-nodata', FILLED(-FLT_MAX), 6],
    ['−FLT_MAX, where the tag −9999 is on no cell', 'suspect-nodata', FILLED(-FLT_MAX, WITH_TAG), 6],
    ['FLT_MAX, where other cells are nodata', 'suspect-nodata', both, 6],
    ['9.96921e36', 'suspect-nodata', FILLED(9.969209968386869e36), 6],
    ['1e20', 'suspect-nodata', FILLED(Math.fround(1e20)), 6],
    ['65535', 'suspect-nodata', cellsTiff('uint16', 4, [1, 2, 3, 4, 65_535, 6, 7, 8], [nodataField('0')]), 7],
    [
      '−32768 of scaled cells',
      'suspect-nodata',
      cellsTiff('int16', 4, [1, 2, 3, 4, -32_768, 6, 7, 8], [WITH_SCALE]),
      7,
    ],
    ['infinity', 'infinite', FILLED(Infinity), 6],
    ['a tag that the type cannot hold', 'no-nodata', cellsTiff('uint8', 4, EIGHT, [WITH_TAG]), 7],
    [
      'degrees in a system of metres',
      'degrees-as-metres',
      cellsTiff('float32', 4, EIGHT, [UTM, ...placed(3, 9, 0.1)]),
      8,
    ],
    ['longitudes from 180 to 540', 'off-globe', cellsTiff('float32', 4, EIGHT, placed(180, 90, 90)), 8],
    ['longitudes from −540 to −180', 'off-globe', cellsTiff('float32', 4, EIGHT, placed(-540, 90, 90)), 8],
    [
      'metres in a system of degrees',
      'off-globe',
      cellsTiff('float32', 4, EIGHT, placed(300_000, 900_000, 1000)),
      8,
    ],
    ['no system', 'no-reference-system', cellsTiff('float32', 4, EIGHT, [NO_SYSTEM]), 8],
    ['control points', 'unreadable', cellsTiff('float32', 4, EIGHT, [NO_SCALE, [33922, 12, cornersAt]]), 8],
    [
      'control points without a system',
      'unreadable',
      cellsTiff('float32', 4, EIGHT, [
        NO_SYSTEM,
        NO_SCALE,
        [33922, 12, cornersAt.map((n, i) => (i % 6 === 3 || i % 6 === 4 ? n * 100_000 : n))],
      ]),
      8,
    ],
    ['no byte counts', 'unreadable', cellsTiff('float32', 4, EIGHT, [[279, 4, []]]), 8],
    [
      'a scale that GDAL does not apply',
      'unused-scale',
      cellsTiff('int16', 4, EIGHT, [metadataField('name="scale_factor" sample="0">0.02')]),
      8,
    ],
  ])('%s', async (_, code, file, valid) => {
    const { texts } = await read(file)
    const finding = texts.find((one) => one.code === code)
    expect(finding, JSON.stringify(texts)).toBeDefined()
    const text = finding!.text
      .split('Otherwise')
      .at(-1)!
      .replace('VALUE', '8')
      .replace('-a_scale SCALE -a_offset OFFSET', '-a_scale 0.02 -a_offset 0')
    const after = await follow(text, file)
    if (code !== 'unused-scale') expect(after.texts.map((one) => one.code)).not.toContain(code)
    else expect(after.bands[0].scaling).toEqual({ scale: 0.02, offset: 0 })
    expect(after.texts.map((one) => one.code)).not.toContain('unreadable')
    expect(after.bands[0].valid).toBe(valid)
  })

  test('both fills are marked, whichever command comes first', async () => {
    const file = cellsTiff('float32', 4, [1, 2, 3, 4, -9999, FLT_MAX, 7, 8])
    for (const first of [0, 1]) {
      const suspects = (await read(file)).texts.filter(({ code }) => code === 'suspect-nodata')
      expect(suspects).toHaveLength(2)
      await follow(suspects[first].text, file)
      const marked = await promisify(execFile)('cat', [join(folder, 'out.tif')], { encoding: 'buffer' })
      const left = (await read(marked.stdout)).texts.find(({ code }) => code === 'suspect-nodata')!
      const { bands } = await follow(left.text, marked.stdout)
      expect(bands[0]).toMatchObject({ valid: 6, min: 1, max: 8 })
    }
  })

  test.each([
    ['in.tif.aux.xml', '<PAMDataset><SRS>EPSG:32631</SRS></PAMDataset>', /gdal_translate in\.tif out\.tif/],
    [
      'in.prj',
      'PROJCS["u",GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433],AUTHORITY["EPSG","4326"]],PROJECTION["Transverse_Mercator"],PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",3],PARAMETER["scale_factor",0.9996],PARAMETER["false_easting",500000],PARAMETER["false_northing",0],UNIT["metre",1],AUTHORITY["EPSG","32631"]]',
      /gdal_translate -a_srs in\.prj in\.tif out\.tif/,
    ],
  ])('the system in %s is written in', async (name, content, command) => {
    const file = cellsTiff('float32', 4, EIGHT, [NO_SYSTEM, ...placed(300_000, 900_000, 1000)])
    const { texts } = await read(file)
    const [found] = command.exec(texts[0].text)!
    const { info } = await follow(found, file, { [name]: content })
    expect(info?.crs).toBe(32_631)
  })
  test.each([
    ['in.tfw', '1000\n0\n0\n-1000\n300500\n899500\n', /gdal_translate -a_srs EPSG:CODE in\.tif out\.tif/],
    [
      'in.tif.aux.xml',
      '<PAMDataset><SRS>EPSG:32631</SRS><GeoTransform>300000,1000,0,900000,0,-1000</GeoTransform></PAMDataset>',
      /gdal_translate in\.tif out\.tif/,
    ],
  ])('the place in %s is written in', async (name, content, command) => {
    const file = cellsTiff('float32', 4, EIGHT, [NO_SYSTEM, NO_SCALE, [33922, 12, []]])
    const { texts } = await read(file)
    const [found] = command.exec(texts[0].text)!
    const { info } = await follow(found, file, { [name]: content })
    expect(info).toMatchObject({ crs: 32_631, affine: [1000, 0, 300_000, 0, -1000, 900_000] })
  })

  test('a raster that is too wide is cut to the country', async () => {
    const wide = cellsTiff(
      'uint8',
      432_000,
      Array.from({ length: 432_000 }, () => 1),
      placed(-180, 9, 360 / 432_000),
    )
    const { texts } = await read(wide)
    const { info } = await follow(cuttingTo(texts[0].text, [2.671, 4.3, 14.67, 13.9]), wide)
    // Only one row lies there.
    expect(info).toMatchObject({ width: 14_400 })
    expect(info!.bounds[0]).toBeCloseTo(2.67, 9)
  })
})
