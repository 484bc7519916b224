import { readFile } from 'node:fs/promises'
import { eq, inArray, like, sql } from '#drizzle'
import pg from 'pg'
import { parseBox } from '#contract/interpolation/interpolation-list.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { assets, bands, job_outputs, job_tags, jobs, products, tags } from '#service/db/schema.ts'
import { meet } from '#service/raster/grids/around-globe.ts'
import { merge } from '#service/domain/tags/merge.ts'
import { storeFile } from '../../support/store-file.ts'
import { raster } from '../../fixtures/configuration/country-folder.ts'
import { type LayerFixture, createLayerFixture } from '../../support/jobs/layer-fixture.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'
import { waitingSessions } from '../../support/waiting-sessions.ts'
import { leftovers, post } from '../rasters/sending.ts'

let service: TestService
let layer: LayerFixture
const people = {} as Record<'viewer' | 'staff' | 'admin', TestPerson>
const surfaces = {
  bounds: [1, 6, 3, 8] as [number, number, number, number],
  ...Object.fromEntries(
    ['mean', 'lower', 'upper', 'width'].map((name) => [name, { min: 0, max: 1, mean: 0.5, histogram: [1] }]),
  ),
} as (typeof jobs.$inferSelect)['surfaces']
const mean = raster((x, y) => x / 10 + y)

async function finishedJob(round: string, outputs: Record<string, Buffer>) {
  const id = await layer.addJob({ round, status: 'completed', surfaces, datetime_finished: new Date() })
  for (const [type, content] of Object.entries(outputs)) {
    const file = await storeFile(service.services, {
      name: `job-${id}-${type}`,
      mediaType: type === 'adm' ? 'text/csv' : 'image/tiff',
      content,
      createdBy: null,
    })
    await service.services.db.insert(job_outputs).values({ job_id: id, type, file_id: file.id })
  }
  return id
}
const setFinal = (id: number, final: boolean) =>
  service.services.db.update(jobs).set({ final }).where(eq(jobs.id, id))

let first: number
let second: number
beforeAll(async () => {
  service = await createTestService()
  for (const role of ['viewer', 'staff', 'admin'] as const) people[role] = await service.logIn(role)
  layer = await createLayerFixture(service.services, people.staff.id)
  first = await finishedJob('1', { mean, lower: mean, adm: Buffer.from('level\n'), log: Buffer.from('x') })
  second = await finishedJob('2', { mean })
  await setFinal(first, true)
  await setFinal(second, true)
  // Not final: not a product.
  await finishedJob('3', { mean })
})
afterAll(() => service.close())

const get = (url: string, person = people.viewer, headers = {}) =>
  service.inject({ url, headers: { ...person.headers, ...headers } })
const send = (
  method: 'POST' | 'PUT',
  url: string,
  payload: object,
  person: TestPerson | null = people.staff,
) => service.inject({ method, url, payload, headers: person?.headers ?? {} })
const about = {
  iso3_code: 'tgo',
  target: 'water',
  source: 'DHS',
  source_wave: '2018',
  source_date: '2018-05-01',
  data_description: 'Checked in',
  unit: '%',
}
const checkIn = (
  fields: Record<string, string> = {},
  content = raster((x) => x),
  person: TestPerson | undefined = people.staff,
  name = 'water.tif',
) =>
  post(service, person, '/interpolation/raster/check-in', { ...about, ...fields }, [
    { field: 'file', name, content },
  ])

