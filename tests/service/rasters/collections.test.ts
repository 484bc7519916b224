import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { raster } from '../../fixtures/configuration/country-folder.ts'
import { loadRaster } from '#service/load/load-raster.ts'
import { type LayerFixture, createLayerFixture } from '../../support/layer-fixture.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'

let service: TestService
let layer: LayerFixture
const people = {} as Record<'viewer' | 'staff' | 'other' | 'admin', TestPerson>
beforeAll(async () => {
  service = await createTestService()
  for (const role of ['viewer', 'staff', 'admin'] as const) people[role] = await service.signIn(role)
  people.other = await service.signIn('staff')
  layer = await createLayerFixture(service.services, people.staff.id)
  await loadRaster(service.services, {
    name: 'coarse.tif',
    source: raster((x) => x, { width: 4, height: 4, affine: [1, 0, 0, 0, -1, 8], crs: 4326 }),
    bands: [{ name: 'coarse', iso3_code: 'TGO' }],
    createdBy: null,
  })
})
afterAll(() => service.close())
const get = (url: string) => service.inject({ url, headers: people.viewer.headers })
const send = (
  method: 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
  person: TestPerson | null = people.staff,
) =>
  service.inject({
    method,
    url: `/raster/v1/collections${url}`,
    ...(payload ? { payload } : {}),
    headers: person?.headers ?? {},
  })
const body = { name: 'mine', bands: ['tst_height', 'tst_rain'], population_band: 'tst_people' }

describe('band collections', () => {
  let id: number
  it('are created from bands on one grid', async () => {
    const answer = await send('POST', '', body)
    expect(answer.statusCode).toBe(200)
    id = answer.json().id
    expect(answer.json()).toMatchObject({
      name: 'mine',
      description: '',
      bands: [{ name: 'tst_height' }, { name: 'tst_rain' }],
      population_band: { name: 'tst_people' },
      width: 24,
      height: 24,
      crs: 4326,
      jobs: 0,
      created_by_name: 'Test staff',
    })
    expect((await get(`/raster/v1/collections/${id}`)).json()).toEqual(answer.json())
  })
  it.each([
    [{ ...body, name: 'x', bands: ['tst_height', 'coarse'] }, /different grids/],
    [{ ...body, name: 'x', bands: ['tst_height', 'tst_height'] }, /appears twice/],
    [{ ...body, name: 'x', bands: ['absent'] }, /'absent' is not catalogued/],
    [{ ...body, name: 'x', bands: [] }, /bands must be a list of at least 1/],
    [{ ...body, name: '' }, /name must be filled in/],
    [{ ...body, name: 'x', owner: 1 }, /'owner' is not known/],
  ])('reject %j', async (wrong, sentence) => {
    const answer = await send('POST', '', wrong)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().detail).toMatch(sentence)
  })
  it('have unique names', async () => {
    expect((await send('POST', '', body)).statusCode).toBe(409)
    const twins = await Promise.all([1, 2, 3].map(() => send('POST', '', { ...body, name: 'twin' })))
    expect(twins.map((answer) => answer.statusCode).sort((a, b) => a - b)).toEqual([200, 409, 409])
  })
  it('are listed with filters, sort and pages', async () => {
    const names = async (query: string) =>
      (await get(`/raster/v1/collections?${query}`)).json().content.map((one: { name: string }) => one.name)
    expect(await names('')).toEqual(['mine', 'tst_basic', 'twin'])
    expect(await names('sort_by=name&sort_order=desc&limit=1&skip=1')).toEqual(['tst_basic'])
    expect(await names('name=BASIC')).toEqual(['tst_basic'])
    expect(await names('band=tst_rain')).toEqual(['mine', 'tst_basic', 'twin'])
    expect(await names('band=coarse')).toEqual([])
    expect(await names('iso3_code=TGO')).toEqual([])
    expect(await names(`created_by=${people.staff.id}`)).toEqual(['mine', 'twin'])
    expect((await get('/raster/v1/collections?skip=100')).json()).toEqual({ content: [], totalElements: 3 })
    expect((await get('/raster/v1/collections?sort_by=grid')).statusCode).toBe(422)
    expect((await get('/raster/v1/collections/4242')).statusCode).toBe(404)
    expect((await service.inject({ url: '/raster/v1/collections' })).statusCode).toBe(403)
  })
  it('are changed by their owner or an admin', async () => {
    expect((await send('PUT', `/${id}`, { description: 'x' }, people.other)).json().detail).toBe(
      `Only the person who created the band collection ${id}, or an admin, can do this.`,
    )
    expect((await send('PUT', `/${id}`, { description: 'x' }, people.viewer)).statusCode).toBe(403)
    const changed = await send('PUT', `/${id}`, {
      name: 'renamed',
      bands: ['tst_rain', 'tst_height'],
      population_band: null,
    })
    expect(changed.json()).toMatchObject({ name: 'renamed', population_band: null, description: '' })
    expect(changed.json().bands.map((one: { name: string }) => one.name)).toEqual(['tst_rain', 'tst_height'])
    expect(
      (await send('PUT', `/${id}`, { description: 'of an admin' }, people.admin)).json().description,
    ).toBe('of an admin')
    expect((await send('PUT', `/${id}`, { name: 'twin' })).statusCode).toBe(409)
    expect((await send('PUT', `/${id}`, { bands: ['tst_rain', 'coarse'] })).statusCode).toBe(422)
    expect((await get(`/raster/v1/collections/${id}`)).json().bands).toHaveLength(2)
    expect((await send('PUT', `/${id}`, { created_by: 1 })).statusCode).toBe(422)
    expect((await send('PUT', '/4242', { name: 'x' })).statusCode).toBe(404)
    expect((await send('PUT', `/${id}`, {})).statusCode).toBe(200)
  })
  it('cannot be changed once a job was run with them', async () => {
    await layer.addJob()
    const [basic] = (await get('/raster/v1/collections?name=tst_basic')).json().content
    expect(basic.jobs).toBe(1)
    const changed = await send('PUT', `/${basic.id}`, { bands: ['tst_rain'] }, people.admin)
    expect(changed.statusCode).toBe(409)
    expect(changed.json().detail).toBe(
      "1 job was run with the collection 'tst_basic', so its bands stay as they are; make a new collection.",
    )
    expect(
      (await send('PUT', `/${basic.id}`, { description: 'but this may' }, people.admin)).statusCode,
    ).toBe(200)
    expect((await send('DELETE', `/${basic.id}`, undefined, people.admin)).statusCode).toBe(409)
  })
  it('can be deleted if nothing uses them', async () => {
    expect((await send('DELETE', `/${id}`, undefined, people.other)).statusCode).toBe(403)
    expect((await send('DELETE', `/${id}`)).json().msg).toBe("The band collection 'renamed' was removed.")
    expect((await send('DELETE', `/${id}`)).statusCode).toBe(404)
  })
})

