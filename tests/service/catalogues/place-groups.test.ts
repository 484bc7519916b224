import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPlaceGroup } from '../../../service/domain/place-groups/create.ts'
import { countryArea } from '../../../service/geometry/country-area.ts'
import { sayFinding } from '#service/domain/place-groups/say-finding.ts'
import { validateOutlines } from '#service/domain/place-groups/validate-outlines.ts'
import { districts } from '../../fixtures/configuration/country-folder.ts'
import { createTestService, type TestPerson, type TestService } from '../../support/service.ts'

describe('place groups', () => {
  let service: TestService
  let viewer: TestPerson
  let id: number

  beforeAll(async () => {
    service = await createTestService()
    viewer = await service.logIn('viewer')
    const make = (version: string, is_default: boolean) =>
      createPlaceGroup(service.services, {
        iso3_code: 'TGO',
        place_type: 'adm1',
        version,
        is_default,
        properties: { name: 'name', code: 'code' },
        file: { name: 'd.geojson', content: Buffer.from(JSON.stringify(districts)) },
      })
    ;({ id } = await make('2024', true))
    await make('2025', false)
  })
  afterAll(() => service.close())

  const get = (url: string) => service.inject({ url, headers: viewer.headers })

  it('lists versions by country, type and default', async () => {
    const all = await get(
      '/place_group/versions?iso3_code=tgo&place_type=adm1&sort_by=version&sort_order=desc',
    )
    expect(all.json()).toMatchObject({
      content: [
        { version: '2025', is_default: false, active: true, places: 2, country: 'Togo' },
        { version: '2024', is_default: true },
      ],
      totalElements: 2,
    })
    expect((await get('/place_group/versions?default_only=true')).json()).toMatchObject({ totalElements: 1 })
    expect((await get('/place_group/versions?place_type=adm0')).json()).toEqual({
      content: [],
      totalElements: 0,
    })
    expect((await get('/place_group/versions?place_type=adm9')).statusCode).toBe(422)
  })

  it("returns a version's polygons", async () => {
    const answer = await get(`/place_group/versions/${id}/places`)
    expect(answer.json()).toMatchObject({
      type: 'FeatureCollection',
      features: [
        {
          properties: { code: 'W', name: 'West', parent_code: null },
          geometry: districts.features[0].geometry,
        },
        { properties: { code: 'E' } },
      ],
    })
    expect((await get('/place_group/versions/4711/places')).statusCode).toBe(404)
  })
})

describe('reading polygons', () => {
  /** The places of a file, or its first error. */
  const readFile = (content: unknown) => {
    const { places, findings } = validateOutlines({
      content: Buffer.from(JSON.stringify(content)),
      properties: { code: 'code', name: 'name' },
      file: 'a.geojson',
      bounds: null,
      parents: null,
    })
    const error = findings.find(({ severity }) => severity === 'error')
    if (error) throw new Error(sayFinding('a.geojson', error))
    return places
  }
  const read = (geometry: unknown, properties: unknown = { code: 1, name: 'A' }) =>
    readFile({ type: 'FeatureCollection', features: [{ type: 'Feature', properties, geometry }] })
  const ring = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 0],
  ]

  it('accepts numbers as codes and drops heights', () => {
    const coordinates = [ring.map((position) => [...position, 9])]
    expect(read({ type: 'Polygon', coordinates })).toEqual([
      { code: '1', name: 'A', parent_code: null, geometry: { type: 'Polygon', coordinates: [ring] } },
    ])
  })

  it.each([
    [
      'a point',
      { type: 'Point', coordinates: [0, 0] },
      "the geometry is a 'Point', not a Polygon or MultiPolygon.",
    ],
    ['no geometry', null, 'the feature has no geometry.'],
    [
      'a short ring',
      { type: 'Polygon', coordinates: [ring.slice(0, 3)] },
      'a ring has fewer than four positions.',
    ],
    [
      'an open ring',
      { type: 'Polygon', coordinates: [[...ring.slice(0, 3), [5, 5]]] },
      'a ring is not closed; its last position must equal its first.',
    ],
    [
      'metres',
      { type: 'Polygon', coordinates: [ring.map(([x, y]) => [x * 1e5, y * 1e5])] },
      'the position 100000, 0 is not in degrees.',
    ],
    [
      'text as numbers',
      { type: 'Polygon', coordinates: [ring.map(([x, y]) => [String(x), y])] },
      'a position is not a pair of numbers.',
    ],
  ])('rejects %s', (_what, geometry, sentence) => {
    expect(() => read(geometry)).toThrow(`a.geojson, feature 1: ${sentence}`)
  })

  it('rejects features without a name, and duplicate codes', () => {
    const geometry = { type: 'Polygon', coordinates: [ring] }
    expect(() => read(geometry, { code: 1 })).toThrow("the property 'name' is missing")
    const feature = { type: 'Feature', properties: { code: 'x', name: 'A' }, geometry }
    const twice = { type: 'FeatureCollection', features: [feature, feature] }
    expect(() => readFile(twice)).toThrow(
      "a.geojson, feature 2: the code 'x' already belongs to feature 1; codes must be unique.",
    )
    expect(() => readFile({})).toThrow('a.geojson: the file is not a GeoJSON FeatureCollection.')
  })
})

describe('the area of a country', () => {
  it('is the union of its units, and knows how far away a point lies', () => {
    const area = countryArea(districts.features.map(({ geometry }) => geometry as never))
    expect(area.bounds).toEqual([1, 6, 3, 8])
    expect(area.contains(2, 7)).toBe(true)
    expect(area.contains(1.5, 7)).toBe(true)
    expect(area.contains(3.5, 7)).toBe(false)
    expect(area.distanceKm(2.5, 7)).toBe(0)
    expect(area.distanceKm(2, 5.95)).toBeCloseTo(5.56, 1)
    expect(area.distanceKm(2, 5)).toBeCloseTo(111.2, 0)
    expect(area.distanceKm(2, 5, 10)).toBeNull()
    expect(area.distanceKm(2, 5.95, 10)).toBeCloseTo(5.56, 1)
  })
})