describe('the catalogue', () => {
  it('lists final jobs with their files, and follows their mark', async () => {
    const { content, totalElements } = (await get('/interpolation')).json()
    expect(totalElements).toBe(2)
    const product = content.find((one: { job_id: number }) => one.job_id === first)
    expect(product).toMatchObject({
      job_key: `tst-water-sim-2024-r1-${first}`,
      iso3_code: 'TST',
      country: 'Testland',
      target: 'water',
      source: 'SIM',
      source_wave: '2024',
      source_date: '2024-03-01',
      year: 2024,
      round: '1',
      title: 'Testland: water, SIM 2024, round 1',
      data_description: 'Water at home',
      crs: 4326,
      bounds: [1, 6, 3, 8],
      bounds_degrees: [1, 6, 3, 8],
      status: 'published',
      version: '1',
      final: true,
      created_by: people.staff.id,
    })
    expect(product.resolution_m).toBeCloseTo(11119.5, 0)
    expect(product.files.map((file: { ext: string }) => file.ext)).toEqual(['tif', 'lower.tif', 'csv'])
    await setFinal(second, false)
    expect((await get('/interpolation/size')).json()).toBe(1)
    expect(
      (await get(`/interpolation/${content.find((one: { job_id: number }) => one.job_id === second).id}`))
        .statusCode,
    ).toBe(404)
    await setFinal(second, true)
    expect((await get('/interpolation/size')).json()).toBe(2)
  })
  it('dates a product from when its job became final, and again when it is marked again', async () => {
    const job = await finishedJob('dated', { mean })
    const yesterday = new Date(Date.now() - 86_400_000)
    await service.services.db.update(jobs).set({ datetime_finished: yesterday }).where(eq(jobs.id, job))
    const mark = async () => {
      const since = Date.now()
      await setFinal(job, true)
      const { content } = (await get('/interpolation?round=dated')).json()
      // The database's clock, to the millisecond.
      expect(Date.parse(content[0].created_at)).toBeGreaterThan(since - 1000)
      return content[0]
    }
    const { id, created_at } = await mark()
    const { properties } = (await get(`/stac/collections/outputs/items/product-${id}`)).json()
    expect(properties.created).toBe(created_at)
    await setFinal(job, false)
    await service.services.db.update(products).set({ created_at: yesterday }).where(eq(products.id, id))
    await mark()
    // Other changes of a final job do not date it again.
    await service.services.db.update(products).set({ created_at: yesterday }).where(eq(products.id, id))
    await service.services.db
      .update(jobs)
      .set({ final: true, data_description: 'Checked' })
      .where(eq(jobs.id, job))
    expect((await get(`/interpolation/${id}`)).json().created_at).toBe(yesterday.toISOString())
    // The tests below count products and jobs.
    await service.services.db.delete(jobs).where(eq(jobs.id, job))
  })
  it('accepts the country under any of its names', async () => {
    for (const query of [
      'iso3_code=tst',
      'iso_3_code=TST',
      'iso3_codes=TST,KEN',
      'iso_3_codes=KEN&iso_3_codes=TST',
    ])
      expect((await get(`/interpolation?${query}`)).json().totalElements, query).toBe(2)
    expect((await get('/interpolation/size?iso_3_codes=KEN,UGA')).json()).toBe(0)
    expect((await get('/interpolation?iso_3_code=Kenya')).statusCode).toBe(422)
  })
  it.each([
    ['round=2', 1],
    ['round=1&round=2', 2],
    ['target=water&source=SIM&source_wave=2024&source_date=2024-03-01', 2],
    ['target=stunting', 0],
    ['year=2024', 2],
    ['year=2023', 0],
    ['title=ROUND 1', 1],
    ['title=%25', 0],
    ['data_description=at home', 2],
    ['status=published', 2],
    ['status=draft', 0],
    ['version=1', 2],
    ['final=true', 2],
    ['final=false', 0],
    ['created_start=2020-01-01&created_end=2100-01-01', 2],
    ['created_end=2020-01-01', 0],
    ['tags=none', 0],
    ['bounds=0,0,1.5,6.5', 2],
    ['bounds=2.9,7.9,40,40', 2],
    ['bounds=3.1,5,40,40', 0],
    ['bounds=-180,-90,180,90', 2],
    ['bounds=1,8.1,3,9', 0],
  ])('filters by %s', async (query, total) => {
    expect((await get(`/interpolation?${query}`)).json().totalElements).toBe(total)
    expect((await get(`/interpolation/size?${query}&limit=1`)).json()).toBe(total)
  })
  it.each([
    // 31N: 1.20° E to 3° E, 5.43° N to 8.15° N.
    ['in a projected system', 32631, [300_000, 900_000], [100_000, 150_000], ['2,7,2.1,7.1', '3.1,5,40,40']],
    ['in Web Mercator', 3857, [111_319, 893_464], [111_319, 111_319], ['1.5,6.5,2,7', '3.1,6,4,8']],
    ['in degrees from 0 to 360', 4326, [350, 8], [5, 1], ['-9,6,-8,7', '1,6,3,8']],
    ['in degrees across 180°', 4326, [176, -15], [4, 2.5], ['-179,-19,-177,-16', '-175,-19,-170,-16']],
    ['in a box across 180°', 4326, [176, -15], [4, 2.5], ['179,-19,-179,-16', '179,2,-179,5']],
    [
      'west of 180°, in a box across it',
      4326,
      [170, -15],
      [4, 2.5],
      ['177,-19,-179,-16', '179,-19,-179,-16'],
    ],
    [
      'east of 180°, in a box across it',
      4326,
      [-178, -15],
      [4, 2.5],
      ['177,-19,-177,-16', '177,-19,-179,-16'],
    ],
    [
      'projected across 180°',
      32760,
      [700_000, 8_100_000],
      [150_000, 100_000],
      ['-179,-18,-178.5,-17.5', '0,-18,170,-17'],
    ],
    ['in a system that cannot be computed', 9999, [1, 8], [1, 1], [null, '-180,-90,180,90']],
  ] as const)(
    'finds a raster %s by its extent in degrees',
    async (_, epsg, [west, north], [dx, dy], boxes) => {
      const { db } = service.services
      const { product } = (await checkIn()).json()
      const size = async (box: string) =>
        (await get(`/interpolation/size?bounds=${box}&id=${product.id}`)).json()
      // Found before the change, so that the stored extent has to be computed again.
      expect(await size('-180,-90,180,90')).toBe(1)
      await db
        .update(assets)
        .set({ epsg, width: 2, height: 2, affine: [dx, 0, west, 0, -dy, north], extent: null })
        .where(eq(assets.id, product.asset_id))
      const [inside, outside] = boxes
      if (inside) expect(await size(inside)).toBe(1)
      expect(await size(outside)).toBe(0)
      const facets = await get(`/interpolation/facets?field=target&bounds=${outside}&id=${product.id}`)
      expect(facets.json().content).toEqual([])
      const { bounds_degrees: degrees } = (await get(`/interpolation/${product.id}`)).json()
      if (inside) expect(meet(degrees, parseBox(inside)!)).toBe(true)
      else expect(degrees).toBeNull()
      await db.delete(products).where(eq(products.id, product.id))
      await db.delete(bands).where(eq(bands.asset_id, product.asset_id))
      await db.delete(assets).where(eq(assets.id, product.asset_id))
    },
  )
  it.each(['1,2,3', '1,2,3,x', '1,4,3,2', '1,2,1,4', '-181,0,1,1', '', '1,,3,4'])(
    'rejects the box %j',
    async (bounds) => {
      expect((await get(`/interpolation?bounds=${bounds}`)).statusCode).toBe(422)
    },
  )
  it('sorts and pages, with the total past the end', async () => {
    const rounds = async (query: string) =>
      (await get(`/interpolation?${query}`)).json().content.map((one: { round: string }) => one.round)
    expect(await rounds('sort_by=round')).toEqual(['2', '1'])
    expect(await rounds('sort_by=round&sort_order=asc')).toEqual(['1', '2'])
    expect(await rounds('sort_by=round&sort_order=asc&limit=1&skip=1')).toEqual(['2'])
    expect((await get('/interpolation?skip=1000')).json()).toEqual({ content: [], totalElements: 2 })
    expect((await get('/interpolation?sort_by=secret')).json().detail).toMatch(
      /^sort_by must be one of id, job_key/,
    )
    expect((await get('/interpolation?nonsense=1')).statusCode).toBe(422)
  })
  it('lists its countries, sources and modelled targets', async () => {
    expect((await get('/app/interpolation/catalog-countries')).json().content).toEqual([
      { iso3_code: 'TST', name: 'Testland', products: 2 },
    ])
    expect((await get('/app/interpolation/sources')).json()).toEqual({ content: ['SIM'], totalElements: 1 })
    expect((await get('/app/interpolation/model-countries')).json().content).toEqual([
      { iso3_code: 'TST', name: 'Testland', jobs: 3 },
    ])
  })
  it('is available to logged-in people', async () => {
    for (const url of ['/interpolation', '/interpolation/size', '/app/interpolation/sources'])
      expect((await service.inject({ url })).json().detail).toBe('Could not validate credentials')
  })
})

