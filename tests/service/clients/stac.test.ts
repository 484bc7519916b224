import type { AddressInfo } from 'node:net'
import { eq } from '#drizzle'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, BASE_PATH } from '#contract/endpoint.ts'
import type { StacItem, searchStac } from '#contract/standards/stac.ts'
import { assets, job_outputs, jobs, products } from '#service/db/schema.ts'
import { projectionOf } from '#service/domain/stac/projection-fields.ts'
import { writeCog } from '#service/raster/cog/write-cog.ts'
import { byValues, everyCase } from '../../support/every-case.ts'
import { gdal, hasDriver } from '../../support/rasters/gdal.ts'
import { raster } from '../../fixtures/configuration/country-folder.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'
import { storeFile } from '../../support/store-file.ts'
import { addJobWithOutput } from '../signed-links/job-with-output.ts'
import { post } from '../rasters/sending.ts'
import { item as itemRules, rulesFor } from './stac-rules.ts'
import { plainSurfaces } from '../../support/jobs/plain-surfaces.ts'

type Items = Answer<typeof searchStac>
const content = raster((x, y) => x + y * 100)
let service: TestService
let base: string
const people = {} as Record<'viewer' | 'staff', TestPerson>
const ids = {} as {
  height: number
  rain: number
  processed: number
  draft: number
  product: number
  job: number
}

const upload = async (name: string, about: Record<string, string>, file = content) => {
  const sent = await post(service, people.staff, '/raster/v1/assets', { band_names: name, ...about }, [
    { field: 'file', name: `${name}.tif`, content: file },
  ])
  expect(sent.statusCode, sent.body).toBe(200)
  return sent.json().asset as { id: number; bands: { id: number }[] }
}
const checkIn = async (title: string, status: string) => {
  const about = { iso3_code: 'TGO', target: 'water', source: 'DHS', source_wave: '2018', title, status }
  const file = [{ field: 'file', name: `${title}.tif`, content }]
  const sent = await post(service, people.staff, '/interpolation/raster/check-in', about, file)
  expect(sent.statusCode, sent.body).toBe(200)
  return sent.json().product as { id: number }
}

beforeAll(async () => {
  service = await createTestService()
  for (const role of ['viewer', 'staff'] as const) people[role] = await service.logIn(role)
  const about = { unit: 'm', year: '2018', iso3_code: 'TGO', source: 'SRTM' }
  ids.height = (await upload('height', about)).bands[0].id
  ids.rain = (await upload('rain', { source: "O'Neil's gauges" })).bands[0].id
  const cell = 1 / 120
  const onGrid = writeCog({
    width: 24,
    height: 12,
    affine: [cell, 0, 10, 0, -cell, 20],
    crs: 4326,
    values: Float32Array.from({ length: 288 }, (_, i) => i),
  })
  ids.processed = (await upload('on_grid', { year: '2020' }, onGrid)).id
  ids.product = (await checkIn('Published', 'published')).id
  ids.draft = (await checkIn('Secret', 'draft')).id
  ids.job = (await addJobWithOutput(service.services, people.staff.id, content)).id
  await service.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = service.app.server.address() as AddressInfo
  service.services.config.apiPublicUrl = `http://127.0.0.1:${port}`
  base = `http://127.0.0.1:${port}${BASE_PATH}`
})
afterAll(() => service.close())

interface Draft {
  geometry: { coordinates: number[][][] } | null
  bbox: number[]
  properties: Record<string, unknown>
  stac_extensions: string[]
  links: object[]
  assets: {
    data: Record<string, unknown> & {
      'raster:bands': { nodata?: unknown; statistics: Record<string, unknown> }[]
    }
  }
}
type Injected = Awaited<ReturnType<TestService['inject']>>
/** Every answer with a catalogue, collections or items is validated against the specifications. */
function valid(answer: Injected): Injected {
  if (answer.statusCode !== 200) return answer
  const parsed = rulesFor(answer.json())?.safeParse(answer.json())
  expect(parsed?.error?.issues ?? []).toEqual([])
  return answer
}
const get = async (url: string, person = people.viewer) =>
  valid(await service.inject({ url, headers: person.headers }))
const send = async (payload: object) =>
  valid(
    await service.inject({ method: 'POST', url: '/stac/search', payload, headers: people.viewer.headers }),
  )
const find = async (query: Record<string, string>) => {
  const answer = await get(`/stac/search?${new URLSearchParams({ limit: '100', ...query }).toString()}`)
  expect(answer.statusCode, answer.body).toBe(200)
  const { features, numberMatched, numberReturned } = answer.json()
  expect(numberMatched).toBe(features.length)
  expect(numberReturned).toBe(features.length)
  return (features as StacItem[]).map(({ properties }) => properties.title as string).sort()
}
const ALL = ['Published', 'height', 'on_grid', 'on_grid.tif', 'rain']
const everything = async () => (await find({})).filter((title) => !title.startsWith('Published:'))

