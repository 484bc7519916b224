import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { judgeRaster } from '#service/domain/rasters/judge-raster.ts'
import { GEO_KEY } from '#service/raster/geo-keys.ts'
import { readInfo } from '#service/raster/read.ts'
import { cluesOf, epsgOf } from '#service/raster/reference-system.ts'
import { fromMercator } from '#service/raster/web-mercator.ts'
import { fixture } from './fixtures.ts'

interface Written {
  /** A GeoTIFF, in base64. */
  content: string
  /** EPSG code as GDAL reads it. */
  gdal: number | null
  /** Longitude and latitude of (300,000, 900,000) by GDAL, for projected systems. */
  corner: [number, number] | null
}

/** Made by GDAL 3.6.2: python3 tests/fixtures/raster/make-fixtures.py */
const written = JSON.parse(readFileSync(fixture('reference-systems.json'), 'utf8')) as Record<string, Written>
const names = Object.keys(written)
const read = (name: string) => readInfo(Buffer.from(written[name].content, 'base64'))

const CODES: Record<string, number | null> = {
  'epsg-4326': 4326,
  'epsg-3857': 3857,
  'epsg-32632': 32632,
  'esri-102100': 3857,
  'esri-sphere': 3857,
  'proj-web-mercator': 3857,
  'proj-sphere': 3857,
  'proj-world-mercator': null,
  'proj-shifted-mercator': null,
  'proj-utm': 32632,
  'proj-longlat': 4326,
  'proj-longlat-clarke': null,
  'proj-laea': null,
  'proj-sinusoidal': null,
  local: null,
}

test.each(names)('%s', async (name) => {
  const { crs } = await read(name)
  expect(crs).toBe(CODES[name.split(' ')[0]])
  const { gdal } = written[name]
  if (gdal !== null) expect(crs).toBe(gdal)
})

test('Web Mercator is what GDAL puts at the same place as EPSG:3857, and nothing else', async () => {
  const [lon, lat] = fromMercator(300_000, 900_000)
  let found = 0
  for (const name of names) {
    const { corner } = written[name]
    const same = corner !== null && Math.hypot(corner[0] - lon, corner[1] - lat) < 1e-9
    expect([name, (await read(name)).crs === 3857]).toEqual([name, same])
    if (same) found++
  }
  expect(found).toBe(10)
})

describe('a system that its keys do not determine', () => {
  const nonesuch = names.filter((name) => CODES[name.split(' ')[0]] === null)

  test.each(nonesuch)('%s is rejected with what was found', async (name) => {
    const info = await read(name)
    expect(info.crsClues).toMatch(/^('[^']+'|[A-Z]\w+ -?\d+( \(user-defined\))?)(, |$)/)
    const [finding] = judgeRaster({ info, bands: [] })
    expect(finding).toMatchObject({ severity: 'error', band: null })
    expect(finding.message).toBe(
      `The reference system of the raster cannot be determined by an EPSG code. Found: ${info.crsClues}.`,
    )
  })

  test('says the names and numbers', async () => {
    expect((await read('proj-laea STANDARD')).crsClues).toBe(
      'GTModelType 1, GeographicType 4326, ProjectedCSType 32767 (user-defined), Projection 32767 (user-defined), ProjCoordTrans 10',
    )
    expect((await read('local ESRI_PE')).crsClues).toBe("'a drawing', GTModelType 32767 (user-defined)")
  })

  test('says nothing where the file does', async () => {
    const info = await readInfo(fixture('i16-no-crs.tif'))
    expect(info).toMatchObject({ crs: null, crsClues: null })
    expect(judgeRaster({ info, bands: [] })[0].message).toMatch(/does not say by an EPSG code/)
  })

  test('shows no more than printable letters of a name, and few of them', () => {
    const name = `A\u0007\u001b[31m${'long '.repeat(100)}`
    expect(cluesOf(new Map([[GEO_KEY.citation, name.replace('[', '(')]]))).toBe(
      `'${`A(31m${'long '.repeat(100)}`.slice(0, 80)}'`,
    )
  })
})

describe('keys that contradict each other', () => {
  const { modelType, geographicType, projectedType, projectionMethod, citation, falseEasting } = GEO_KEY
  const WEB = 'WGS_1984_Web_Mercator_Auxiliary_Sphere'

  test.each<[string, [number, number | string][], number | null]>([
    [
      'projected by its model, no more',
      [
        [modelType, 1],
        [geographicType, 4326],
      ],
      null,
    ],
    [
      'projected by its method alone',
      [
        [geographicType, 4326],
        [projectionMethod, 8],
      ],
      null,
    ],
    [
      'projected by a user-defined code alone',
      [
        [geographicType, 4326],
        [projectedType, 32_767],
      ],
      null,
    ],
    [
      'geographic and projected',
      [
        [modelType, 2],
        [geographicType, 4326],
        [projectedType, 3857],
      ],
      null,
    ],
    [
      'named Web Mercator',
      [
        [modelType, 1],
        [projectedType, 32_767],
        [citation, WEB],
      ],
      3857,
    ],
    [
      'named so, but shifted',
      [
        [modelType, 1],
        [citation, WEB],
        [falseEasting, 500_000],
      ],
      null,
    ],
    [
      'named so, but on another base',
      [
        [modelType, 1],
        [citation, WEB],
        [geographicType, 4267],
      ],
      null,
    ],
    [
      'named so, but another method',
      [
        [modelType, 1],
        [citation, WEB],
        [projectionMethod, 1],
      ],
      null,
    ],
    [
      'a code beside a name',
      [
        [modelType, 1],
        [projectedType, 32_632],
        [citation, WEB],
      ],
      32_632,
    ],
    ['no model, a geographic code', [[geographicType, 4326]], 4326],
    [
      'code 0',
      [
        [modelType, 2],
        [geographicType, 0],
      ],
      null,
    ],
    ['nothing', [], null],
  ])('%s', (_what, keys, code) => expect(epsgOf(new Map(keys))).toBe(code))
})
