import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { claimJob, releaseJob } from '#service/domain/jobs/run-layer/claim.ts'
import { watchClaim } from '#service/tasks/layers/watch-claim.ts'
import { type LayerFixture, createLayerFixture } from '../../support/jobs/layer-fixture.ts'
import { type TestService, createTestService } from '../../support/service.ts'
import { waitForJobs } from '../../support/jobs/wait-for-job.ts'

let service: TestService
let fixture: LayerFixture

beforeAll(async () => {
  service = await createTestService()
  fixture = await createLayerFixture(service.services, (await service.logIn('staff')).id)
})
afterAll(() => service.close())

it('writes progress a few times per second, forwards only', async () => {
  const { db } = service.services
  const id = await fixture.addJob()
  const claim = (await claimJob(db, id))!
  const client = new pg.Client({ connectionString: service.database.url })
  await client.connect()
  const notified: string[] = []
  client.on('notification', ({ payload }) => notified.push(payload ?? ''))
  await client.query('listen job_changed')
  const watch = watchClaim(db, claim)
  for (let i = 0; i <= 200; i++) {
    watch.progress('Fitting', i / 400)
    await sleep(5)
  }
  watch.progress('Writing', 0.2)
  await waitForJobs(db, [id], (job) => job.step === 'Writing' && job.fraction === 0.5)
  // A little over a second: at most three per second, and the last.
  expect(notified.length).toBeGreaterThanOrEqual(2)
  expect(notified.length).toBeLessThanOrEqual(8)
  await watch.end()
  await client.end()
})

it('is aborted once the job belongs to another worker', async () => {
  const { db } = service.services
  const id = await fixture.addJob()
  const watch = watchClaim(db, (await claimJob(db, id))!)
  await claimJob(db, id)
  await new Promise((resolve) => watch.signal.addEventListener('abort', resolve))
  await watch.end()

  const again = (await claimJob(db, id))!
  const second = watchClaim(db, again)
  expect(await releaseJob(db, again)).toBe(true)
  second.progress('Late', 0.9)
  await new Promise((resolve) => second.signal.addEventListener('abort', resolve))
  const [job] = await waitForJobs(db, [id], () => true)
  expect(job).toMatchObject({ status: 'pending', step: null, fraction: 0 })
  await second.end()
})
