import { readFile } from 'node:fs/promises'
import { eq } from '#drizzle'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { raster } from '../../fixtures/configuration/country-folder.ts'
import { bands } from '#service/db/schema.ts'
import { loadRaster } from '#service/load/load-raster.ts'
import { type LayerFixture, createLayerFixture } from '../../support/jobs/layer-fixture.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'

let service: TestService
let layer: LayerFixture
const people = {} as Record<'viewer' | 'staff' | 'other' | 'admin', TestPerson>
beforeAll(async () => {
  service = await createTestService()
  for (const role of ['viewer', 'staff', 'admin'] as const) people[role] = await service.logIn(role)
  people.other = await service.logIn('staff')
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
  it('keep growing once jobs were run with them: other bands make a version, and jobs keep theirs', async () => {
    const jobId = await layer.addJob()
    const [basic] = (await get('/raster/v1/collections?name=tst_basic')).json().content
    expect(basic).toMatchObject({ jobs: 1, version: 1 })
    const at = `/${basic.id}`
    const changed = await send(
      'PUT',
      at,
      { bands: ['tst_rain', 'tst_height', 'tst_people'], current_version: 1 },
      people.admin,
    )
    expect(changed.statusCode, changed.body).toBe(200)
    expect(changed.json()).toMatchObject({ version: 2, jobs: 1, population_band: { name: 'tst_people' } })
    const stale = await send('PUT', at, { bands: ['tst_rain'], current_version: 1 }, people.admin)
    expect(stale.statusCode).toBe(409)
    expect(stale.json().detail).toBe(
      "The collection 'tst_basic' was changed in the meantime: it is at version 2, not 1. Reload it, then repeat your change.",
    )
    const same = { description: 'but this may', bands: ['tst_rain', 'tst_height', 'tst_people'] }
    expect((await send('PUT', at, same, people.admin)).json()).toMatchObject({ version: 2 })
    expect((await send('PUT', at, { population_band: null }, people.admin)).json().version).toBe(3)
    const versions = await get(`/raster/v1/collections${at}/versions`)
    expect(versions.json()).toMatchObject({
      totalElements: 3,
      content: [
        { version: 3, current: true, jobs: 0, changes: { added: [], removed: [], population: true } },
        {
          version: 2,
          current: false,
          created_by_name: 'Test admin',
          changes: {
            added: ['tst_people'],
            removed: [],
            reordered: true,
            regrouped: false,
            population: false,
          },
        },
        { version: 1, jobs: 1, changes: null, bands: [{ name: 'tst_height' }, { name: 'tst_rain' }] },
      ],
    })
    const page = await get(`/raster/v1/collections${at}/versions?limit=1&skip=1`)
    expect(page.json().content).toEqual([versions.json().content[1]])
    expect((await get('/raster/v1/collections/4242/versions')).statusCode).toBe(404)
    const [job] = (await get(`/modeling/v1/jobs/details?id=${jobId}`)).json().content
    expect(job.stack_version).toBe(1)
    const report = (await get(`/modeling/v1/jobs/by-key/${job.job_key}`)).json()
    expect(report.layer.stack_version).toBe(1)
    expect(report.covariates.map(({ name }: { name: string }) => name)).toEqual(['tst_height', 'tst_rain'])
    expect((await send('DELETE', at, undefined, people.admin)).statusCode).toBe(409)
  })
  it('can be restored to an older version, which makes a new one', async () => {
    const [{ id: basic }] = (await get('/raster/v1/collections?name=tst_basic')).json().content
    const restore = (version: number, payload: object, person = people.admin) =>
      send('POST', `/${basic}/versions/${version}/restore`, payload, person)
    expect((await restore(1, {}, people.viewer)).statusCode).toBe(403)
    expect((await restore(1, {}, people.other)).json().detail).toMatch(/^Only the person who created/)
    expect((await restore(1, { current_version: 2 })).statusCode).toBe(409)
    expect((await restore(3, {})).json().detail).toBe("Version 3 is the current version of 'tst_basic'.")
    expect((await restore(9, {})).json().detail).toBe("The collection 'tst_basic' has no version 9.")
    const restored = (await restore(1, { current_version: 3 })).json()
    expect(restored).toMatchObject({
      version: 4,
      bands: [{ name: 'tst_height' }, { name: 'tst_rain' }],
      population_band: { name: 'tst_people' },
    })
    const { content } = (await get(`/raster/v1/collections/${basic}/versions?limit=1`)).json()
    expect(content).toMatchObject([{ version: 4, restored_from: 1, current: true, jobs: 0 }])
  })
  it('lose an older version only if no job was run with it', async () => {
    const [{ id: basic }] = (await get('/raster/v1/collections?name=tst_basic')).json().content
    const drop = (version: number, person = people.admin) =>
      send('DELETE', `/${basic}/versions/${version}`, undefined, person)
    expect((await drop(2, people.other)).statusCode).toBe(403)
    expect((await drop(4)).json().detail).toBe(
      "Version 4 is the current version of 'tst_basic', so it cannot be deleted.",
    )
    expect((await drop(1)).json().detail).toBe(
      "Jobs were run with version 1 of 'tst_basic', so it cannot be deleted.",
    )
    expect((await drop(2)).json().msg).toBe("Version 2 of 'tst_basic' was removed.")
    expect((await drop(2)).statusCode).toBe(404)
    const { content } = (await get(`/raster/v1/collections/${basic}/versions`)).json()
    expect(content.map((one: { version: number }) => one.version)).toEqual([4, 3, 1])
    expect(content[1].changes).toMatchObject({ added: ['tst_people'], population: true })
  })
  it('keep the bands of their older versions, and say so', async () => {
    const made = await loadRaster(service.services, {
      name: 'first try.tif',
      source: raster((x, y) => x * y),
      bands: [{ name: 'first_try', iso3_code: 'TGO' }],
      createdBy: people.staff.id,
    })
    const drop = (url: string) =>
      service.inject({ method: 'DELETE', url: `/raster/v1${url}`, headers: people.staff.headers })
    await send('PUT', `/${id}`, { bands: ['first_try', 'tst_rain'] })
    await send('PUT', `/${id}`, { bands: ['tst_rain'] })
    expect((await get('/raster/v1/bands?name=first_try')).json().content[0].collections).toEqual([])
    expect((await get(`/raster/v1/bands?collection_id=${id}`)).json().totalElements).toBe(1)
    expect((await drop(`/assets/${made.id}`)).json().detail).toBe(
      "The raster asset 'first try.tif' is in use: the collection renamed (version 3).",
    )
    expect((await drop(`/collections/${id}/versions/3`)).statusCode).toBe(200)
    expect((await drop(`/assets/${made.id}`)).statusCode).toBe(200)
  })
  it('can be deleted if nothing uses them', async () => {
    expect((await send('DELETE', `/${id}`, undefined, people.other)).statusCode).toBe(403)
    expect((await send('DELETE', `/${id}`)).json().msg).toBe("The band collection 'renamed' was removed.")
    expect((await send('DELETE', `/${id}`)).statusCode).toBe(404)
  })
})