describe('the catalogue', () => {
  it('has a landing page whose links all lead somewhere', async () => {
    const landing = (await get('/stac')).json()
    expect(landing).toMatchObject({ type: 'Catalog', stac_version: '1.0.0', id: 'strata' })
    expect(landing.conformsTo).toContain('https://api.stacspec.org/v1.0.0/item-search#filter')
    expect((await get('/stac/conformance')).json().conformsTo).toEqual(landing.conformsTo)
    for (const { href, method } of landing.links as { href: string; method?: string }[]) {
      if (method === 'POST') continue
      const answer = await fetch(href, { headers: people.viewer.headers })
      expect(answer.status, href).toBe(200)
    }
  })
  it('has three collections with the extents of what they show', async () => {
    const { collections } = (await get('/stac/collections')).json()
    expect(collections.map(({ id }: { id: string }) => id)).toEqual(['bands', 'processed-rasters', 'outputs'])
    const [bands, processed] = collections
    expect(bands.extent.spatial.bbox[0][0]).toBeCloseTo(0.95)
    expect(bands.extent.spatial.bbox[0][3]).toBeCloseTo(20)
    expect(processed.extent.temporal.interval).toEqual([
      ['2020-01-01T00:00:00.000Z', '2020-12-31T23:59:59.000Z'],
    ])
    expect((await get('/stac/collections/bands')).json()).toEqual(bands)
    const none = await get('/stac/collections/secrets')
    expect(none.statusCode).toBe(404)
    expect(none.json().detail).toContain('bands, processed-rasters, outputs')
    expect((await get('/stac/collections/secrets/items')).statusCode).toBe(404)
    expect((await get('/stac/collections/secrets/items/band-1')).statusCode).toBe(404)
    expect((await get('/stac/collections/secrets/queryables')).statusCode).toBe(404)
  })
  it('lists what a filter may name', async () => {
    const { properties } = (await get('/stac/queryables')).json()
    expect(properties.year).toEqual({ title: 'Year that it is about', type: 'number' })
    expect((await get('/stac/collections/bands/queryables')).json().properties).toEqual(properties)
  })
  it('needs a session', async () => {
    expect((await service.inject({ url: '/stac/search' })).statusCode).toBe(401)
  })
})

