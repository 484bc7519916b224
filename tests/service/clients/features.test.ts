import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eq } from '#drizzle'
import { BASE_PATH } from '#contract/endpoint.ts'
import type { AdmUnit } from '#contract/jobs/adm-unit.ts'
import { job_adm, job_outputs, place_group_versions, products } from '#service/db/schema.ts'
import { admCsv } from '#service/domain/jobs/run-layer/adm-and-clusters.ts'
import { createLayerFixture } from '../../support/jobs/layer-fixture.ts'
import { freePort } from '../../support/free-port.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'
import { storeFile } from '../../support/store-file.ts'

let service: TestService
let viewer: TestPerson
let base: string
let job: number
let version: number

const none = {
  observed: null,
  observed_lower: null,
  observed_upper: null,
  z: null,
  people: null,
  affected: null,
}
const more = { affected_lower: null, affected_upper: null, exceedance: null, rank: null, rank_lower: null }
const last = { rank_upper: null, highest: null, highest_fifth: null, lowest_fifth: null, pass: true }
const unit = (code: string, name: string, modelled: number): AdmUnit => ({
  level: 1,
  code,
  name,
  clusters: 2,
  modelled,
  modelled_lower: 0.1,
  modelled_upper: 0.9,
  ...none,
  ...more,
  ...last,
})
const UNITS = [unit('TST-W', '=West', 0.25), unit('TST-E', 'East', 0.5)]
const CLUSTERS = `cluster,longitude,latitude,numerator,denominator,observed,fitted,block_mean,block_lower,block_upper
a,1.5,6.5,1,4,0.25,0.3,,,
b,2.5,7.5,2,4,0.5,0.4,0.35,0.1,0.6
`

beforeAll(async () => {
  const port = await freePort()
  base = `http://127.0.0.1:${port}`
  service = await createTestService({ config: { apiPublicUrl: base } })
  viewer = await service.logIn('viewer')
  const { db } = service.services
  const layers = await createLayerFixture(service.services, viewer.id)
  job = await layers.addJob({ status: 'completed' })
  await db.insert(job_adm).values(UNITS.map((one, position) => ({ job_id: job, position, ...one })))
  const outputs = { adm: admCsv(UNITS, null, null), 'clusters-cv': CLUSTERS }
  for (const [type, text] of Object.entries(outputs)) {
    const about = { name: `${type}.csv`, mediaType: 'text/csv', createdBy: viewer.id }
    const { id } = await storeFile(service.services, { ...about, content: Buffer.from(text) })
    await db.insert(job_outputs).values({ job_id: job, type, file_id: id })
  }
  const { iso3_code, target, source, source_wave, round } = layers.layer
  await db.insert(products).values({
    iso3_code,
    target,
    source,
    source_wave,
    round,
    title: 'Water',
    job_id: job,
    job_key: 'tst',
    bounds: [1, 6, 3, 8],
  })
  const [group] = await db
    .select()
    .from(place_group_versions)
    .where(eq(place_group_versions.place_type, 'adm1'))
  version = group.id
  await service.app.listen({ port, host: '127.0.0.1' })
}, 60_000)
afterAll(() => service.close())

const get = (path: string) => service.inject({ url: `/features${path}`, headers: viewer.headers })
const itemsOf = async (path: string) => {
  const response = await get(`/collections/${path}`)
  expect(response.statusCode, response.body).toBe(200)
  expect(response.headers['content-type']).toMatch(/^application\/geo\+json/)
  return response.json()
}