describe('a covariate of several years', () => {
  const yearly = { series: 'green', bands: ['green_2010', 'green_2020'] }
  beforeAll(async () => {
    for (const [name, year, tilt] of [
      ['green_2010', 2010, 1],
      ['green_2020', 2020, 1.1],
      ['green_again', 2020, 1.2],
    ] as const) {
      await loadRaster(service.services, {
        name: `${name}.tif`,
        source: raster((x, y) => Math.sin(x / 3) * tilt + Math.cos(y)),
        bands: [{ name, year, iso3_code: 'TGO' }],
        createdBy: null,
      })
    }
  })
  it('is a series in a collection', async () => {
    const made = await send('POST', '', { name: 'yearly', bands: ['tst_height', yearly] })
    expect(made.json().bands).toMatchObject([
      { name: 'tst_height', series: null },
      { name: 'green_2010', series: 'green', year: 2010 },
      { name: 'green_2020', series: 'green', year: 2020 },
    ])
    const { id } = made.json()
    const renamed = await send('PUT', `/${id}`, { population_band: 'tst_people' })
    expect(renamed.json()).toMatchObject({ version: 2, bands: made.json().bands })
    const single = await send('PUT', `/${id}`, { bands: ['tst_height', 'green_2010', 'green_2020'] })
    expect(single.json().version).toBe(3)
    const { content } = (await get(`/raster/v1/collections/${id}/versions`)).json()
    expect(content[0].changes).toMatchObject({ added: [], removed: [], reordered: false, regrouped: true })
  })
  it.each([
    [[{ series: 'green', bands: ['green_2010', 'tst_rain'] }], /'tst_rain' has no year/],
    [
      [{ series: 'green', bands: ['green_2020', 'green_again'] }],
      /'green_2020' and 'green_again' of the series 'green' are both of 2020/,
    ],
    [
      [yearly, { series: 'tst_rain', bands: ['tst_height', 'green_again'] }, 'tst_rain'],
      /Two covariates are called 'tst_rain'/,
    ],
    [[yearly, 'green_2010'], /'green_2010' appears twice/],
  ])('is rejected as %j', async (bands, sentence) => {
    const answer = await send('POST', '', { name: 'x', bands })
    expect(answer.statusCode).toBe(422)
    expect(answer.json().detail).toMatch(sentence)
  })
  it('is checked year by year, without comparing its years with each other', async () => {
    const { content } = (await get('/raster/v1/bands?name=green&sort_by=name')).json()
    const [{ id: height }] = (await get('/raster/v1/bands?name=tst_height')).json().content
    const ids = [height, content[0].id, content[1].id].map((id) => `band_id=${id}`).join('&')
    const alone = (await get(`/raster/v1/collections/check?${ids}`)).json()
    expect(alone.correlated).toHaveLength(1)
    const series = (
      await get(`/raster/v1/collections/check?${ids}&covariate=1&covariate=2&covariate=2`)
    ).json()
    expect(series).toMatchObject({ homogeneous: true, findings: [], correlated: [] })
    for (const { inflation } of series.bands) expect(inflation).toBeLessThan(2)
    const short = await get(`/raster/v1/collections/check?${ids}&covariate=1`)
    expect(short.json().detail).toBe('There are 3 bands, but 1 numbers of covariates.')
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
      // Columns and rows are uncorrelated, with equal variance: r is the share of the columns.
      ['r_899', (x: number, y: number) => 0.899 * x + Math.sqrt(1 - 0.899 ** 2) * y],
      ['r_901', (x: number, y: number) => 0.901 * x + Math.sqrt(1 - 0.901 ** 2) * y],
      ['r_minus_901', (x: number, y: number) => -0.901 * x + Math.sqrt(1 - 0.901 ** 2) * y],
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
  it.each([
    ['pacific', 40, [0.25, 0, 176, 0, -0.25, -15]],
    ['globe', 360, [1, 0, 0, 0, -1, 2]],
  ] as const)(
    'reports longitudes beyond 180° as an error, also when it is created: %s',
    async (name, width, affine) => {
      const { bands: made } = await loadRaster(service.services, {
        name: `${name}.tif`,
        source: raster((x, y) => x + y, { width, height: 4, affine, crs: 4326 }),
        bands: [{ name, iso3_code: 'FJI' }],
        createdBy: null,
      })
      ids[name] = made[0].id
      const message = `The longitudes of the band '${name}' reach below −180° or above 180°; process its raster, and use the result.`
      expect(await checked([name])).toMatchObject({ findings: [{ severity: 'error', message }] })
      const answer = await send('POST', '', { name: `of ${name}`, bands: [name] })
      expect(answer.statusCode).toBe(422)
      expect(answer.json().detail).toContain(message)
    },
  )
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
  it.each([
    ['r_899', null],
    ['r_901', 0.901],
    ['r_minus_901', -0.901],
  ])('names two bands as correlated above 0.9, in either direction: %s', async (name, r) => {
    const { correlated } = await checked(['left', name])
    expect(correlated).toEqual(r === null ? [] : [{ bands: ['left', name], r: expect.closeTo(r, 6) }])
  })
  it('reports classes as a warning, for their numbers are no quantities', async () => {
    for (const name of ['cover', 'water'])
      await loadRaster(service.services, {
        name: `${name}.tif`,
        source: await readFile(new URL('../../fixtures/raster/u8-palette.tif', import.meta.url)),
        bands: [{ name, iso3_code: 'NGA' }],
        createdBy: null,
      })
    const { content } = (await get('/raster/v1/bands?limit=100')).json()
    for (const { id, name } of content as { id: number; name: string }[]) ids[name] = id
    const answer = await checked(['cover'])
    expect(answer).toMatchObject({ homogeneous: true, bands: [{ name: 'cover', categorical: true }] })
    expect(answer.findings).toEqual([
      {
        severity: 'warning',
        message: "The cells of the band 'cover' are 3 classes, but a model uses their numbers as quantities.",
        help: 'Use an indicator band per class (1 in the class, 0 elsewhere) instead, or leave the band out.',
      },
    ])
    expect((await checked(['left'])).bands).toMatchObject([{ categorical: false }])
    // An indicator is what the help suggests, also if it has a palette.
    const { statistics } = (await service.services.db.select().from(bands).where(eq(bands.name, 'water')))[0]
    const two = { ...statistics, classes: statistics.classes!.slice(0, 2) }
    await service.services.db.update(bands).set({ statistics: two }).where(eq(bands.name, 'water'))
    expect(await checked(['water'])).toMatchObject({ findings: [], bands: [{ categorical: true }] })
  })
  it('reports a smallest value that looks like nodata as a warning', async () => {
    const { db } = service.services
    const left = (await db.select().from(bands).where(eq(bands.name, 'left')))[0]!
    const statistics = { ...left.statistics, min: -9999 }
    await db.update(bands).set({ statistics }).where(eq(bands.id, left.id))
    const { homogeneous, findings } = await checked(['left'])
    expect(homogeneous).toBe(true)
    expect(findings).toEqual([
      {
        severity: 'warning',
        message:
          "The smallest value of the band 'left' is −9999, which looks like nodata but is not marked as such.",
        help: 'Mark it with the command in the findings of its raster, and upload the result.',
      },
    ])
    await db.update(bands).set({ statistics: left.statistics }).where(eq(bands.id, left.id))
    expect((await checked(['left'])).findings).toEqual([])
  })
  it('needs an existing band, at least one and at most 100', async () => {
    expect((await get('/raster/v1/collections/check?band_id=4242')).statusCode).toBe(404)
    expect((await get('/raster/v1/collections/check')).statusCode).toBe(422)
    const many = Array.from({ length: 101 }, (_, i) => `band_id=${i + 1}`).join('&')
    expect((await get(`/raster/v1/collections/check?${many}`)).statusCode).toBe(422)
    expect((await service.inject({ url: '/raster/v1/collections/check?band_id=1' })).statusCode).toBe(403)
  })
})