describe('an item', () => {
  it('of a band has projection, raster and file fields of its COG', async () => {
    const answer = await get(`/stac/collections/bands/items/band-${ids.height}`)
    expect(answer.headers['content-type']).toBe('application/geo+json; charset=utf-8')
    const item = answer.json() as StacItem
    expect(item.properties).toMatchObject({
      title: 'height',
      unit: 'm',
      year: 2018,
      iso3_code: 'TGO',
      country: 'Togo',
      band_index: 1,
      datetime: null,
      start_datetime: '2018-01-01T00:00:00Z',
      end_datetime: '2018-12-31T23:59:59Z',
      'proj:epsg': 4326,
      'proj:code': 'EPSG:4326',
      'proj:shape': [24, 24],
      'proj:transform': [0.1, 0, 0.95, 0, -0.1, 8.25],
    })
    expect(item.bbox?.map((edge) => Number(edge.toFixed(6)))).toEqual([0.95, 5.85, 3.35, 8.25])
    const { data } = item.assets
    expect(data['raster:bands']).toMatchObject([
      { name: 'height', data_type: 'float32', unit: 'm', nodata: -9999, statistics: { minimum: 0 } },
    ])
    const file = await fetch(data.href as string, { headers: people.viewer.headers })
    const bytes = Buffer.from(await file.arrayBuffer())
    expect(data['file:size']).toBe(bytes.length)
    const digest = await crypto.subtle.digest('SHA-256', bytes)
    expect(data['file:checksum']).toBe(`1220${Buffer.from(digest).toString('hex')}`)
    for (const { href } of item.links)
      expect((await fetch(href, { headers: people.viewer.headers })).status, href).toBe(200)
  })
  everyCase<[breakIt: (item: Draft) => unknown]>(
    'broken in any way would be noticed',
    [
      ['a bbox without a geometry', (item) => (item.geometry = null)],
      ['a bbox beside its geometry', (item) => (item.bbox = [0, 0, 1, 1])],
      ['an open polygon', (item) => item.geometry!.coordinates[0].splice(2, 2)],
      ['a clockwise polygon', (item) => item.geometry!.coordinates[0].reverse()],
      ['half an interval', (item) => delete item.properties.end_datetime],
      ['no time', (item) => delete item.properties.start_datetime && delete item.properties.end_datetime],
      ['a moment in another zone', (item) => (item.properties.created = '2020-01-01T00:00:00+02:00')],
      ['a null', (item) => (item.properties.unit = null)],
      ['a code without its authority', (item) => (item.properties['proj:code'] = '4326')],
      ['an unknown field of an extension', (item) => (item.properties['proj:crs'] = 'EPSG:4326')],
      ['a relative address', (item) => (item.assets.data.href = '/cog.tif')],
      ['a bare digest', (item) => (item.assets.data['file:checksum'] = 'ab'.repeat(32))],
      ['no bands', (item) => (item.assets.data['raster:bands'] = [])],
      ['a nodata that is lost', (item) => (item.assets.data['raster:bands'][0].nodata = null)],
      ['another statistic', (item) => (item.assets.data['raster:bands'][0].statistics.median = 1)],
      ['an extension that is not declared', (item) => item.stac_extensions.pop()],
      ['two collections', (item) => item.links.push(item.links[1])],
    ],
    async (breakIt) => {
      const item: Draft = (await get(`/stac/collections/bands/items/band-${ids.height}`)).json()
      breakIt(item)
      expect(itemRules.safeParse(item).success).toBe(false)
    },
  )
  it('has a nodata that JSON cannot write as a word', async () => {
    const { db } = service.services
    const url = `/stac/collections/bands/items/band-${ids.rain}`
    const [asset] = await db.select().from(assets).where(eq(assets.name, 'rain.tif'))
    for (const [nodata, word] of [
      [Number.NaN, 'nan'],
      [Infinity, 'inf'],
      [-Infinity, '-inf'],
    ] as const) {
      await db.update(assets).set({ nodata }).where(eq(assets.id, asset.id))
      expect((await get(url)).json().assets.data['raster:bands'][0].nodata).toBe(word)
      expect((await get(`/raster/v1/assets/${asset.id}`)).json().nodata).toBe(word)
    }
    await db.update(assets).set({ nodata: asset.nodata }).where(eq(assets.id, asset.id))
  })
  it('of a processed raster has the years and the country that its bands share', async () => {
    const item = (await get(`/stac/collections/processed-rasters/items/asset-${ids.processed}`)).json()
    expect(item.properties).toMatchObject({ title: 'on_grid.tif', year: 2020, 'proj:shape': [12, 24] })
    expect(item.properties.iso3_code).toBeUndefined()
    const { totalElements } = (await get('/raster/v1/processed')).json()
    const { numberMatched } = (await get('/stac/collections/processed-rasters/items')).json()
    expect(numberMatched).toBe(totalElements)
  })
  it('of a final job has its outputs, and leaves with the mark', async () => {
    const { db } = service.services
    const summary = { min: 0, max: 1, mean: 0.5, histogram: [1] }
    const surfaces = {
      bounds: [0.95, 5.85, 3.35, 8.25] as [number, number, number, number],
      ...plainSurfaces(summary),
    }
    const adm = await storeFile(service.services, {
      name: 'adm.csv',
      mediaType: 'text/csv',
      content: Buffer.from('level\n'),
      createdBy: null,
    })
    await db.insert(job_outputs).values({ job_id: ids.job, type: 'adm', file_id: adm.id })
    const [{ file_id }] = await db.select().from(job_outputs).where(eq(job_outputs.type, 'mean'))
    for (const type of ['people', 'exceedance'])
      await db.insert(job_outputs).values({ job_id: ids.job, type, file_id })
    await db.insert(job_outputs).values({ job_id: ids.job, type: 'thumbnail', file_id })
    await db.update(jobs).set({ surfaces, final: true }).where(eq(jobs.id, ids.job))
    const [product] = await db.select().from(products).where(eq(products.job_id, ids.job))
    const url = `/stac/collections/outputs/items/product-${product.id}`
    await db
      .update(products)
      .set({ resolution_m: 0.1 * 111_195.08 })
      .where(eq(products.id, product.id))
    const item = (await get(url)).json() as StacItem
    expect(item.properties).toMatchObject({
      target: 'water',
      datetime: '2024-03-01T00:00:00Z',
      'proj:shape': [24, 24],
      'proj:epsg': 4326,
    })
    expect((item.properties['proj:transform'] as number[]).map((one) => Number(one.toFixed(6)))).toEqual([
      0.1, 0, 0.95, 0, -0.1, 8.25,
    ])
    expect(Object.keys(item.assets)).toEqual(['mean', 'exceedance', 'people', 'adm', 'thumbnail'])
    expect(item.assets.people).toMatchObject({ roles: ['data'] })
    expect(item.assets.mean['raster:bands']).toEqual([
      {
        name: 'mean',
        data_type: 'float32',
        nodata: 'nan',
        unit: 'share between 0 and 1',
        statistics: { minimum: 0, maximum: 1, mean: 0.5 },
      },
    ])
    expect(item.assets.people['raster:bands']).toMatchObject([{ unit: 'people' }])
    expect(item.assets.adm).not.toHaveProperty('raster:bands')
    expect(item.assets.adm).toMatchObject({ roles: ['metadata'], type: 'text/csv' })
    for (const { href } of Object.values(item.assets))
      expect((await fetch(href as string, { headers: people.viewer.headers })).status).toBe(200)
    await db.update(jobs).set({ final: false }).where(eq(jobs.id, ids.job))
    expect((await get(url)).statusCode).toBe(404)
  })
  it('in a system that cannot be projected has no geometry, and no area finds it', async () => {
    const { db } = service.services
    const [asset] = await db.select().from(assets).where(eq(assets.name, 'rain.tif'))
    await db.update(assets).set({ epsg: 9999, extent: null }).where(eq(assets.id, asset.id))
    const item = (await get(`/stac/collections/bands/items/band-${ids.rain}`)).json() as StacItem
    expect(item.geometry).toBeNull()
    expect(item).not.toHaveProperty('bbox')
    expect(await find({ bbox: '-180,-90,180,90' })).not.toContain('rain')
    await db.update(assets).set({ epsg: 4326, extent: null }).where(eq(assets.id, asset.id))
    expect(await find({ bbox: '-180,-90,180,90' })).toContain('rain')
  })
})

