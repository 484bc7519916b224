import { eq } from '#drizzle'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { JobReport } from '#contract/jobs/job-shapes.ts'
import { bands, jobs } from '#service/db/schema.ts'
import { type LayerFixture, createLayerFixture } from '../../support/jobs/layer-fixture.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'

let service: TestService
let viewer: TestPerson
let fixture: LayerFixture
beforeAll(async () => {
  service = await createTestService()
  viewer = await service.logIn('viewer')
  fixture = await createLayerFixture(service.services, viewer.id)
})
afterAll(() => service.close())

async function reportOf(layer: Parameters<LayerFixture['addJob']>[0]): Promise<JobReport> {
  const id = await fixture.addJob(layer)
  const [job] = await service.services.db.select().from(jobs).where(eq(jobs.id, id))
  const url = `/modeling/v1/jobs/by-key/${job.job_key}`
  return (await service.inject({ url, headers: viewer.headers })).json()
}

it('a report names the records that its layer has by id', async () => {
  const { names } = await reportOf({})
  expect(names).toEqual({
    survey_id: 'Testland · SIM 2024 · water',
    collection_id: 'tst_basic',
    population_band_id: 'tst_people',
    'place_group_version_ids.adm0': 'Testland · 1',
    'place_group_version_ids.adm1': 'Testland · 1',
  })
})

it('says which records were removed, and when', async () => {
  const { db } = service.services
  const [{ id: _, ...band }] = await db.select().from(bands).limit(1)
  const [{ id }] = await db
    .insert(bands)
    .values({ ...band, band_index: 99, name: 'tst_removed' })
    .returning({ id: bands.id })
  await db.delete(bands).where(eq(bands.id, id))
  const { names, removed } = await reportOf({
    layer: { survey_id: null, population_band_id: id, place_group_version_ids: { adm0: null } },
  })
  expect(names).toMatchObject({ population_band_id: null })
  expect(removed).toEqual({ population_band_id: { name: 'tst_removed', removed_at: expect.any(String) } })
  expect(Math.abs(Date.now() - Date.parse(removed.population_band_id.removed_at))).toBeLessThan(60_000)
})

it('says which records were deleted, and nothing about those that the layer does not have', async () => {
  const { names } = await reportOf({
    layer: {
      survey_id: null,
      population_band_id: null,
      collection_id: 99_999,
      place_group_version_ids: { adm0: null, adm2: 99_999 },
    },
  })
  expect(names).toEqual({ collection_id: null, 'place_group_version_ids.adm2': null })
})