const productOf = async (jobId: number) =>
  (await service.services.db.select().from(products).where(eq(products.job_id, jobId)))[0].id

describe("a product's files", () => {
  it('are requested by ext, with byte ranges', async () => {
    const id = await productOf(first)
    const whole = await get(`/interpolation/download/${id}?ext=tif`)
    expect(whole.rawPayload.equals(mean)).toBe(true)
    const part = await get(`/interpolation/download/${id}?ext=lower.tif`, people.viewer, {
      range: 'bytes=4-7',
    })
    expect(part.statusCode).toBe(206)
    expect(part.rawPayload.equals(mean.subarray(4, 8))).toBe(true)
    expect((await get(`/interpolation/download/${id}?ext=csv`)).headers['content-type']).toBe('text/csv')
  })
  it('that do not exist are rejected with a list of those that do', async () => {
    const id = await productOf(second)
    const unknown = await get(`/interpolation/download/${id}?ext=exe`)
    expect(unknown.statusCode).toBe(422)
    expect(unknown.json().detail).toMatch(/^ext must be one of tif, lower\.tif/)
    const absent = await get(`/interpolation/download/${id}?ext=csv`)
    expect(absent.statusCode).toBe(404)
    expect(absent.json().detail).toBe(`Product ${id} has no file 'csv'; it has tif.`)
    expect((await get('/interpolation/download/999999?ext=tif')).json().detail).toBe(
      'There is no product 999999.',
    )
    for (const bad of ['undefined', '..%2f1', '1;--'])
      expect((await get(`/interpolation/download/${bad}?ext=tif`)).statusCode).toBe(422)
  })
  it('open by a signed link without a session, for ten minutes, until the product is removed', async () => {
    const id = await productOf(second)
    const { url, expires_at } = (await get(`/interpolation/download-link/${id}?ext=tif`)).json()
    const left = new Date(expires_at).getTime() - Date.now()
    expect(left).toBeGreaterThan(590_000)
    expect(left).toBeLessThan(601_000)
    const path = new URL(url).pathname.replace('/api/v1', '')
    expect((await service.inject({ url: path })).rawPayload.equals(mean)).toBe(true)
    await setFinal(second, false)
    expect((await service.inject({ url: path })).statusCode).toBe(410)
    await setFinal(second, true)
    expect((await get(`/interpolation/download-link/${id}?ext=csv`)).statusCode).toBe(404)
    expect((await get(`/interpolation/download-link/${id}?ext=zip`)).statusCode).toBe(422)
  })
  it('are linked in bulk, or none with all missing ones named', async () => {
    const [one, two] = [await productOf(first), await productOf(second)]
    const files = [{ id: one, ext: 'tif' }, { id: one, ext: 'csv' }, { id: two }, { id: two, ext: 'tif' }]
    const answer = await send('POST', '/interpolation/download/bulk', { files }, people.viewer)
    expect(answer.statusCode).toBe(200)
    const { content, totalElements } = answer.json()
    expect(totalElements).toBe(3)
    expect(content.map((file: { id: number; ext: string }) => [file.id, file.ext])).toEqual([
      [one, 'tif'],
      [one, 'csv'],
      [two, 'tif'],
    ])
    expect(content[0]).toMatchObject({ size: mean.length })
    const path = new URL(content[2].url).pathname.replace('/api/v1', '')
    expect((await service.inject({ url: path })).rawPayload.equals(mean)).toBe(true)

    const missing = await send('POST', '/interpolation/download/bulk', {
      files: [{ id: one }, { id: two, ext: 'csv' }, { id: 424242 }],
    })
    expect(missing.statusCode).toBe(404)
    expect(missing.json().errors.map((error: { message: string }) => error.message)).toEqual([
      `Product ${two} has no file 'csv'; it has tif.`,
      'There is no product 424242.',
    ])
    expect((await send('POST', '/interpolation/download/bulk', { files: [] })).statusCode).toBe(422)
    expect(
      (await send('POST', '/interpolation/download/bulk', { files: [{ id: 1, ext: '../x' }] })).statusCode,
    ).toBe(422)
    expect((await send('POST', '/interpolation/download/bulk', { files }, null)).statusCode).toBe(403)
  })
})

