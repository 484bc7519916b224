import { readFile } from 'node:fs/promises'
import { eq, sql } from '#drizzle'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countries, files, jobs, place_group_versions, submissions } from '#service/db/schema.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'
import { circle, collection, feature, polygon, square } from './squares.ts'

let service: TestService
let staff: TestPerson
let viewer: TestPerson
beforeAll(async () => {
  service = await createTestService()
  staff = await service.logIn('staff')
  viewer = await service.logIn('viewer')
})
afterAll(() => service.close())

async function send(
  fields: Record<string, string>,
  content: Buffer,
  { name = 'units.geojson', path = '/place_group/versions', who = staff } = {},
) {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) form.set(key, value)
  form.set('file', new Blob([new Uint8Array(content)]), name)
  const request = new Response(form)
  return service.inject({
    method: 'POST',
    url: path,
    headers: { ...who.headers, 'content-type': request.headers.get('content-type')! },
    payload: Buffer.from(await request.arrayBuffer()),
  })
}
const change = (id: number, payload: object, who = staff) =>
  service.inject({ method: 'PUT', url: `/place_group/versions/${id}`, headers: who.headers, payload })
const remove = (id: number, who = staff) =>
  service.inject({ method: 'DELETE', url: `/place_group/versions/${id}`, headers: who.headers })
const get = (url: string) => service.inject({ url, headers: viewer.headers })

const country = collection(feature({ code: 'TGO', name: 'Togo' }, polygon(square(0, 7, 1.5))))
const regions = (...parents: string[]) =>
  collection(
    ...parents.map((up, i) =>
      feature({ code: `R${i}`, name: `Region ${i}`, up }, polygon(square(0.5 * i, 7, 0.5))),
    ),
  )
const adm1 = { iso3_code: 'tgo', place_type: 'adm1', parent_field: 'up' }

describe('importing a version', () => {
  it('accepts the country, then its regions with their parents', async () => {
    const first = await send(
      { iso3_code: 'TGO', place_type: 'adm0', version: '2024', default: 'true' },
      country,
    )
    expect(first.json()).toEqual({ id: expect.any(Number), places: 1, findings: [] })
    const second = await send({ ...adm1, version: '2024', default: 'true' }, regions('TGO', 'TGO'))
    expect(second.json()).toMatchObject({ places: 2, findings: [] })
    const places = (await get(`/place_group/versions/${second.json().id}/places`)).json()
    expect(places.features.map(({ properties }: { properties: object }) => properties)).toEqual([
      { code: 'R0', name: 'Region 0', parent_code: 'TGO' },
      { code: 'R1', name: 'Region 1', parent_code: 'TGO' },
    ])
    expect(places.features[1].geometry).toEqual(polygon(square(0.5, 7, 0.5)))
  })

  it('accepts a GeoPackage', async () => {
    const content = await readFile(new URL('./fixtures/togo.gpkg', import.meta.url))
    const fields = { ...adm1, version: 'gpkg', name_field: 'adm_name', code_field: 'adm_code' }
    const answer = await send(fields, content, { name: 'togo.gpkg' })
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json()).toMatchObject({ places: 2, findings: [] })
  })

  it('rejects errors with feature, field and remedy, and keeps nothing', async () => {
    const count = () => service.services.db.$count(place_group_versions)
    const before = await count()
    const answer = await send({ ...adm1, version: 'wrong' }, regions('TGO', 'GHA', 'BEN'))
    expect(answer.statusCode).toBe(422)
    expect(answer.json().detail).toBe(
      "units.geojson, feature 2: there is no unit 'GHA' in the level above (version '2024').",
    )
    expect(answer.json().errors).toMatchObject([
      { row: 2, field: 'up', help: 'Its codes look like TGO.' },
      { row: 3, field: 'up' },
    ])
    expect(await count()).toBe(before)
  })

  it('validates without keeping anything', async () => {
    const before = await service.services.db.$count(place_group_versions)
    const path = '/place_group/versions/validate'
    const bad = await send({ ...adm1, version: 'x' }, regions('GHA'), { path })
    expect(bad.json()).toMatchObject({
      valid: false,
      places: 1,
      findings: [{ severity: 'error', feature: 1, field: 'up' }],
    })
    const again = await send({ ...adm1, version: '2024' }, regions('TGO'), { path })
    expect(again.json()).toEqual({
      valid: false,
      places: 1,
      findings: [
        {
          severity: 'error',
          feature: null,
          field: 'version',
          message: "The version '2024' of adm1 of TGO already exists; choose another name.",
        },
      ],
    })
    const good = await send({ ...adm1, iso3_code: 'GHA', version: 'x' }, regions('GHA'), { path })
    expect(good.json()).toMatchObject({ valid: true, findings: [{ severity: 'warning', feature: null }] })
    expect(good.json().findings[0].message).toMatch(/Ghana has no active outlines of the level adm0/)
    expect(await service.services.db.$count(place_group_versions)).toBe(before)
  })

  it('rejects an invalid form', async () => {
    const cases: [Record<string, string>, string][] = [
      [{ ...adm1, version: '' }, 'version'],
      [{ ...adm1, version: '../etc' }, 'version'],
      [{ ...adm1, version: 'v', place_type: 'adm9' }, 'place_type'],
      [{ ...adm1, version: 'v', iso3_code: 'ZZZ' }, 'iso3_code'],
      [{ ...adm1, version: 'v', is_default: 'true' }, 'is_default'],
      [{ ...adm1, version: 'v', name_field: '__proto__' }, '__proto__'],
    ]
    for (const [fields, field] of cases) {
      const answer = await send(fields, regions('TGO'))
      expect(answer.statusCode, field).toBe(422)
      expect(answer.json().errors[0].field).toBe(field)
    }
    const twice = await send({ ...adm1, version: '2024' }, regions('TGO'))
    expect(twice.statusCode).toBe(409)
    expect(twice.json().errors[0].field).toBe('version')
    expect((await send({ ...adm1, version: 'v' }, regions('TGO'), { who: viewer })).statusCode).toBe(403)
  })

  it('accepts large outlines, and returns simplified ones', async () => {
    const content = collection(
      feature({ code: 'A', name: 'A' }, polygon(circle(0.8, 8, 0.5, 40_000))),
      feature({ code: 'B', name: 'B' }, polygon(circle(0.8, 9.5, 0.5, 40_000))),
    )
    const answer = await send({ iso3_code: 'TGO', place_type: 'adm2', version: 'fine' }, content)
    expect(answer.statusCode, answer.body).toBe(200)
    const { id } = answer.json()
    const whole = (await get(`/place_group/versions/${id}/places`)).json()
    const simpler = (await get(`/place_group/versions/${id}/places?tolerance=0.01`)).json()
    expect(whole.features[0].geometry.coordinates[0]).toHaveLength(40_001)
    expect(simpler.features[0].geometry.coordinates[0].length).toBeLessThan(60)
    expect(simpler.features[1].properties).toEqual(whole.features[1].properties)
    for (const tolerance of ['-1', '6', 'x'])
      expect((await get(`/place_group/versions/${id}/places?tolerance=${tolerance}`)).statusCode).toBe(422)
  })
})

