import { sql } from '#drizzle'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLayerFixture } from '../../support/jobs/layer-fixture.ts'
import { createTestService, type TestService } from '../../support/service.ts'
import { sendLayers } from '#service/domain/jobs/run-layer/send-layers.ts'

let service: TestService
beforeAll(async () => {
  service = await createTestService({ queue: 'real' })
})
afterAll(() => service.close())

it('queues many jobs of a person at once, each behind the previous one, or none if the transaction fails', async () => {
  const { db, queue } = service.services
  const staff = await service.logIn('staff')
  const fixture = await createLayerFixture(service.services, staff.id)
  const waiting = await fixture.addJob()
  await db.transaction((tx) => sendLayers(queue, tx, [waiting]))
  const ids = [await fixture.addJob(), await fixture.addJob(), await fixture.addJob()]
  const tasks = async () =>
    (
      await db.execute(sql`select (data->>'job_id')::int as job_id, data->>'request_id' as request_id, priority
        from pgboss.job where name = 'run-layer' order by priority desc, created_on, id`)
    ).rows
  const failing = db.transaction(async (tx) => {
    await sendLayers(queue, tx, ids, 'request-1')
    throw new Error('undone')
  })
  await expect(failing).rejects.toThrow('undone')
  expect(await tasks()).toHaveLength(1)
  await db.transaction((tx) => sendLayers(queue, tx, ids, 'request-1'))
  await db.transaction((tx) => sendLayers(queue, tx, []))
  expect(await tasks()).toEqual([
    { job_id: waiting, request_id: null, priority: 0 },
    ...ids.map((job_id, i) => ({ job_id, request_id: 'request-1', priority: -1 - i })),
  ])
})