describe('changing many', () => {
  const change = (items: object[], person: TestPerson | null = people.staff) =>
    send('PUT', '/interpolation/bulk/', { items }, person)

  it('writes the named columns and reports the changes', async () => {
    const [one, two] = [await productOf(first), await productOf(second)]
    const answer = await change([
      { id: one, title: 'Renamed', tags: ['Good', 'good', 'checked'], status: 'draft' },
      { id: two, version: '1', data_description: '' },
    ])
    expect(answer.statusCode).toBe(200)
    expect(answer.json().content).toEqual([
      {
        id: one,
        changes: {
          title: { from: 'Testland: water, SIM 2024, round 1', to: 'Renamed' },
          status: { from: 'published', to: 'draft' },
          tags: { from: [], to: ['good', 'checked'] },
        },
      },
      { id: two, changes: { data_description: { from: 'Water at home', to: '' } } },
    ])
    const product = (await get(`/interpolation/${one}`)).json()
    expect(product).toMatchObject({ title: 'Renamed', status: 'draft' })
    expect(product.tags.map((tag: { name: string }) => tag.name)).toEqual(['checked', 'Good'])
    // The job itself has them, so that a filter of jobs finds them too.
    expect(await service.services.db.select().from(job_tags).where(eq(job_tags.job_id, first))).toHaveLength(
      2,
    )
    expect((await get('/interpolation?tags=GOOD&tags=checked')).json().totalElements).toBe(1)
    // Repeating the same changes nothing.
    const again = await change([{ id: one, title: 'Renamed', tags: ['checked', 'GOOD'] }])
    expect(again.json().content).toEqual([{ id: one, changes: {} }])
    // Losing and regaining the mark keeps edited fields.
    await setFinal(first, false)
    await setFinal(first, true)
    expect((await get(`/interpolation/${one}`)).json().title).toBe('Renamed')
  })
  it('takes as many statements for many products as for a few, and gives each its own', async () => {
    const { db } = service.services
    const made: number[] = []
    for (let i = 0; i < 24; i++) {
      const id = await layer.addJob({ round: `many-${i}`, status: 'completed', surfaces, final: true })
      made.push(await productOf(id))
    }
    const [asset] = await db.select().from(assets).limit(1)
    for (let i = 0; i < 24; i++) {
      const { id: _id, ...values } = asset
      const [copy] = await db.insert(assets).values(values).returning()
      const about = { iso3_code: 'TST', target: 't', source: 's', source_wave: 'w', round: '1', title: 'T' }
      const [row] = await db
        .insert(products)
        .values({ ...about, job_key: `tst-many-${copy.id}`, asset_id: copy.id })
        .returning()
      made.push(row.id)
    }
    const items = made.map((id, i) => ({
      id,
      title: `Many ${id}`,
      tags: i % 3 === 0 ? [] : ['Many', `only ${id}`],
      ...(i % 2 ? { version: `v${id}` } : {}),
    }))
    const statements = vi.spyOn(pg.Client.prototype, 'query')
    const count = async (some: typeof items) => {
      statements.mockClear()
      const answer = await change(some)
      expect(answer.statusCode, answer.body).toBe(200)
      return statements.mock.calls.length
    }
    const few = await count([...items.slice(0, 3), ...items.slice(-3)])
    expect(await count(items)).toBe(few)
    statements.mockRestore()
    for (const { id, title, tags: names, version } of items) {
      const product = (await get(`/interpolation/${id}`)).json()
      expect(product).toMatchObject({ title, version: version ?? '1', status: 'published' })
      expect(product.tags.map(({ name }: { name: string }) => name).sort()).toEqual(names)
    }
    expect((await change(items)).json().content).toEqual(made.map((id) => ({ id, changes: {} })))
    await db.delete(products).where(inArray(products.id, made))
    await db.delete(jobs).where(like(jobs.round, 'many-%'))
  })
  it('changes all or nothing', async () => {
    const one = await productOf(first)
    const before = await service.services.db.select().from(products)
    const unknown = await change([
      { id: one, title: 'Lost' },
      { id: 424242, title: 'x' },
    ])
    expect(unknown.statusCode).toBe(404)
    expect(unknown.json().detail).toBe('There is no product 424242. Nothing was changed.')
    const several = await change([
      { id: 424242, title: 'x' },
      { id: one, title: 'Lost' },
      { id: 424243, title: 'x' },
    ])
    expect(several.json().detail).toBe('2 products do not exist; the first is 424242. Nothing was changed.')
    expect(
      (
        await change([
          { id: one, title: 'a' },
          { id: one, title: 'b' },
        ])
      ).json().detail,
    ).toBe(`Product ${one} is named twice.`)
    expect(await service.services.db.select().from(products)).toEqual(before)
  })
  it.each([
    { iso3_code: 'KEN' },
    { final: false },
    { job_id: 1 },
    { created_by: 1 },
    { status: 'gone' },
    { title: '' },
    { tags: 'x' },
    { tags: ['one, two'] },
    { tags: ['turned\u202e'] },
    { tags: Array.from({ length: 21 }, (_, i) => `t${i}`) },
  ])('rejects %j', async (extra) => {
    const one = await productOf(first)
    const before = await service.services.db.select().from(products)
    expect((await change([{ id: one, ...extra }])).statusCode).toBe(422)
    expect(await service.services.db.select().from(products)).toEqual(before)
  })
  it('needs write access', async () => {
    const one = await productOf(first)
    expect((await change([{ id: one, title: 'x' }], people.viewer)).statusCode).toBe(403)
    expect((await change([{ id: one, title: 'x' }], null)).json().detail).toBe(
      'Could not validate credentials',
    )
    expect((await change([])).statusCode).toBe(422)
  })
  it('adds a tag that someone else adds at the same moment', async () => {
    const { db } = service.services
    const [{ id: tag_id }] = await db.insert(tags).values({ name: 'contested' }).returning({ id: tags.id })
    const id = await productOf(second)
    const other = await db.$client.connect()
    try {
      await other.query('begin')
      await other.query('insert into job_tags (job_id, tag_id) values ($1, $2)', [second, tag_id])
      const answer = change([{ id, tags: ['contested'] }])
      await expect.poll(() => waitingSessions(db), { timeout: 20_000 }).toBe(1)
      await other.query('commit')
      expect((await answer).statusCode).toBe(200)
    } finally {
      other.release()
    }
    const carried = await db.select().from(job_tags).where(eq(job_tags.job_id, second))
    expect(carried.map((row) => row.tag_id)).toEqual([tag_id])
  })
  it('handles two concurrent calls on the same rows, in opposite order', async () => {
    const ids = [await productOf(first), await productOf(second)]
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        change((i % 2 ? ids : ids.toReversed()).map((id) => ({ id, version: `v${i}`, tags: [`t${i}`] }))),
      ),
    )
    expect(answers.map((answer) => answer.statusCode)).toEqual(answers.map(() => 200))
    const rows = await service.services.db.select({ version: products.version }).from(products)
    expect(new Set(rows.map((row) => row.version)).size).toBe(1)
  })
})

