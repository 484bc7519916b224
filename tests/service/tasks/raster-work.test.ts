import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, sql } from '#drizzle'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { loose_files } from '#service/db/schema.ts'
import { requestInspection } from '#service/domain/rasters/task/request-inspection.ts'
import { upload } from '#service/domain/assets/upload.ts'
import { uploadAsset } from '#contract/rasters/assets.ts'
import { holdLoose } from '#service/files/loose-files.ts'
import { createQueue } from '#service/tasks/pg-boss-queue.ts'
import type { Queue } from '#service/tasks/queue.ts'
import { slowRaster } from '../../support/rasters/hostile-rasters.ts'
import { rasterChildren } from '../../support/processes.ts'
import { type TestService, createTestService } from '../../support/service.ts'
import { serviceWorkers } from '../../support/jobs/service-workers.ts'

let service: TestService
let queue: Queue
const workers = serviceWorkers(() => service)

const inspect = (key: string, personId = 1, signal?: AbortSignal) =>
  requestInspection({ queue }, { type: 'inspect', key }, { personId, signal })
const fixture = (name: string) => readFile(join(import.meta.dirname, '../../fixtures/raster', name))
const stateOf = async () =>
  (
    await service.services.db.execute<{ state: string; retry_count: number }>(
      sql`select state::text, retry_count from pgboss.job where name = 'raster-work' order by created_on desc limit 1`,
    )
  ).rows[0]

beforeAll(async () => {
  service = await createTestService()
  queue = await createQueue({ url: service.database.url, log: service.services.log, role: 'service' })
  const { files } = service.services
  await files.put('rasters/small', await fixture('i16-bigtiff.tif'))
  await files.put('rasters/text', Buffer.from('no raster'))
  await files.put('rasters/slow', slowRaster(4))
})
afterEach(() => workers.end())
afterAll(async () => {
  await queue.stop()
  await service.close()
})

it('a worker inspects, rejects and resamples what a call asks for', async () => {
  workers.fork()
  const { inspection, stored } = await inspect('rasters/small')
  expect(inspection.info).toMatchObject({ width: 37, height: 23 })
  expect(stored).toBeNull()
  await expect(inspect('rasters/text')).rejects.toMatchObject({ name: 'RasterError' })
  await expect(inspect('rasters/gone')).rejects.toMatchObject({ kind: 'not-found' })
  const work = {
    type: 'to-reference-grid',
    key: 'rasters/small',
    band: 1,
    method: 'nearest',
    nodata: -9999,
    description: 'small',
  } as const
  const processed = await requestInspection({ queue }, work, { personId: 1 })
  expect(processed.inspection.info).toMatchObject({ crs: 4326, nodata: -9999 })
  const key = processed.stored!.key
  expect(await service.services.files.size(key)).toBe(processed.stored!.size)
  expect(await service.services.db.select().from(loose_files).where(eq(loose_files.key, key))).toHaveLength(1)
})

it('the call of a person is answered through a worker, with the numbers of the raster', async () => {
  workers.fork()
  const { db, files } = service.services
  const person = await service.logIn('staff')
  await holdLoose(db, 'rasters/sent')
  const sent = { name: 'sent.tif', ...(await files.put('rasters/sent', await fixture('i16-bigtiff.tif'))) }
  const body = uploadAsset.body.parse({})
  const answer = await upload({ ...service.services, queue }, sent, body, person.id, { personId: person.id })
  expect(answer).toMatchObject({ catalogued: true, asset: { name: 'sent.tif', width: 37 } })
})

it.each(['SIGKILL', 'SIGTERM'] as const)(
  'a raster whose worker gets a %s goes to another; the call keeps waiting',
  async (signal) => {
    const victim = workers.fork()
    const answer = inspect('rasters/slow')
    await vi.waitFor(() => expect(rasterChildren(victim.pid)).toBe(1), 20_000)
    victim.kill(signal)
    await victim.exited
    const heir = workers.fork()
    await vi.waitFor(() => expect(rasterChildren(heir.pid)).toBe(1), 40_000)
    expect((await answer).inspection.info.width).toBe(4 * 4096)
    expect(await stateOf()).toMatchObject({ state: 'completed', retry_count: 1 })
  },
  120_000,
)

it('a call that ends cancels its task, whether it is waiting or running', async () => {
  const worker = workers.fork()
  await worker.ready
  const leaving = new AbortController()
  const running = inspect('rasters/slow', 1, leaving.signal).catch((error: unknown) => error)
  await vi.waitFor(() => expect(rasterChildren(worker.pid)).toBe(1), 20_000)
  leaving.abort()
  expect(await running).toMatchObject({ name: 'ChildFailure', reason: 'aborted' })
  expect(await stateOf()).toMatchObject({ state: 'cancelled' })
  await vi.waitFor(() => expect(rasterChildren(worker.pid)).toBe(0), 10_000)
  worker.kill('SIGKILL')
  await worker.exited
  const soon = new AbortController()
  const waiting = inspect('rasters/slow', 1, soon.signal).catch((error: unknown) => error)
  await vi.waitFor(async () => expect(await stateOf()).toMatchObject({ state: 'created' }))
  soon.abort()
  expect(await waiting).toMatchObject({ reason: 'aborted' })
  await vi.waitFor(async () => expect(await stateOf()).toMatchObject({ state: 'cancelled' }))
}, 60_000)

it('a slow raster of one person does not hold up another', async () => {
  workers.fork()
  const leaving = new AbortController()
  const slow = inspect('rasters/slow', 1, leaving.signal).catch((error: unknown) => error)
  const started = performance.now()
  await expect(inspect('rasters/small', 2)).resolves.toMatchObject({ inspection: { info: { width: 37 } } })
  expect(performance.now() - started).toBeLessThan(10_000)
  leaving.abort()
  await slow
})
