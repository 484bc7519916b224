import { eq } from '#drizzle'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jobs } from '#service/db/schema.ts'
import { claimJob, reportProgress } from '#service/domain/jobs/run-layer/claim.ts'
import { completeJob } from '#service/domain/jobs/run-layer/complete.ts'
import { failJob } from '#service/domain/jobs/run-layer/fail.ts'
import { type LayerFixture, createLayerFixture } from '../../support/jobs/layer-fixture.ts'
import { type TestService, createTestService } from '../../support/service.ts'
import { plainSurfaces } from '../../support/jobs/plain-surfaces.ts'

let service: TestService
let fixture: LayerFixture
beforeAll(async () => {
  service = await createTestService()
  fixture = await createLayerFixture(service.services, (await service.logIn('staff')).id)
})
afterAll(() => service.close())

const summary = { min: 0, max: 1, mean: 0.5, histogram: [1] }
const surfaces = {
  bounds: [0, 0, 1, 1] as [number, number, number, number],
  ...plainSurfaces(summary),
}
const rowOf = async (id: number) => (await service.services.db.select().from(jobs).where(eq(jobs.id, id)))[0]

describe('the end of a job', () => {
  it.each([
    [true, false],
    [false, true],
    [null, false],
  ])('keeps both flags: all units pass %s, overfit %s', async (allAdmPass, isOverfit) => {
    const { db } = service.services
    const claim = (await claimJob(db, await fixture.addJob()))!
    const outcome = {
      written: [],
      allAdmPass,
      isOverfit,
      verdict: 'adm2' as const,
      surfaces,
      diagnostics: {},
      adm: [],
    }
    expect(await completeJob(db, claim, outcome, [])).toBe(true)
    expect(await rowOf(claim.id)).toMatchObject({
      status: 'completed',
      attempt: 1,
      fraction: 1,
      all_adm_pass: allAdmPass,
      is_overfit: isOverfit,
      verdict: 'adm2',
    })
  })

  it.each(['completed', 'failed', 'cancelled'] as const)(
    'is not followed by a run once %s',
    async (status) => {
      const id = await fixture.addJob({ status, reason: 'As it was.' })
      expect(await claimJob(service.services.db, id)).toBeNull()
      expect(await rowOf(id)).toMatchObject({ status, attempt: 0 })
    },
  )

  it('can only be written by the newest attempt', async () => {
    const { db } = service.services
    const id = await fixture.addJob()
    const [older, newer] = [(await claimJob(db, id))!, (await claimJob(db, id))!]
    expect([older.attempt, newer.attempt]).toEqual([1, 2])
    expect(await reportProgress(db, older, 'Fitting', 0.5)).toBe(false)
    expect(await failJob(db, older, 'It failed.', [])).toBe(false)
    expect(await rowOf(id)).toMatchObject({ status: 'running', step: 'Preparing', fraction: 0, reason: null })
    expect(await reportProgress(db, newer, 'Fitting', 0.5)).toBe(true)
    expect(await rowOf(id)).toMatchObject({ step: 'Fitting', fraction: 0.5 })
  })
})
