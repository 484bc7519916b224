import { eq, sql } from '#drizzle'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { assets, bands, jobs, loose_files } from '#service/db/schema.ts'
import { rebuild } from '#service/domain/bands/rebuild.ts'
import { processRaster } from '#service/domain/processed/process.ts'
import { sweepLoose } from '#service/files/loose-files.ts'
import { computeInProcess } from '#service/tasks/layers/layer-process.ts'
import { RETRY_LIMITS } from '#service/tasks/retry.ts'
import { runLayerHandler } from '#service/tasks/layers/run-layer.handler.ts'
import { type LayerFixture, createLayerFixture } from '../../support/jobs/layer-fixture.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'

let service: TestService
let person: TestPerson
let fixture: LayerFixture
let assetId: number
beforeAll(async () => {
  service = await createTestService()
  person = await service.logIn('staff')
  fixture = await createLayerFixture(service.services, person.id)
  const [asset] = await service.services.db.select().from(assets).where(eq(assets.name, 'tst_rain.tif'))
  assetId = asset.id
  await replaceCog()
})
afterAll(() => service.close())

const never = () => new AbortController().signal

async function replaceCog() {
  const { services } = service
  const declared = sql`${bands.statistics} || '{"classes": []}'`
  await services.db.update(bands).set({ statistics: declared }).where(eq(bands.asset_id, assetId))
  await rebuild(services, assetId, never())
}

/** Replaces the COG and lets so much time pass that its bytes are removed unless something holds them. */
async function replaceCogLongAgo() {
  const { services } = service
  await replaceCog()
  const [{ key }] = await services.db
    .update(loose_files)
    .set({ seen_at: new Date(0) })
    .returning()
  vi.advanceTimersByTime(60_000)
  const seenAt = async () => (await services.db.select().from(loose_files))[0].seen_at.getTime()
  await vi.waitFor(async () => expect(await seenAt()).toBeGreaterThan(0), 3000).catch(() => {})
  await sweepLoose(services)
  return key
}

/** Afterwards nothing holds it any more. */
async function expectRemoved(key: string) {
  const { services } = service
  await services.db.update(loose_files).set({ seen_at: new Date(0) })
  vi.advanceTimersByTime(60_000)
  expect(vi.getTimerCount()).toBe(0)
  expect(await sweepLoose(services)).toBe(1)
  expect(await services.files.size(key)).toBeNull()
}

async function withFakeIntervals(work: () => Promise<void>) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    await work()
  } finally {
    vi.useRealTimers()
  }
}

it('a layer reads the COG that it started with, although it was replaced', async () => {
  const { services } = service
  const id = await fixture.addJob()
  await withFakeIntervals(async () => {
    let key = ''
    const task = {
      id: '',
      payload: { job_id: id, losses: 0 },
      retryCount: 0,
      signal: never(),
    }
    await runLayerHandler.handle(task, {
      services,
      stopping: never(),
      retryLimits: RETRY_LIMITS,
      async computeLayer(inputs, hooks) {
        key = await replaceCogLongAgo()
        expect(inputs.bands.map(({ stored }) => stored.key)).toContain(key)
        return computeInProcess(inputs, hooks)
      },
    })
    const [job] = await services.db.select().from(jobs).where(eq(jobs.id, id))
    expect(job).toMatchObject({ status: 'completed', reason: null })
    await expectRemoved(key)
  })
}, 60_000)

it('processing reads the COG that was chosen, although it was replaced while the task waited', async () => {
  const { services } = service
  const { queue } = services
  await withFakeIntervals(async () => {
    let key = ''
    const waiting: typeof queue.ask = async (definition, payload, signal) => {
      key = await replaceCogLongAgo()
      expect(payload).toMatchObject({ key })
      return queue.ask(definition, payload, signal)
    }
    const body = { asset_id: assetId, band: 1, name: 'rain_30s' }
    const caller = { personId: person.id, signal: never() }
    const { asset } = await processRaster(
      { ...services, queue: { ...queue, ask: waiting } },
      body,
      person.id,
      caller,
    )
    expect(asset).toMatchObject({ status: 'ready', processed_from: assetId })
    await expectRemoved(key)
  })
}, 60_000)
