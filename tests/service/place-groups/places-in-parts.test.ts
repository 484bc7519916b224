import { afterAll, beforeAll, expect, it } from 'vitest'
import { place_group_versions, places } from '#service/db/schema.ts'
import { placesInParts } from '#service/domain/place-groups/places-in-parts.ts'
import { seeded } from '../../support/jobs/layer-fixture.ts'
import { type TestService, createTestService } from '../../support/service.ts'

const COUNT = 120
const POSITIONS = 500

let service: TestService
let id: number
beforeAll(async () => {
  service = await createTestService()
  const { db } = service.services
  const random = seeded(1)
  const ring = () => {
    const some = Array.from({ length: POSITIONS }, () => [random(), random()])
    return [...some, some[0]]
  }
  const [version] = await db
    .insert(place_group_versions)
    .values({ iso3_code: 'TGO', place_type: 'adm1', version: '1' })
    .returning()
  id = version.id
  const one = (position: number) => ({
    version_id: id,
    position,
    code: `C${position}`,
    name: `Place ${position}`,
    geometry: { type: 'Polygon' as const, coordinates: [ring()] },
  })
  // Not in the order of their positions.
  await db.insert(places).values(Array.from({ length: COUNT }, (_, i) => one(COUNT - 1 - i)))
})
afterAll(() => service.close())

it('outlines are read in parts of a megabyte at most, and arrive whole and in order', async () => {
  const { headers } = await service.logIn('viewer')
  const { parts, largestBytes } = await placesInParts(service.services.db, id)
  expect(parts.length).toBeGreaterThan(2)
  expect(largestBytes).toBeLessThanOrEqual(2 ** 20)
  const answer = await service.inject({ url: `/place_group/versions/${id}/places`, headers })
  const { features } = answer.json()
  expect(features).toHaveLength(COUNT)
  expect(features.map(({ properties }: { properties: { code: string } }) => properties.code)).toEqual(
    Array.from({ length: COUNT }, (_, i) => `C${i}`),
  )
  expect(
    features.every(
      ({ geometry }: { geometry: { coordinates: unknown[][] } }) =>
        geometry.coordinates[0].length === POSITIONS + 1,
    ),
  ).toBe(true)
  expect(answer.body.length / parts.length).toBeLessThan(2 ** 20)
  const simplified = await service.inject({
    url: `/place_group/versions/${id}/places?tolerance=0.1`,
    headers,
  })
  expect(simplified.json().features).toHaveLength(COUNT)
  expect(simplified.body.length).toBeLessThan(answer.body.length)
})

it('a version without places is an empty collection', async () => {
  const { headers } = await service.logIn('viewer')
  const [{ id: empty }] = await service.services.db
    .insert(place_group_versions)
    .values({ iso3_code: 'TGO', place_type: 'adm2', version: '1' })
    .returning()
  const answer = await service.inject({ url: `/place_group/versions/${empty}/places`, headers })
  expect(answer.json()).toEqual({ type: 'FeatureCollection', features: [] })
})