describe('check-in', () => {
  it('inspects the raster and publishes it', async () => {
    const answer = await checkIn({ tags: 'field' })
    expect(answer.statusCode).toBe(200)
    const { catalogued, findings, product, raster: seen } = answer.json()
    expect(catalogued).toBe(true)
    expect(findings).toEqual([])
    expect(seen.bands[0]).toMatchObject({ min: 0, max: 23, valid: 576 })
    expect(product).toMatchObject({
      job_key: `tgo-water-dhs-2018-r1-c${product.id}`,
      job_id: null,
      iso3_code: 'TGO',
      country: 'Togo',
      year: 2018,
      title: 'Togo: water, DHS 2018, round 1',
      unit: '%',
      final: false,
      status: 'published',
      files: [{ ext: 'tif' }],
    })
    expect(product.tags.map((tag: { name: string }) => tag.name)).toEqual(['field'])
    expect(
      (await get(`/interpolation/download/${product.id}?ext=tif`)).rawPayload.subarray(0, 2).toString(),
    ).toBe('II')
    expect((await get('/interpolation?tags=field&iso_3_code=TGO')).json().totalElements).toBe(1)
    const [band] = await service.services.db.select().from(bands).where(eq(bands.name, product.job_key))
    expect(band).toMatchObject({ unit: '%', iso3_code: 'TGO', asset_id: product.asset_id })
    // Its tags are its own, and can be changed like any other's.
    await send('PUT', '/interpolation/bulk/', { items: [{ id: product.id, tags: [] }] })
    expect((await get(`/interpolation/${product.id}`)).json().tags).toEqual([])
    expect((await leftovers(service)).loose).toBe(0)
  })
  it('reports every finding with its remedy, and keeps nothing of an invalid file', async () => {
    const before = await leftovers(service)
    const grid = { width: 600, height: 600, affine: [1, 0, 150, 0, -1, 300] as const, crs: 4326 }
    const { catalogued, findings, product } = (
      await checkIn(
        {},
        raster((x) => (x === 0 ? Infinity : x), grid),
      )
    ).json()
    expect(catalogued).toBe(false)
    expect(product).toBeNull()
    expect(findings.map((one: { severity: string }) => one.severity)).toEqual(['error', 'error'])
    for (const { message, help } of findings)
      expect([message.length > 10, help.length > 5]).toEqual([true, true])
    const fixture = await readFile(new URL('../../fixtures/raster/u8-jpeg-4-bands.tif', import.meta.url))
    const unreadable = await checkIn({}, fixture)
    expect(unreadable.statusCode).toBe(422)
    expect(unreadable.json().errors).toEqual([
      { field: 'file', message: expect.stringMatching(/compressed by JPEG with 4 bands/) },
    ])
    expect(await leftovers(service)).toEqual(before)
  })
  it('warns of what makes maps unsafe, but not of strips, since a COG is made of them', async () => {
    const fixture = await readFile(new URL('../../fixtures/raster/i16-utm.tif', import.meta.url))
    const { findings } = (await checkIn({ dry_run: 'true' }, fixture)).json()
    const messages = findings.map((one: { message: string }) => one.message).join(' ')
    expect(messages).toMatch(/EPSG:32632 \(WGS 84 \/ UTM zone 32N\).*no nodata value/)
    expect(messages).not.toContain('strips')
  })
  it.each([
    ['a picture', {}, Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 422, /^Unsupported file type/],
    ['no country', { iso3_code: '' }, undefined, 422, /iso3_code/],
    ['an unknown country', { iso3_code: 'XYZ' }, undefined, 422, /'XYZ' is not known/],
    ['a tag with a comma', { tags: 'one, two' }, undefined, 422, /a name without commas/],
    ['columns of the row', { final: 'true' }, undefined, 422, /'final' is not known/],
    ['a status that is none', { status: 'secret' }, undefined, 422, /status must be one of/],
    [
      'another file than announced',
      { sha256: '0'.repeat(64) },
      undefined,
      400,
      /changed during the transfer/,
    ],
  ])('rejects %s', async (_what, fields, content, status, sentence) => {
    const before = await leftovers(service)
    const answer = await checkIn(fields as unknown as Record<string, string>, content)
    expect(answer.statusCode).toBe(status)
    expect(answer.json().detail).toMatch(sentence)
    expect(await leftovers(service)).toEqual(before)
  })
  it('needs write access', async () => {
    expect((await checkIn({}, undefined, people.viewer)).statusCode).toBe(403)
    const response = await post(service, undefined, '/interpolation/raster/check-in', about, [])
    expect(response.statusCode).toBe(403)
  })
})