it('extents have longitudes from −180° to 180°', async () => {
  const { db } = service.services
  const file = raster((x) => x, { width: 10, height: 10, affine: [1, 0, 350, 0, -1, 5], crs: 4326 })
  const { id } = await upload('west', {}, file)
  const ofAsset = eq(assets.id, id)
  expect(await find({ bbox: '-10,-5,0,5' })).toContain('west')
  expect((await db.select().from(assets).where(ofAsset))[0].extent).toEqual([-10, -5, 0, 5])
})

it('across 180°, west is greater than east in an extent, and items have all longitudes', async () => {
  const { db } = service.services
  const file = raster((x) => x, { width: 10, height: 10, affine: [0.8, 0, 176, 0, -0.5, -15], crs: 4326 })
  const {
    id,
    bands: [band],
  } = await upload('fiji', {}, file)
  const ofAsset = eq(assets.id, id)
  for (const bbox of ['177,-19,178,-18', '-178,-19,-177,-18']) expect(await find({ bbox })).toContain('fiji')
  expect(await find({ bbox: '177,-14,178,-13' })).not.toContain('fiji')
  expect((await db.select().from(assets).where(ofAsset))[0].extent).toEqual([176, -20, -176, -15])
  const item = (await get(`/stac/collections/bands/items/band-${band.id}`)).json() as StacItem
  expect(item.bbox).toEqual([-180, -20, 180, -15])
  const ofBand = async (path = '') =>
    (
      await service.inject({ url: `/raster/v1/bands/${band.id}${path}`, headers: people.viewer.headers })
    ).json()
  const { bounds } = await ofBand('/tilejson')
  expect([bounds[0], bounds[2]]).toEqual([-180, 180])
  expect((await ofBand()).bounds_degrees).toEqual([176, -20, -176, -15])
})

describe('what is not published', () => {
  it('appears in no item, count, extent or error', async () => {
    const { db } = service.services
    const [{ asset_id }] = await db.select().from(products).where(eq(products.id, ids.draft))
    const absent = await get('/stac/collections/outputs/items/product-4242')
    const url = `/stac/collections/outputs/items/product-${ids.draft}`
    const hidden = await get(url)
    expect(hidden.statusCode).toBe(404)
    expect(hidden.json().detail).toBe(absent.json().detail.replace('4242', String(ids.draft)))
    expect(await everything()).not.toContain('Secret')
    expect(await find({ filter: "title LIKE 'Secret%' OR id = 'product-4242'" })).toEqual([])
    expect(await find({ ids: `product-${ids.draft},asset-${asset_id}` })).toEqual([])
    const { body } = await get('/stac/search?limit=1000')
    expect(body).not.toContain(`/assets/${asset_id}/`)
    const count = async () => (await get('/stac/search')).json().numberMatched
    const before = await count()
    await db.update(products).set({ status: 'published' }).where(eq(products.id, ids.draft))
    expect((await get(url)).statusCode).toBe(200)
    expect(await count()).toBeGreaterThan(before)
    await db.update(products).set({ status: 'retired' }).where(eq(products.id, ids.draft))
    expect(await count()).toBe(before)
  })
})

