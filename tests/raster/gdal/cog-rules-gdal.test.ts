import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkHeader } from '#service/raster/tiff/check-header.ts'
import { brokenCogRule } from '#service/raster/cog-rules.ts'
import { writeCog } from '#service/raster/cog/write-cog.ts'
import { co, gdal, hasGdal } from '../../support/rasters/gdal.ts'
import { readInfo } from '../read-info.ts'

/** Debian's python3-gdal has it; elsewhere, its stored answers are all there is. */
const VALIDATOR = ['-m', 'osgeo_utils.samples.validate_cloud_optimized_geotiff']
const hasValidator = spawnSync('/usr/bin/python3', [...VALIDATOR, '--help']).stdout?.includes('full-check')

let folder: string
const at = (name: string) => join(folder, name)
const SIDE = 1500

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strata-rules-'))
  const values = Float32Array.from({ length: SIDE ** 2 }, (_, i) => ((i * 7919) % 251) + Math.floor(i / SIDE))
  const affine = [0.001, 0, 2, 0, -0.001, 11] as const
  const grid = { width: SIDE, height: SIDE, affine, crs: 4326 }
  await writeFile(at('base.tif'), writeCog({ ...grid, values }))
})
afterAll(() => rm(folder, { recursive: true }))

const TILES = co('TILED=YES', 'COMPRESS=DEFLATE')
const PYRAMID = ['-q', '-r', 'average']

/** How GDAL makes each, and whether its validator calls it valid. */
const CASES: [what: string, isValid: boolean, steps: [program: string, args: (string | null)[]][]][] = [
  ['a COG', true, [['gdal_translate', ['-of', 'COG', null]]]],
  ['a BigTIFF COG', true, [['gdal_translate', ['-of', 'COG', ...co('BIGTIFF=YES'), null]]]],
  ['tiles without overviews', true, [['gdal_translate', [...TILES, null]]]],
  [
    'tiles with overviews that were added later',
    false,
    [
      ['gdal_translate', [...TILES, null]],
      ['gdaladdo', [...PYRAMID, null, '2', '4', '8']],
    ],
  ],
  [
    'a COG to which an overview was added',
    false,
    [
      ['gdal_translate', ['-of', 'COG', null]],
      ['gdaladdo', [...PYRAMID, null, '16']],
    ],
  ],
  ['strips', false, [['gdal_translate', [null]]]],
  ['strips of a small raster', true, [['gdal_translate', ['-srcwin', '0', '0', '400', '400', null]]]],
  ['strips of a narrow raster', true, [['gdal_translate', ['-srcwin', '0', '0', '900', '1500', null]]]],
  [
    'tiles with the overviews of a COG',
    true,
    [['gdal_translate', [...TILES, ...co('COPY_SRC_OVERVIEWS=YES'), null]]],
  ],
]

describe.skipIf(!hasGdal).each(CASES)('%s', (what, isValid, steps) => {
  const file = `${what.replaceAll(/\W/g, '-')}.tif`
  beforeAll(async () => {
    for (const [program, args] of steps) {
      const files = program === 'gdal_translate' ? [at('base.tif'), at(file)] : [at(file)]
      await gdal(
        program,
        args.flatMap((arg) => arg ?? files),
      )
    }
  })

  test(`is ${isValid ? '' : 'not '}a COG by the rules of GDAL`, async () => {
    const broken = brokenCogRule(await checkHeader(await readFile(at(file))))
    expect(broken === null, broken ?? '').toBe(isValid)
  })

  test.skipIf(!hasValidator)('has that answer from the validator', () => {
    const { stdout } = spawnSync('/usr/bin/python3', [...VALIDATOR, at(file)])
    expect(String(stdout).includes('is a valid cloud optimized GeoTIFF'), String(stdout)).toBe(isValid)
  })

  test('is called Cloud-Optimized only if it also has the overviews for a map', async () => {
    expect((await readInfo(at(file))).cloudOptimized).toBe(isValid && !/^strips|without/.test(what))
  })
})