it('lists place groups, and units and clusters of published outputs; others are unknown', async () => {
  const { links } = (await get('')).json()
  expect(links.map(({ rel }: { rel: string }) => rel)).toContain('data')
  expect((await get('/conformance')).json().conformsTo).toContain(
    'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/core',
  )
  const { collections } = (await get('/collections')).json()
  const ids = collections.map(({ id }: { id: string }) => id)
  expect(ids).toEqual(expect.arrayContaining([`places-${version}`, `units-${job}`, `clusters-${job}`]))
  const units = collections.find(({ id }: { id: string }) => id === `units-${job}`)
  expect(units).toMatchObject({
    title: 'Water: units',
    itemType: 'feature',
    extent: { spatial: { bbox: [[1, 6, 3, 8]] } },
  })
  expect((await get(`/collections/units-${job}`)).json()).toEqual(units)
  const { db } = service.services
  await db.update(products).set({ status: 'draft' })
  expect((await get(`/collections/units-${job}/items`)).statusCode).toBe(404)
  await db.update(products).set({ status: 'published' })
  for (const id of ['units-999', 'places-999999', 'places-x', 'bands-1'])
    expect((await get(`/collections/${id}`)).json().detail).toBe(`There is no collection '${id}'.`)
})

it('pages features with every figure, and finds one by its id', async () => {
  const first = await itemsOf(`units-${job}/items?limit=1`)
  expect(first).toMatchObject({ numberMatched: 2, numberReturned: 1 })
  expect(first.features[0]).toMatchObject({
    id: 1,
    properties: { ...UNITS[0], outlines: '1', parent_code: null },
    geometry: { type: 'Polygon' },
  })
  const next = first.links.find(({ rel }: { rel: string }) => rel === 'next').href as string
  const second = await itemsOf(next.slice(`${base}${BASE_PATH}/features/collections/`.length))
  expect(second.features.map(({ id }: { id: number }) => id)).toEqual([2])
  expect(second.links.map(({ rel }: { rel: string }) => rel)).toEqual(['self', 'collection', 'prev'])
  const { links, ...one } = await itemsOf(`units-${job}/items/2`)
  expect(one).toEqual(second.features[0])
  expect(links[0].href).toBe(`${base}${BASE_PATH}/features/collections/units-${job}/items/2`)
  expect((await get(`/collections/units-${job}/items/3`)).statusCode).toBe(404)
})

it('finds features that share a point with a box, on both sides of 180° too', async () => {
  const idsIn = async (collection: string, bbox: string) =>
    (await itemsOf(`${collection}/items?bbox=${bbox}`)).features.map(({ id }: { id: number }) => id)
  expect(await idsIn(`places-${version}`, '0,0,1.5,6.5')).toEqual([1])
  expect(await idsIn(`units-${job}`, '2.5,7,2.6,7.1')).toEqual([2])
  expect(await idsIn(`units-${job}`, '1.9,7,2.1,7.1')).toEqual([1, 2])
  expect(await idsIn(`units-${job}`, '2.5,7,-170,7.1')).toEqual([2])
  expect(await idsIn(`units-${job}`, '5,7,6,8')).toEqual([])
  expect(await idsIn(`clusters-${job}`, '2,7,0,3,8,100')).toEqual([2])
})

it('answers 400 to a wrong parameter', async () => {
  for (const query of [
    'limit=0',
    'limit=x',
    'bbox=1,2,3',
    'bbox=1,9,3,2',
    'datetime=yesterday',
    'offset=-1',
    'nope=1',
  ])
    expect((await get(`/collections/units-${job}/items?${query}`)).statusCode, query).toBe(400)
  expect((await itemsOf(`units-${job}/items?datetime=2020-01-01/..&limit=9999`)).numberReturned).toBe(2)
})

it.skipIf(spawnSync('ogrinfo', ['--version']).status !== 0)('is read by GDAL', async () => {
  const { stdout } = await promisify(execFile)(
    'ogrinfo',
    ['-al', `OAPIF:${base}${BASE_PATH}/features`, `units-${job}`],
    {
      env: { ...process.env, GDAL_HTTP_HEADERS: `Authorization: ${viewer.headers['authorization']}` },
    },
  )
  expect(stdout).toContain('Feature Count: 2')
  expect(stdout).toMatch(/modelled \(Real\) = 0\.25/)
  expect(stdout).toContain('POLYGON ((1 6,2 6')
})