describe('a search', () => {
  it('by ids finds those of that very form, whatever the number at their end', async () => {
    const near = [
      `asset-${ids.height}`,
      `Band-${ids.height}`,
      `band-0${ids.height}`,
      'band-99999999999',
      'band',
      '-1',
    ]
    expect(await find({ ids: near.join(',') })).toEqual([])
    expect(await find({ ids: [...near, `band-${ids.height}`].join(',') })).toEqual(['height'])
  })
  everyCase(
    'finds by every parameter',
    byValues<[name: string, value: string, titles: string[]]>([
      ['bbox', '9,19,11,21', ['on_grid', 'on_grid.tif']],
      ['bbox', '170,19,11,21', ['on_grid', 'on_grid.tif']],
      ['bbox', '9,19,0,11,21,5', ['on_grid', 'on_grid.tif']],
      ['bbox', '100,0,101,1', []],
      ['datetime', '2018-06-01T00:00:00Z', ['Published', 'height']],
      [
        'datetime',
        '2018-12-31t23:59:59z/2020-01-01T00:00:00+00:00',
        ['Published', 'height', 'on_grid', 'on_grid.tif'],
      ],
      ['datetime', '../2019-01-01T00:00:00Z', ['Published', 'height']],
      ['datetime', '/2000-01-01T00:00:00Z', []],
      ['collections', 'processed-rasters', ['on_grid.tif']],
      ['collections', 'processed-rasters,nothing', ['on_grid.tif']],
      ['collections', 'nothing', []],
      ['filter', "iso3_code = 'TGO'", ['Published', 'height']],
      ['filter', 'year >= 2018 AND year < 2020', ['Published', 'height']],
      ['filter', '2020 <= year', ['on_grid', 'on_grid.tif']],
      ['filter', "source = 'O''Neil''s gauges'", ['rain']],
      ['filter', "title LIKE 'on\\_grid%' and NOT collection = 'bands'", ['on_grid.tif']],
      ['filter', "title NOT LIKE '%i%'", []],
      [
        'filter',
        "(unit = 'm' OR target IN ('water', 'stunting')) AND year BETWEEN 2017 AND 2019",
        ['Published', 'height'],
      ],
      ['filter', 'year NOT IN (2018) AND year IS NOT NULL', ['on_grid', 'on_grid.tif']],
      ['filter', "datetime < TIMESTAMP('2018-06-01T00:00:00Z')", ['Published', 'height']],
      ['filter', 'datetime >= DATE(\'2020-01-01\') AND "year" = 2020', ['on_grid', 'on_grid.tif']],
      ['filter', '"proj:epsg" <> 4326 AND proj:epsg IS NOT NULL', []],
    ]),
    async (name, value, titles) => {
      const found = await find({ [name]: value })
      expect(found.filter((title) => ALL.includes(title))).toEqual(titles)
    },
  )
  everyCase(
    'rejects wrong values with 400 that says why',
    byValues<[name: string, value: string, sentence: string]>([
      ['filter', 'year', 'expected a comparison'],
      ['filter', 'secret = 1', "'secret' is not a property here; allowed are id, collection"],
      ['filter', 'year = ', 'expected a value'],
      ['filter', "year = 'x'", 'compared with a number'],
      ['filter', "title LIKE 'x\\'", 'backslash'],
      ['filter', 'year LIKE 5', 'LIKE needs a text property'],
      ['filter', 'S_INTERSECTS(geometry, POINT(1 2))', 'the function S_INTERSECTS is not supported'],
      ['filter', 'year = 2018; drop table bands', "'; drop table bands' is not CQL2 text"],
      ['filter', '('.repeat(30) + 'year = 1' + ')'.repeat(30), 'nested deeper than 20'],
      ['filter', 'year = 1' + ' OR year = 1'.repeat(130), 'more than 500'],
      ['filter', "datetime = TIMESTAMP('yesterday')", "'yesterday' is not a moment"],
      ['filter', 'year = 1e999', 'too large'],
      ['filter', 'year + 1 = 2019', "'+ 1 = 2019' is not CQL2 text"],
      ['filter', "constructor = 'x'", 'is not a property'],
      ['bbox', '1,2,3', 'bbox must be'],
      ['bbox', '1,9,2,3', 'bbox must be'],
      ['bbox', '-190,0,1,1', 'bbox must be'],
      ['bbox', ',,,', 'bbox must be'],
      ['datetime', '../..', 'datetime must be'],
      ['datetime', '2020', 'datetime must be'],
      ['datetime', '2021-01-01T00:00:00Z/2020-01-01T00:00:00Z', 'datetime must be'],
      ['token', 'outputs', 'token must come'],
      ['token', 'secrets.5', 'token must come'],
    ]),
    async (name, value, sentence) => {
      const answer = await get(`/stac/search?${name}=${encodeURIComponent(value)}`)
      expect(answer.statusCode).toBe(400)
      expect(answer.json().detail).toContain(sentence)
    },
  )
  const ring = (west: number, south: number, east: number, north: number) => [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
  // The rectangle of `height`, `rain` and the product is 0.95 to 3.35 and 5.85 to 8.25, that of `on_grid` 10 to 10.2 and 19.9 to 20.
  const GRID = ['on_grid', 'on_grid.tif']
  const TOGO = ['Published', 'height', 'rain']
  everyCase<[geometry: object, titles: string[]]>(
    'finds by intersects with any geometry, by query and by body',
    [
      ['a point inside', { type: 'Point', coordinates: [10.1, 19.95] }, GRID],
      ['a point on the edge, with a height', { type: 'Point', coordinates: [10, 19.95, 7] }, GRID],
      ['a point beside it', { type: 'Point', coordinates: [9.9, 19.95] }, []],
      [
        'several points',
        {
          type: 'MultiPoint',
          coordinates: [
            [50, 50],
            [10.1, 19.95],
          ],
        },
        GRID,
      ],
      [
        'a line across, whose ends are outside',
        {
          type: 'LineString',
          coordinates: [
            [9, 19.95],
            [11, 19.95],
          ],
        },
        GRID,
      ],
      [
        'lines around the corner',
        {
          type: 'MultiLineString',
          coordinates: [
            [
              [9.9, 19.9],
              [10.1, 20.3],
            ],
          ],
        },
        [],
      ],
      [
        'a polygon around both',
        { type: 'Polygon', coordinates: [ring(-20, -20, 30, 30)] },
        [...TOGO, ...GRID],
      ],
      ['a polygon inside', { type: 'Polygon', coordinates: [ring(2, 7, 2.1, 7.1)] }, TOGO],
      [
        'a triangle whose bounds meet it, and whose area does not',
        {
          type: 'Polygon',
          coordinates: [
            [
              [3, 10],
              [8, 5],
              [8, 10],
              [3, 10],
            ],
          ],
        },
        [],
      ],
      [
        'a polygon with it in its hole',
        { type: 'Polygon', coordinates: [ring(-20, -20, 30, 30), ring(9, 19, 11, 21)] },
        TOGO,
      ],
      [
        'polygons, one of which fills the hole of the other',
        {
          type: 'MultiPolygon',
          coordinates: [[ring(5, 15, 15, 25), ring(9, 19, 11, 21)], [ring(9.5, 19.5, 10.5, 20.5)]],
        },
        GRID,
      ],
      [
        'a collection',
        {
          type: 'GeometryCollection',
          geometries: [
            { type: 'Point', coordinates: [10.1, 19.95] },
            { type: 'Polygon', coordinates: [ring(2, 7, 2.1, 7.1)] },
          ],
        },
        [...TOGO, ...GRID],
      ],
    ],
    async (geometry, titles) => {
      const found = await find({ intersects: JSON.stringify(geometry) })
      expect(found.filter((title) => ALL.includes(title))).toEqual(titles.toSorted())
      const sent = await send({ intersects: geometry, limit: 1000 })
      expect(sent.json().numberMatched).toBe(found.length)
    },
  )
  everyCase(
    'rejects a wrong intersects with 400',
    byValues<[value: string, sentence: string]>([
      ['x', 'must be a GeoJSON geometry'],
      ['{"type": "Feature"}', 'must be a GeoJSON geometry'],
      ['{"type": "Point", "coordinates": [500000, 1000000]}', 'in degrees'],
      ['{"type": "MultiPoint", "coordinates": []}', 'must be a GeoJSON geometry'],
      ['{"type": "Point", "coordinates": [1, 2]}&bbox=0,0,1,1', 'not both'],
    ]),
    async (value, sentence) => {
      const [geometry, more = ''] = value.split('&')
      const answer = await get(`/stac/search?intersects=${encodeURIComponent(geometry)}&${more}`)
      expect(answer.statusCode, answer.body).toBe(400)
      expect(answer.json().detail).toContain(sentence)
    },
  )
  it('rejects a geometry with more than 10,000 positions', async () => {
    const coordinates = Array.from({ length: 10_001 }, () => [1, 2])
    const answer = await send({ intersects: { type: 'MultiPoint', coordinates } })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().detail).toContain('more than 10,000 positions')
  })
  it('takes a limit above 1000 as 1000, as OGC API – Features requires', async () => {
    const { links } = (await get('/stac/search?limit=5000')).json()
    expect(links.find(({ rel }: { rel: string }) => rel === 'self').href).toContain('limit=1000&')
    expect((await send({ limit: 10_000 })).statusCode).toBe(200)
  })
  it('rejects with 400 what no standard call takes', async () => {
    for (const query of [
      'limit=0',
      'limit=x',
      'filter-lang=cql2-json',
      'sortby=secret',
      'nonsense=1',
      'f=html',
    ])
      expect((await get(`/stac/search?${query}`)).statusCode, query).toBe(400)
    for (const path of [
      '/stac/collections?bbox=1,2',
      '/stac/collections?limit=x',
      '/tiles/collections?f=html',
    ])
      expect((await get(path)).statusCode, path).toBe(400)
    expect((await send({ intersects: { type: 'Feature' } })).statusCode).toBe(400)
    expect((await send({ bbox: [1, 2, 3] })).statusCode).toBe(400)
  })
  const property = (name: string) => ({ property: name })
  everyCase(
    'by CQL2 JSON finds what the same text does',
    byValues<[filter: object, text: string]>([
      [{ op: '=', args: [property('iso3_code'), 'TGO'] }, "iso3_code = 'TGO'"],
      [{ op: '=', args: [property('source'), "O'Neil's gauges"] }, "source = 'O''Neil''s gauges'"],
      [
        {
          op: 'and',
          args: [
            { op: '>=', args: [property('year'), 2018] },
            { op: 'not', args: [{ op: 'in', args: [property('target'), ['water', 'stunting']] }] },
          ],
        },
        "year >= 2018 AND NOT target IN ('water', 'stunting')",
      ],
      [
        {
          op: 'or',
          args: [
            { op: 'isNull', args: [property('year')] },
            { op: 'between', args: [property('year'), 2019, 2021] },
          ],
        },
        'year IS NULL OR year BETWEEN 2019 AND 2021',
      ],
      [{ op: 'like', args: [property('title'), 'on\\_grid%'] }, "title LIKE 'on\\_grid%'"],
      [
        { op: '<', args: [property('datetime'), { timestamp: '2018-06-01T00:00:00Z' }] },
        "datetime < TIMESTAMP('2018-06-01T00:00:00Z')",
      ],
      [{ op: '>=', args: [property('datetime'), { date: '2020-01-01' }] }, "datetime >= DATE('2020-01-01')"],
    ]),
    async (filter, text) => {
      const ids = (answer: Injected) => (answer.json().features as StacItem[]).map(({ id }) => id)
      const sent = await send({ filter, 'filter-lang': 'cql2-json', limit: 1000 })
      expect(sent.statusCode, sent.body).toBe(200)
      expect(ids(sent)).toEqual(ids(await send({ filter: text, limit: 1000 })))
      expect(ids(sent).length).toBeLessThan(ids(await send({ limit: 1000 })).length)
    },
  )
  everyCase(
    'rejects wrong CQL2 JSON with 400',
    byValues<[filter: object, sentence: string]>([
      [{ op: '=' }, "neither 'op' and 'args' nor 'property'"],
      [{ op: 's_intersects', args: [property('geometry'), {}] }, 'use bbox or intersects'],
      [{ op: '=', args: [property('secret'), 1] }, "'secret' is not a property here"],
      [{ op: '=', args: [property('year" = 1 or "year'), 1] }, 'is not a property here'],
      [{ op: '=', args: [property('year'), true] }, 'true cannot be compared'],
      [
        JSON.parse('{"op":"not","args":['.repeat(12) + '{"property":"year"}' + ']}'.repeat(12)) as object,
        'nested deeper than 20',
      ],
    ]),
    async (filter, sentence) => {
      const answer = await send({ filter })
      expect(answer.statusCode).toBe(400)
      expect(answer.json().detail).toContain(sentence)
    },
  )
  it('gives each item once, page by page, by query and by body', async () => {
    const whole = ((await get('/stac/search?limit=1000')).json().features as StacItem[]).map(({ id }) => id)
    const byQuery: string[] = []
    let next: string | undefined = `${base}/stac/search?limit=2`
    while (next) {
      const answer: Response = await fetch(next, { headers: people.viewer.headers })
      const { features, links, numberMatched }: Items = await answer.json()
      expect(numberMatched).toBe(whole.length)
      byQuery.push(...features.map(({ id }) => id))
      next = links.find(({ rel }) => rel === 'next')?.href
    }
    expect(byQuery).toEqual(whole)
    const byBody: string[] = []
    let body: object | undefined = { limit: 2, filter: 'year IS NULL OR year > 0' }
    while (body) {
      const { features, links }: Items = (await send(body)).json()
      byBody.push(...features.map(({ id }) => id))
      body = links.find(({ rel }) => rel === 'next')?.body
    }
    expect(byBody).toEqual(whole)
  })
  it('takes the token of a page for the same search only, whatever its limit', async () => {
    const { links }: Items = (await get('/stac/search?limit=1&collections=bands')).json()
    const next = new URL(links.find(({ rel }) => rel === 'next')!.href)
    const { search } = next
    expect((await get(`/stac/search${search.replace('limit=1', 'limit=3')}`)).statusCode).toBe(200)
    const token = next.searchParams.get('token')!
    expect((await get(`/stac/collections/bands/items?token=${token}`)).statusCode).toBe(200)
    for (const other of ['', 'collections=processed&', 'collections=bands&filter=year>0&']) {
      const answer = await get(`/stac/search?${other}token=${token}`)
      expect(answer.statusCode, other).toBe(400)
      expect(answer.json().detail).toBe('token must come from the link to the next page of the same search.')
    }
  })
  it('as a body takes lists, and an access token that may only read', async () => {
    const made = await service.inject({
      method: 'POST',
      url: '/users/me/access-tokens',
      headers: people.viewer.headers,
      payload: { name: 'stac', scopes: ['read'], expires_in_days: 1 },
    })
    const answer = await service.inject({
      method: 'POST',
      url: '/stac/search',
      headers: { authorization: `Bearer ${made.json().token}` },
      payload: {
        collections: ['bands'],
        bbox: [9, 19, 11, 21],
        ids: ['band-1', `band-${ids.rain}`, 'band-3'],
      },
    })
    expect(answer.statusCode).toBe(200)
    expect(answer.json().features).toHaveLength(1)
  })
})