describe('checking bands before they are a collection', () => {
  const ids: Record<string, number> = {}
  beforeAll(async () => {
    const grid = { width: 24, height: 24, affine: [0.1, 0, 0.95, 0, -0.1, 8.25] as const, crs: 4326 }
    for (const [name, value] of [
      ['flat', () => 7],
      ['left', (x: number) => x],
      ['doubled', (x: number) => 2 * x + 1],
      ['half', (x: number, y: number) => (x < 12 ? Number.NaN : Math.sin(y))],
    ] as const) {
      await loadRaster(service.services, {
        name: `${name}.tif`,
        source: raster(value, grid),
        bands: [{ name, iso3_code: 'TGO' }],
        createdBy: null,
      })
    }
    const { content } = (await get('/raster/v1/bands?limit=100')).json()
    for (const { id, name } of content as { id: number; name: string }[]) ids[name] = id
  })
  const checked = async (names: string[], population?: string) =>
    (
      await get(
        `/raster/v1/collections/check?${names.map((name) => `band_id=${ids[name]}`).join('&')}${
          population ? `&population_band_id=${ids[population]}` : ''
        }`,
      )
    ).json()

  it('has no findings for bands that fit', async () => {
    const answer = await checked(['tst_height', 'tst_rain'], 'tst_people')
    expect(answer).toMatchObject({
      homogeneous: true,
      findings: [],
      correlated: [],
      bands: [
        { name: 'tst_height', same_grid: true, constant: false, width: 24, height: 24, crs: 4326 },
        { name: 'tst_rain', same_grid: true },
      ],
    })
    for (const { inflation, nodata_share } of answer.bands) {
      expect(inflation).toBeGreaterThanOrEqual(1)
      expect(inflation).toBeLessThan(10)
      expect(nodata_share).toBe(0)
    }
  })
  it('reports another grid and a constant band as errors', async () => {
    const answer = await checked(['tst_height', 'coarse', 'flat'])
    expect(answer.homogeneous).toBe(false)
    expect(answer.findings.map(({ message }: { message: string }) => message)).toEqual([
      expect.stringMatching(/'tst_height' .* and 'coarse' .* different grids/),
      expect.stringMatching(/'flat' is constant/),
    ])
    expect(answer.bands.map((band: { same_grid: boolean }) => band.same_grid)).toEqual([true, false, true])
    expect(answer.bands[2].constant).toBe(true)
  })
  it('reports collinear bands, and gaps that others do not have, as warnings', async () => {
    const twins = await checked(['left', 'doubled'])
    expect(twins.homogeneous).toBe(true)
    expect(twins.correlated).toEqual([{ bands: ['left', 'doubled'], r: expect.closeTo(1, 9) }])
    expect(twins.findings).toMatchObject([
      { severity: 'warning', message: "The band 'doubled' is a combination of the others." },
    ])
    const holes = await checked(['tst_height', 'half'])
    expect(holes.bands[1].nodata_share).toBe(0.5)
    expect(holes.findings).toMatchObject([
      { severity: 'warning', message: '50 % of the cells have a value in some bands and none in others.' },
    ])
  })
  it('needs an existing band, at least one and at most 100', async () => {
    expect((await get('/raster/v1/collections/check?band_id=4242')).statusCode).toBe(404)
    expect((await get('/raster/v1/collections/check')).statusCode).toBe(422)
    const many = Array.from({ length: 101 }, (_, i) => `band_id=${i + 1}`).join('&')
    expect((await get(`/raster/v1/collections/check?${many}`)).statusCode).toBe(422)
    expect((await service.inject({ url: '/raster/v1/collections/check?band_id=1' })).statusCode).toBe(403)
  })
})
