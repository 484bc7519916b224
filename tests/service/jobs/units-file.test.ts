import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parquetMetadataAsync, parquetReadObjects } from 'hyparquet'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eq } from '#drizzle'
import { UNIT_FORMAT_NAMES, type UnitFormat } from '#contract/jobs/job-units.ts'
import type { AdmUnit } from '#contract/jobs/adm-unit.ts'
import { job_adm, job_outputs, places } from '#service/db/schema.ts'
import { admCsv } from '#service/domain/jobs/run-layer/adm-and-clusters.ts'
import { validateOutlines } from '#service/domain/place-groups/validate-outlines.ts'
import { createLayerFixture, type LayerFixture } from '../../support/jobs/layer-fixture.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'
import { storeFile } from '../../support/store-file.ts'

let service: TestService
let owner: TestPerson
let layers: LayerFixture
let folder: string
let job: number

const FIGURES = {
  observed: 0.25,
  observed_lower: 0.1,
  observed_upper: null,
  modelled: 0.1 + 0.2,
  modelled_lower: 0.2,
  modelled_upper: 0.4,
  z: -1.5,
  people: 12_345.5,
  affected: 3000,
  affected_lower: 2000,
  affected_upper: 4000,
  exceedance: 0.998,
  rank: 1.5,
  rank_lower: 1,
  rank_upper: 2,
  highest: 0.6,
  highest_fifth: null,
  lowest_fifth: null,
}
const UNITS: AdmUnit[] = [
  { level: 1, code: 'TST-W', name: '=West', clusters: 30, pass: true, ...FIGURES },
  { level: 1, code: 'TST-E', name: 'East', clusters: 29, pass: null, ...FIGURES, modelled: null },
]

/** Two polygons, one with a hole. */
const WEST = {
  type: 'MultiPolygon' as const,
  coordinates: [
    [
      [
        [1, 6],
        [2, 6],
        [2, 8],
        [1, 8],
        [1, 6],
      ],
      [
        [1.25, 6.5],
        [1.25, 7],
        [1.75, 7],
        [1.75, 6.5],
        [1.25, 6.5],
      ],
    ],
    [
      [
        [0.1, 6],
        [0.2, 6],
        [0.2, 6.1],
        [0.1, 6],
      ],
    ],
  ],
}

