import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadRaster } from '#service/load/load-raster.ts'
import { raster } from '../../fixtures/configuration/country-folder.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'

let service: TestService
const people = {} as Record<'viewer' | 'staff' | 'other' | 'admin', TestPerson>
let id: number
beforeAll(async () => {
  service = await createTestService()
  for (const role of ['viewer', 'staff', 'admin'] as const) people[role] = await service.logIn(role)
  people.other = await service.logIn('staff')
  const { bands } = await loadRaster(service.services, {
    name: 'height.tif',
    source: raster((x) => x),
    bands: [{ name: 'height', unit: 'm', year: 2020, iso3_code: 'TGO' }],
    createdBy: people.staff.id,
  })
  id = bands[0].id
  await loadRaster(service.services, {
    name: 'rain.tif',
    source: raster((_x, y) => y),
    bands: [{ name: 'rain' }],
    createdBy: null,
  })
})
afterAll(() => service.close())

const put = (payload: object, person: TestPerson | undefined = people.staff, band = id) =>
  service.inject({ method: 'PUT', url: `/raster/v1/bands/${band}`, payload, headers: person?.headers })

describe("changing a band's description", () => {
  it('changes the given fields and leaves the rest', async () => {
    const answer = await put({ description: ' Above sea ', source: 'SRTM', year: null })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      name: 'height',
      unit: 'm',
      description: 'Above sea',
      source: 'SRTM',
      year: null,
      iso3_code: 'TGO',
    })
    expect((await put({ iso3_code: null, name: 'elevation' })).json()).toMatchObject({
      name: 'elevation',
      iso3_code: null,
      source: 'SRTM',
    })
    expect((await put({})).json()).toMatchObject({ name: 'elevation' })
  })
  it.each([
    [{ name: 'rain' }, 409, "A band named 'rain' is already in the catalogue; choose another name."],
    [{ iso3_code: 'XXX' }, 422, /XXX/],
    [{ name: ' ' }, 422, /./],
    [{ year: 1066 }, 422, /./],
    [{ statistics: {} }, 422, /./],
  ])('rejects %j', async (payload, status, detail) => {
    const answer = await put(payload)
    expect(answer.statusCode).toBe(status)
    expect(answer.json().detail).toEqual(typeof detail === 'string' ? detail : expect.stringMatching(detail))
  })
  it('is allowed for its owner and admins', async () => {
    expect((await put({ unit: 'ft' }, people.viewer)).statusCode).toBe(403)
    expect((await put({ unit: 'ft' }, people.other)).statusCode).toBe(403)
    expect((await put({ unit: 'km' }, people.admin)).json()).toMatchObject({ unit: 'km' })
    expect((await put({ unit: 'km' }, people.admin, 4242)).statusCode).toBe(404)
  })
})
