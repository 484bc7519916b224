import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'
import type { Country } from '#contract/places/countries.ts'
import { seedCountries } from '#service/domain/countries/seed.ts'

let service: TestService
let viewer: TestPerson
beforeAll(async () => {
  service = await createTestService()
  viewer = await service.logIn('viewer')
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
      expect(content).toContainEqual({
        iso3_code: 'NGA',
        iso2_code: 'NG',
        numeric_code: '566',
        name: 'Nigeria',
        region: 'Africa',
        sub_region: 'Sub-Saharan Africa',
        intermediate_region: 'Western Africa',
        bounds: [2.669, 4.273, 14.668, 13.881],
      })
    }
  })
  it('have their usual names, and are found by the official ones too', async () => {
    const found = async (name: string) =>
      (await get(`/countries?name=${encodeURIComponent(name)}`))
        .json()
        .content.map((one: Country) => one.name)
    for (const [official, usual] of [
      ['United Republic of Tanzania', 'Tanzania'],
      ['islamic republic of iran', 'Iran'],
      ["People's Republic of China", 'China'],
      ['Republic of The Gambia', 'Gambia'],
      ["cote d'ivoire", "Côte d'Ivoire"],
      ['Reunion', 'Réunion'],
      ['Türkiye', 'Türkiye'],
      ['Democratic Republic of the Congo', 'Congo (DRC)'],
      ['Kosovo', 'Kosovo'],
    ]) {
      expect(await found(official)).toEqual([usual])
      expect(await found(usual)).toContain(usual)
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
  it('filters by code and by any level of region, case-insensitive', async () => {
    const codes = async (query: string) =>
      (await get(`/countries?sort_by=iso3_code&${query}`)).json().content.map((one: Country) => one.iso3_code)
    expect(await codes('iso3_code=nga&iso3_code=BEN')).toEqual(['BEN', 'NGA'])
    expect(await codes('region=central%20ASIA')).toEqual(['KAZ', 'KGZ', 'TJK', 'TKM', 'UZB'])
    expect(await codes('region=Southern%20Africa')).toEqual(['BWA', 'LSO', 'NAM', 'SWZ', 'ZAF'])
    expect(await codes('region=Northern%20America&name=a&limit=1')).toEqual(['BMU'])
    expect(await codes('region=Atlantis')).toEqual([])
    expect((await get('/countries?iso3_code=NIGERIA')).statusCode).toBe(422)
    const byRegion = (await get('/countries?sort_by=region')).json().content as Country[]
    expect(byRegion[0]).toMatchObject({ region: 'Africa', sub_region: 'Northern Africa' })
  })
  it('has codes, region and bounds for every one', async () => {
    const { content } = (await get('/countries?limit=1000')).json() as { content: Country[] }
    for (const one of content) {
      expect(one, one.iso3_code).toMatchObject({
        iso2_code: expect.stringMatching(/^[A-Z]{2}$/),
        numeric_code: expect.stringMatching(/^\d{3}$/),
        region: expect.any(String),
      })
      const [west, south, east, north] = one.bounds!
      expect(south).toBeLessThan(north)
      expect(Math.max(Math.abs(west), Math.abs(east))).toBeLessThanOrEqual(180)
    }
    const across = content.filter(({ bounds }) => bounds![0] > bounds![2]).map(({ iso3_code }) => iso3_code)
    expect(across.sort()).toEqual(['FJI', 'KIR', 'NZL', 'RUS', 'UMI', 'USA'])
    // ISO 3166 lists overseas departments separately: they don't stretch France over the Atlantic.
    expect(content.find(({ iso3_code }) => iso3_code === 'FRA')!.bounds![0]).toBeGreaterThan(-6)
  })
  it('is the same after a second start', async () => {
    const before = (await get('/countries')).json()
    await seedCountries(service.services.db)
    expect((await get('/countries')).json()).toEqual(before)
  })
  it('is rejected without a session', async () => {
    const response = await service.inject({ url: '/countries/' })
    expect(response.statusCode).toBe(403)
    expect(response.json().detail).toBe('Could not validate credentials')
  })
})
