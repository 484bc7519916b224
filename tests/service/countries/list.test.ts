import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'
import { seedCountries } from '#service/domain/countries/seed.ts'

let service: TestService
let viewer: TestPerson
beforeAll(async () => {
  service = await createTestService()
  viewer = await service.signIn('viewer')
})
afterAll(() => service.close())

const get = (url: string) => service.inject({ url, headers: viewer.headers })

describe('countries', () => {
  it('lists every country of ISO 3166 by name, with and without the slash', async () => {
    for (const url of ['/countries/', '/countries']) {
      const { content, totalElements } = (await get(url)).json()
      expect(totalElements).toBeGreaterThan(245)
      expect(content).toHaveLength(Math.min(250, totalElements))
      expect(content[0].name).toBe('Afghanistan')
      expect(content[1].name).toBe('Åland Islands')
      expect(content).toContainEqual({ iso3_code: 'NGA', name: 'Nigeria' })
    }
  })
  it('pages, sorts and filters', async () => {
    const last = (await get('/countries/?sort_order=desc&sort_by=iso3_code&limit=2')).json()
    expect(last.content.map((one: { iso3_code: string }) => one.iso3_code)).toEqual(['ZWE', 'ZMB'])
    expect((await get('/countries?name=guinea')).json().totalElements).toBe(4)
    const past = (await get('/countries?skip=9999')).json()
    expect(past.content).toEqual([])
    expect(past.totalElements).toBeGreaterThan(245)
  })
  it('is the same after a second start', async () => {
    const before = (await get('/countries')).json()
    await seedCountries(service.services.db)
    expect((await get('/countries')).json()).toEqual(before)
  })
  it('is refused without a session', async () => {
    const response = await service.inject({ url: '/countries/' })
    expect(response.statusCode).toBe(403)
    expect(response.json().detail).toBe('Could not validate credentials')
  })
})
