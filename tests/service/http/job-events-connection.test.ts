import { eq } from '#drizzle'
import pino from 'pino'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { connect } from '#service/db/client.ts'
import { jobs } from '#service/db/schema.ts'
import { createJobEvents } from '#service/http/job-events.ts'
import { type LayerFixture, createLayerFixture } from '../../support/jobs/layer-fixture.ts'
import { type TestService, createTestService } from '../../support/service.ts'

let service: TestService
let fixture: LayerFixture
beforeAll(async () => {
  service = await createTestService()
  fixture = await createLayerFixture(service.services, (await service.logIn('staff')).id)
})
afterAll(() => service.close())

const log = pino({ level: 'silent' })

it('delivers to everyone who joins while the connection is being established', async () => {
  const id = await fixture.addJob()
  const { db } = service.services
  const events = createJobEvents(db, log)
  const [first, second] = [vi.fn(), vi.fn()]
  const others = { onAccessEnded: () => {}, onEnd: () => {} }
  void events.listen({ onEvent: first, ...others })
  await events.listen({ onEvent: second, ...others })
  await db.update(jobs).set({ fraction: 0.5 }).where(eq(jobs.id, id))
  await vi.waitFor(() => expect(second).toHaveBeenCalledOnce())
  expect(first).toHaveBeenCalledOnce()
  events.close()
})

it('ends listeners if no connection is available, instead of leaving them without events', async () => {
  const away = connect('postgresql://nobody@127.0.0.1:1/nothing')
  const events = createJobEvents(away, log)
  const onEnd = vi.fn()
  const stop = await events.listen({ onEvent: () => {}, onAccessEnded: () => {}, onEnd })
  expect(onEnd).toHaveBeenCalledOnce()
  stop()
  events.close()
  await away.$client.end()
})