beforeAll(async () => {
  service = await createTestService()
  owner = await service.logIn('viewer')
  layers = await createLayerFixture(service.services, owner.id)
  const { db } = service.services
  await db.update(places).set({ geometry: WEST, parent_code: 'TST' }).where(eq(places.code, 'TST-W'))
  job = await addJob()
  folder = mkdtempSync(join(tmpdir(), 'units-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await service.close()
})

/** A completed job with these units, raked where its layer asks for that. */
async function addJob(layer: Partial<LayerFixture['layer']> = {}, units = UNITS) {
  const { db } = service.services
  const id = await layers.addJob({ status: 'completed', layer: { exceedance_threshold: 0.2, ...layer } })
  if (units.length > 0)
    await db.insert(job_adm).values(units.map((unit, position) => ({ job_id: id, position, ...unit })))
  const raked = layer.rake_to ? units.map((_, i) => ({ raked: i === 0, raked_to: null })) : null
  const content = Buffer.from(admCsv(units, 0.2, raked))
  const about = { name: 'adm.csv', mediaType: 'text/csv', createdBy: owner.id }
  const file = await storeFile(service.services, { ...about, content })
  await db.insert(job_outputs).values({ job_id: id, type: 'adm', file_id: file.id })
  return id
}

const download = (format: string, id = job) =>
  service.inject({ url: `/modeling/v1/jobs/${id}/download/units?format=${format}`, headers: owner.headers })

/** The file as another program opens it. */
async function saved(format: UnitFormat): Promise<string> {
  const path = join(folder, `units.${format}`)
  writeFileSync(path, (await download(format)).rawPayload)
  return path
}

it('holds every figure, the parent and the version of the outlines', async () => {
  const response = await download('geojson')
  expect(response.statusCode, response.body).toBe(200)
  expect(response.headers['content-type']).toBe('application/geo+json')
  expect(response.headers['content-disposition']).toMatch(/-units\.geojson"/)
  const { features } = response.json()
  const more = { exceedance_threshold: 0.2, outlines: '1' }
  expect(features.map((one: { properties: unknown }) => one.properties)).toEqual([
    { ...UNITS[0], ...more, parent_code: 'TST' },
    { ...UNITS[1], ...more, parent_code: null },
  ])
  expect(features[0].geometry).toEqual(WEST)
})

it('says whether a unit is raked, as adm.csv does', async () => {
  const raked = await addJob({ rake_to: 0.3, exceedance_threshold: null })
  const { features } = (await download('geojson', raked)).json()
  expect(features.map(({ properties }: never) => [properties['raked'], properties['raked_to']])).toEqual([
    [true, null],
    [false, null],
  ])
  expect(features[0].properties).not.toHaveProperty('exceedance_threshold')
})

it('is a GeoPackage that our own import reads too', async () => {
  const { rawPayload } = await download('gpkg')
  const found = validateOutlines({
    content: rawPayload,
    file: 'units.gpkg',
    properties: { code: 'code', name: 'name', parent: 'parent_code' },
    bounds: null,
    parents: null,
  })
  expect(found.places.map(({ code, name }) => [code, name])).toEqual([
    ['TST-W', '=West'],
    ['TST-E', 'East'],
  ])
  expect(found.places[0].geometry).toEqual(WEST)
})

it('is GeoParquet: outlines as well-known binary, described in its metadata', async () => {
  const { rawPayload } = await download('parquet')
  const file = new Uint8Array(rawPayload).buffer
  const { key_value_metadata: about } = await parquetMetadataAsync(file)
  expect(JSON.parse(about?.find(({ key }) => key === 'geo')?.value ?? '')).toEqual({
    version: '1.1.0',
    primary_column: 'geometry',
    columns: {
      geometry: { encoding: 'WKB', geometry_types: ['MultiPolygon'], bbox: [0.1, 6, 3, 8] },
    },
  })
  const rows = await parquetReadObjects({ file, utf8: false })
  expect(rows[0]).toMatchObject({ ...UNITS[0], parent_code: 'TST' })
  expect(rows[1]).toMatchObject(UNITS[1])
  expect(rows[0].geometry).toEqual(WEST)
})

it('explains what it cannot give', async () => {
  const detail = async (id: number, format = 'gpkg') => {
    const { statusCode, body } = await download(format, id)
    return [statusCode, JSON.parse(body).detail]
  }
  expect(await detail(job, 'shp')).toEqual([422, expect.stringContaining('format')])
  expect((await detail(999_999))[0]).toBe(404)
  const pending = await layers.addJob()
  expect(await detail(pending)).toEqual([
    409,
    `Job ${pending} is pending; its outputs are available once it is completed.`,
  ])
  const none = await addJob({}, [])
  expect(await detail(none)).toEqual([404, `Job ${none} has no admin units.`])
  const gone = await addJob({}, [{ ...UNITS[0], code: 'GONE' }])
  expect(await detail(gone)).toEqual([409, `The outlines of ADM1 of job ${gone} were deleted.`])
})

const has = (command: string, ...args: string[]) => spawnSync(command, args).status === 0
const run = (command: string, ...args: string[]) => execFileSync(command, args, { encoding: 'utf8' })

it.skipIf(!has('ogrinfo', '--version'))('is read by GDAL, with types, places and counts', async () => {
  const formats = run('ogrinfo', '--formats').includes('Parquet')
    ? UNIT_FORMAT_NAMES
    : ['gpkg', 'geojson', 'csv']
  for (const format of formats as UnitFormat[]) {
    const path = await saved(format)
    const info = run('ogrinfo', '-al', '-oo', 'AUTODETECT_TYPE=YES', path)
    expect(info, format).toContain('Feature Count: 2')
    expect(info, format).toMatch(/MULTIPOLYGON \(\(\(1 6,\s?2 6,/)
    expect(info, format).toMatch(/pass \(Integer\(Boolean\)\) = 1/)
    expect(info, format).toContain('modelled (Real) = 0.3')
    expect(info, format).toMatch(/clusters \(Integer(64)?\) = 30/)
    if (format === 'gpkg') expect(info).toContain('Layer name: adm1')
    if (format !== 'csv') expect(info, format).toContain('"EPSG",4326')
  }
})

const PYTHON = `
import sys, geopandas, duckdb
for path in sys.argv[1:]:
    units = geopandas.read_parquet(path) if path.endswith("parquet") else geopandas.read_file(path)
    print(len(units), units.crs.to_epsg() or units.crs.name, round(units.geometry.area.sum(), 6), units["name"][0], float(units["modelled"][0]))
print(duckdb.sql(f"select count(*), max(modelled), any_value(typeof(pass)) from '{sys.argv[1]}'").fetchone())
`

it('is read by geopandas and DuckDB', async ({ skip }) => {
  if (!has('python3', '-c', 'import geopandas, duckdb, pyarrow'))
    return skip('python3 has no geopandas, pyarrow and duckdb here')
  const paths = [await saved('parquet'), await saved('gpkg'), await saved('geojson')]
  expect(
    run('python3', '-c', PYTHON, ...paths)
      .trim()
      .split('\n'),
  ).toEqual([
    expect.stringMatching(/^2 \S.* 3\.755 =West 0\.30000000000000004$/),
    '2 4326 3.755 =West 0.30000000000000004',
    '2 4326 3.755 =West 0.30000000000000004',
    "(2, 0.30000000000000004, 'BOOLEAN')",
  ])
})

it("is read by R's sf", async ({ skip }) => {
  if (!has('Rscript', '-e', 'library(sf)')) return skip('R has no package sf here')
  for (const format of ['gpkg', 'geojson', 'csv'] as const) {
    const code = `u <- sf::st_read("${await saved(format)}", quiet = TRUE); cat(nrow(u), as.character(sf::st_geometry_type(u)[1]))`
    expect(run('Rscript', '-e', code)).toBe('2 MULTIPOLYGON')
  }
})