describe('latitude before longitude', () => {
  const path = '/place_group/versions/validate'
  const swapped = (ring: number[][]) => ring.map(([x, y]) => [y, x])
  const units = (...rings: number[][][]) =>
    collection(...rings.map((ring, i) => feature({ code: `R${i}`, name: `Region ${i}` }, polygon(ring))))

  it('is one finding with what to send instead; then the outlines are stored with longitude first', async () => {
    const content = units(swapped(square(0, 7, 0.5)), swapped(square(0.5, 7, 0.5)))
    const fields = { iso3_code: 'TGO', place_type: 'adm1', version: 'turned' }
    const found = (await send(fields, content, { path })).json()
    expect(found.findings).toEqual([
      {
        severity: 'error',
        feature: null,
        field: 'geometry',
        message: 'all 2 features fit if longitude and latitude are swapped.',
        help: 'Swap them on import, or write longitude before latitude in the file.',
        remedy: { swap: true },
      },
    ])
    expect((await send(fields, content)).json()).toMatchObject({
      detail: 'units.geojson: all 2 features fit if longitude and latitude are swapped.',
      errors: [{ help: /^Swap them on import/ }],
    })
    expect((await send({ ...fields, swap: 'true' }, content, { path })).json()).toMatchObject({
      valid: true,
      findings: [],
    })
    const stored = (await send({ ...fields, swap: 'true' }, content)).json()
    const places = (await get(`/place_group/versions/${stored.id}/places`)).json()
    expect(places.features[1].geometry).toEqual(polygon(square(0.5, 7, 0.5)))
  })

  it('that is not in the file: the finding says not to swap', async () => {
    const fields = { iso3_code: 'TGO', place_type: 'adm1', version: 'straight', swap: 'true' }
    expect((await send(fields, units(square(0, 7, 0.5)), { path })).json().findings).toMatchObject([
      { message: 'the outline fits if longitude and latitude are not swapped.', remedy: { swap: false } },
    ])
  })

  it("is found by the country's outlines where its bounds do not show it", async () => {
    const { db } = service.services
    // A country whose bounds stay the same when turned, south-east of the diagonal.
    await db
      .update(countries)
      .set({ bounds: [3, 3, 9, 9] })
      .where(eq(countries.iso3_code, 'NGA'))
    const half = [
      [3, 3],
      [9, 3],
      [9, 9],
      [3, 3],
    ]
    const fields = { iso3_code: 'NGA', place_type: 'adm1', version: 'turned' }
    const content = units(
      swapped([
        [3, 3],
        [6, 3],
        [6, 6],
        [3, 3],
      ]),
      swapped([
        [6, 3],
        [9, 3],
        [9, 9],
        [6, 6],
        [6, 3],
      ]),
    )
    expect((await send(fields, content, { path })).json()).toMatchObject({ valid: true, findings: [] })
    const country = collection(feature({ code: 'NGA', name: 'Nigeria' }, polygon(half)))
    const first = await send({ iso3_code: 'NGA', place_type: 'adm0', version: 'a', default: 'true' }, country)
    expect(first.statusCode, first.body).toBe(200)
    expect((await send(fields, content, { path })).json()).toMatchObject({
      valid: false,
      findings: [
        { message: 'all 2 features fit if longitude and latitude are swapped.', remedy: { swap: true } },
      ],
    })
    expect((await send(fields, content)).statusCode).toBe(422)
    expect((await send({ ...fields, swap: 'true' }, content, { path })).json()).toMatchObject({
      valid: true,
      findings: [],
    })
    expect((await send(fields, units(half), { path })).json()).toMatchObject({ valid: true, findings: [] })
  })

  it('is no finding where outlines fit either way', async () => {
    const { db } = service.services
    await db
      .update(countries)
      .set({ bounds: [3, 3, 9, 9] })
      .where(eq(countries.iso3_code, 'BEN'))
    const fields = { iso3_code: 'BEN', version: 'a', default: 'true' }
    const first = await send({ ...fields, place_type: 'adm0' }, units(square(3, 3, 6)))
    expect(first.statusCode, first.body).toBe(200)
    const second = await send({ ...fields, place_type: 'adm1' }, units(square(3, 3, 6)))
    expect(second.json()).toMatchObject({ places: 1, findings: [] })
  })
})

