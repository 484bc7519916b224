import { eq, sql } from '#drizzle'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { jobs } from '#service/db/schema.ts'
import { claimJob, isHeld } from '#service/domain/jobs/run-layer/claim.ts'
import { releaseLost } from '#service/domain/jobs/run-layer/release-lost.ts'
import { resendForgotten } from '#service/domain/jobs/run-layer/resend-forgotten.ts'
import { sendLayers } from '#service/domain/jobs/run-layer/send-layers.ts'
import { runLayerLost } from '#service/tasks/layers/run-layer-lost.definition.ts'
import { runLayer } from '#service/tasks/layers/run-layer.definition.ts'
import { type LayerFixture, createLayerFixture } from '../../support/jobs/layer-fixture.ts'
import { type TestService, createTestService } from '../../support/service.ts'

/** The queue's own tables, without any worker: each test sets the state that a worker or its loss leaves. */
let service: TestService
let fixture: LayerFixture
let id: number
let claim: { id: number; attempt: number }
beforeAll(async () => {
  service = await createTestService({ queue: 'real' })
  const owner = await service.logIn('staff')
  fixture = await createLayerFixture(service.services, owner.id)
})
afterAll(() => service.close())

const db = () => service.services.db
const jobIs = async () => (await db().select().from(jobs).where(eq(jobs.id, id)))[0]
const setTask = (change: ReturnType<typeof sql>) =>
  db().execute(sql`update pgboss.job set ${change} where (data->>'job_id')::int = ${id}`)
const tasks = async () =>
  (
    await db().execute(
      sql`select 1 from pgboss.job where (data->>'job_id')::int = ${id} and state = 'created'`,
    )
  ).rows.length

/** A layer that a worker runs. */
beforeEach(async () => {
  await db().delete(jobs)
  await db().execute(sql`delete from pgboss.job`)
  id = await fixture.addJob()
  await db().transaction((tx) => sendLayers(service.services.queue, tx, [id]))
  claim = (await claimJob(db(), id))!
  await setTask(sql`state = 'active'`)
})

describe('a layer is released', () => {
  it('not while a worker runs it', async () => {
    expect(await releaseLost(service.services)).toBe(0)
    expect((await jobIs()).status).toBe('running')
    expect(await isHeld(db(), claim)).toBe(true)
  })

  it('once the queue has taken its task back', async () => {
    await setTask(sql`state = 'retry'`)
    expect(await releaseLost(service.services)).toBe(1)
    expect(await jobIs()).toMatchObject({
      status: 'pending',
      step: null,
      fraction: 0,
      datetime_started: null,
    })
    expect(await isHeld(db(), claim)).toBe(false)
  })
})

describe('a layer gets another task', () => {
  it('not while a worker runs it, nor while its task waits to be tried again', async () => {
    for (const state of ['active', 'retry', 'created']) {
      await setTask(sql`state = ${state}`)
      expect([state, await resendForgotten(service.services)]).toEqual([state, 0])
    }
    expect(await tasks()).toBe(1)
  })

  it('not while it waits to fail because its worker was lost too often', async () => {
    await setTask(sql`name = ${runLayerLost.name}, state = 'created'`)
    expect(await resendForgotten(service.services)).toBe(0)
  })

  it('if its task has ended or is gone, although it is still said to run', async () => {
    await setTask(sql`state = 'failed'`)
    expect(await resendForgotten(service.services)).toBe(1)
    expect(await tasks()).toBe(1)
    await db().execute(sql`delete from pgboss.job where name = ${runLayer.name}`)
    expect(await resendForgotten(service.services)).toBe(1)
    expect(await tasks()).toBe(1)
  })

  it('not if it has ended', async () => {
    await db().execute(sql`delete from pgboss.job where name = ${runLayer.name}`)
    await db().update(jobs).set({ status: 'completed' }).where(eq(jobs.id, id))
    expect(await resendForgotten(service.services)).toBe(0)
  })
})