/** The requests of pystac-client 0.9, which is not at hand everywhere. */
describe('pystac-client', () => {
  const titlesOf = (answer: Injected) => {
    expect(answer.statusCode, answer.body).toBe(200)
    return (answer.json().features as StacItem[]).map(({ properties }) => properties.title)
  }
  const address = (href: string) => href.slice(base.length)
  it('opens the catalogue and finds the classes that it looks for', async () => {
    const { conformsTo } = (await get('/stac')).json() as { conformsTo: string[] }
    const classes = ['core', 'item-search', 'collections', 'ogcapi-features', 'collection-search']
    for (const name of [...classes, 'collection-search#free-text', 'item-search#sort'])
      expect(
        conformsTo.some(
          (one) => one.startsWith('https://api.stacspec.org/v1.0.') && one.endsWith(`/${name}`),
        ),
        name,
      ).toBe(true)
    expect(conformsTo.join()).not.toContain('oas30')
    expect(conformsTo.join()).toContain('oas31')
  })
  it("gets a collection's items by its link, with ids and collections", async () => {
    const collection = (await get('/stac/collections/bands')).json()
    expect(collection.itemType).toBe('feature')
    const items = address(collection.links.find(({ rel }: { rel: string }) => rel === 'items').href)
    expect(titlesOf(await get(`${items}?collections=bands`))).toContain('height')
    expect(titlesOf(await get(`${items}?ids=band-${ids.rain}%2Cband-0&collections=bands`))).toEqual(['rain'])
    expect(titlesOf(await get(`${items}?collections=outputs`))).toEqual([])
    expect((await get(`${items}/band-${ids.rain}`)).json().properties.title).toBe('rain')
  })
  it('searches collections by area, time and words, page by page', async () => {
    const found = async (query: string) => {
      const answer = await get(`/stac/collections?${query}`)
      expect(answer.statusCode, answer.body).toBe(200)
      return (answer.json().collections as { id: string }[]).map(({ id }) => id)
    }
    const all = ['bands', 'processed-rasters', 'outputs']
    expect(await found('f=json')).toEqual(all)
    expect(await found('bbox=9.0%2C19.0%2C11.0%2C21.0')).toEqual(['bands', 'processed-rasters'])
    expect(await found('bbox=170,19,10.1,21')).toContain('processed-rasters')
    expect(await found('bbox=-60,-60,-50,-50')).toEqual([])
    expect(await found('datetime=..%2F2019-12-31T00%3A00%3A00Z')).not.toContain('processed-rasters')
    expect(await found('datetime=2020-12-31T23:59:59Z/..')).toContain('processed-rasters')
    expect(await found('q=Covariates%2Csurvey')).toEqual(['bands', 'outputs'])
    expect(await found('q=nothing')).toEqual([])
    const pages: string[] = []
    let next: string | undefined = '/stac/collections?limit=2'
    while (next) {
      const { collections, links, numberMatched } = (await get(next)).json()
      expect(numberMatched).toBe(3)
      pages.push(...collections.map(({ id }: { id: string }) => id))
      const href = links.find(({ rel }: { rel: string }) => rel === 'next')?.href as string | undefined
      next = href && address(href)
    }
    expect(pages).toEqual(all)
    expect((await get('/stac/collections?token=x')).statusCode).toBe(400)
  })
  it("finds an item by its own time, at a period's ends too", async () => {
    const item = (await get(`/stac/collections/bands/items/band-${ids.rain}`)).json() as StacItem
    const moment = item.properties.datetime as string
    const [before, after] = ['2000-01-01T00:00:00Z', '2999-01-01T00:00:00Z']
    for (const datetime of [moment, `${moment}/${after}`, `${before}/${moment}`, `../${moment}`])
      expect(await find({ datetime, ids: item.id }), datetime).toEqual(['rain'])
    const filter = `datetime = TIMESTAMP('${moment}') AND created = TIMESTAMP('${moment}')`
    expect(await find({ filter, ids: item.id })).toEqual(['rain'])
  })
  it('sorts, page by page, by query and by body', async () => {
    const filter = "iso3_code = 'TGO' OR collection = 'bands' AND title IN ('rain', 'on_grid')"
    const sorted = async (sortby: string) => {
      const titles: unknown[] = []
      let next: string | undefined = `/stac/search?${new URLSearchParams({ filter, sortby, limit: '2' })}`
      while (next) {
        const answer = await get(next)
        titles.push(...titlesOf(answer))
        const href = (answer.json() as Items).links.find(({ rel }) => rel === 'next')?.href
        next = href && address(href)
      }
      return titles
    }
    const byTitle = await sorted('+properties.title')
    expect(byTitle).toEqual((await find({ filter })).sort())
    expect(await sorted('-title')).toEqual(byTitle.toReversed())
    expect((await sorted('-properties.year,id'))[0]).toBe('on_grid')
    const sent = await send({ filter, sortby: [{ field: 'properties.title', direction: 'desc' }] })
    expect(titlesOf(sent)).toEqual(byTitle.toReversed())
    const [{ href }] = (await get('/stac/search?limit=1')).json().links.slice(-1)
    expect((await get(`${address(href)}&sortby=id`)).statusCode).toBe(400)
    expect((await send({ sortby: Array(6).fill({ field: 'id' }) })).statusCode).toBe(400)
  })
})