describe('the audit', () => {
  it('records who checked in, linked and changed which products', async () => {
    const { product } = (await checkIn({ title: 'Audited' })).json()
    await get(`/interpolation/download-link/${product.id}`)
    await send('PUT', '/interpolation/bulk/', { items: [{ id: product.id, version: '2' }] })
    await send('PUT', '/interpolation/bulk/', { items: [{ id: product.id, version: '3' }] }, people.viewer)
    const { content } = (
      await get(`/audit?record=interpolation:${product.id}&sort_order=asc`, people.admin)
    ).json()
    expect(
      content.map((one: { action: string; user_id: number; result: string }) => [
        one.action,
        one.user_id,
        one.result,
      ]),
    ).toEqual([
      ['check-in-raster', people.staff.id, 'ok'],
      ['link-product', people.viewer.id, 'ok'],
      ['change-products', people.staff.id, 'ok'],
    ])
  })
})

describe('a custom stack', () => {
  it('is a band collection', async () => {
    const body = {
      name: 'custom',
      description: 'Mine',
      bands: ['tst_rain', 'tst_height'],
      population_band: 'tst_people',
    }
    const answer = await send('POST', '/interpolation/custom/create', body)
    expect(answer.statusCode).toBe(200)
    const collection = answer.json()
    expect(collection).toMatchObject({
      name: 'custom',
      width: 24,
      crs: 4326,
      jobs: 0,
      created_by: people.staff.id,
    })
    expect(collection.bands.map((band: { name: string }) => band.name)).toEqual(['tst_rain', 'tst_height'])
    expect(collection.population_band.name).toBe('tst_people')
    expect((await send('POST', '/interpolation/custom/create', body)).statusCode).toBe(409)
    const unknown = await send('POST', '/interpolation/custom/create', {
      ...body,
      name: 'b',
      bands: ['nowhere'],
    })
    expect(unknown.statusCode).toBe(422)
    expect(unknown.json().detail).toMatch(/'nowhere' is not catalogued/)
    expect((await send('POST', '/interpolation/custom/create', body, people.viewer)).statusCode).toBe(403)
    expect((await send('POST', '/interpolation/custom/create', { ...body, roles: 1 })).statusCode).toBe(422)
  })
})

describe('tags of products', () => {
  it('follow when their tag is merged into another', async () => {
    const { product } = (await checkIn({ tags: 'previous' })).json()
    const { db } = service.services
    const [from] = await db.select().from(tags).where(eq(tags.name, 'previous'))
    const [into] = await db.insert(tags).values({ name: 'later' }).returning()
    await merge(db, from.id, into.id)
    expect((await get(`/interpolation/${product.id}`)).json().tags).toEqual([into])
  })
  it('are removed with their tag, wherever it is used', async () => {
    const { db } = service.services
    const { product } = (await checkIn({ tags: 'passing' })).json()
    await db.delete(tags).where(eq(tags.name, 'passing'))
    expect((await get(`/interpolation/${product.id}`)).json().tags).toEqual([])
    const { rows } = await db.execute(
      sql`select count(*)::int as n from product_tags where product_id = ${product.id}`,
    )
    expect(rows[0].n).toBe(0)
  })
})