describe('a version', () => {
  const made = async (version: string, more: Record<string, string> = {}) =>
    (await send({ ...adm1, version, ...more }, regions('TGO'))).json().id as number
  const defaults = async () =>
    (await get('/place_group/versions?iso3_code=TGO&place_type=adm1&default_only=true')).json().content as {
      id: number
    }[]

  it('becomes the default, replacing the previous one', async () => {
    const id = await made('next')
    expect((await change(id, { is_default: true })).json()).toMatchObject({
      id,
      is_default: true,
      active: true,
    })
    expect((await defaults()).map((one) => one.id)).toEqual([id])
  })

  it('stays one default when two are set at once', async () => {
    const ids = [await made('race-a'), await made('race-b')]
    const answers = await Promise.all(ids.map((id) => change(id, { is_default: true })))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(await defaults()).toHaveLength(1)
  })

  it('is deactivated and out of the list, unless it is the default', async () => {
    const id = await made('old')
    expect((await change(id, { active: false })).json()).toMatchObject({ active: false })
    const url = '/place_group/versions?iso3_code=TGO&place_type=adm1'
    const idsOf = async (query: string) =>
      (await get(url + query)).json().content.map((one: { id: number }) => one.id)
    expect(await idsOf('')).not.toContain(id)
    expect(await idsOf('&active_only=false')).toContain(id)
    expect((await change(id, { is_default: true })).statusCode).toBe(409)
    const [{ id: current }] = await defaults()
    expect((await change(current, { active: false })).json().detail).toMatch(
      /^The default version must be active/,
    )
  })

  it('is deleted when no job has used it', async () => {
    const id = await made('unused')
    expect((await remove(id, viewer)).statusCode).toBe(403)
    expect((await remove(id)).json().msg).toBe("The version 'unused' of adm1 of TGO was deleted.")
    expect((await remove(id)).statusCode).toBe(404)
    const [{ id: current }] = await defaults()
    expect((await remove(current)).json().detail).toMatch(/is the default/)
  })

  it('stays if a job names it', async () => {
    const id = await made('used')
    const { db } = service.services
    const [file] = await db
      .insert(files)
      .values({ key: 'k', name: 'c.csv', media_type: 'text/csv', size: 1, sha256: '0'.repeat(64) })
      .returning({ id: files.id })
    const [{ id: submission_id }] = await db
      .insert(submissions)
      .values({ title: 't', app_user_id: staff.id, config_file_id: file.id })
      .returning({ id: submissions.id })
    await db.execute(sql`
      insert into jobs (submission_id, app_user_id, config_row, iso3_code, target, source, source_wave, round, stack_name, method, layer)
      values (${submission_id}, ${staff.id}, 2, 'TGO', 't', 's', 'w', 'r', 'st', 'gp',
        ${JSON.stringify({ stack_version: 1, place_group_version_ids: { adm0: null, adm1: id } })}::jsonb)`)
    const answer = await remove(id)
    expect(answer.statusCode).toBe(409)
    expect(answer.json().detail).toMatch(/is used by jobs, such as \d+\. Deactivate it instead/)
    await db.delete(jobs).where(eq(jobs.submission_id, submission_id))
    expect((await remove(id)).statusCode).toBe(200)
  })

  it('cannot be changed to invalid values', async () => {
    expect((await change(4711, { active: true })).statusCode).toBe(404)
    const [{ id }] = await defaults()
    expect((await change(id, {})).statusCode).toBe(422)
    expect((await change(id, { version: 'renamed' })).statusCode).toBe(422)
    expect((await change(id, { active: true }, viewer)).statusCode).toBe(403)
  })
})