describe.skipIf(!hasDriver('STACIT'))('GDAL STACIT (skipped without the driver)', () => {
  it('makes one mosaic of the items of a search, following the links to further pages', async () => {
    const { token } = people.viewer
    const filter = encodeURIComponent("title LIKE 'tile%'")
    for (const [name, west] of [
      ['tile_west', 30],
      ['tile_east', 31],
    ] as const) {
      const values = Float32Array.from({ length: 100 }, () => west)
      const file = { width: 10, height: 10, affine: [0.1, 0, west, 0, -0.1, 5] as const, crs: 4326, values }
      await upload(name, {}, writeCog(file))
    }
    const source = `STACIT:"${base}/stac/search?limit=1&collections=bands&filter=${filter}":asset=data`
    const facts = JSON.parse(await gdal('gdalinfo', ['-json', source], { token })) as { size: number[] }
    expect(facts.size).toEqual([20, 10])
    const at = async (longitude: string) =>
      Number(await gdal('gdallocationinfo', ['-valonly', '-wgs84', source, longitude, '4.5'], { token }))
    expect([await at('30.5'), await at('31.5')]).toEqual([30, 31])
  })
})

it('gives a code of Esri with its authority, and no code of EPSG', () => {
  const grid = { bounds: [0, 0, 2, 1], width: 2, height: 1, affine: [1, 0, 0, 0, -1, 1] } as const
  const fields = (epsg: number | null) => {
    const { 'proj:epsg': number, 'proj:code': code } = projectionOf({ ...grid, epsg })
    return [number, code]
  }
  expect(fields(54009)).toEqual([null, 'ESRI:54009'])
  expect(fields(20063)).toEqual([null, 'ESRI:20063'])
  expect(fields(32631)).toEqual([32631, 'EPSG:32631'])
  expect(fields(null)).toEqual([null, null])
})
