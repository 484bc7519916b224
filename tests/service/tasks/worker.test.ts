import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, inArray, like } from '#drizzle'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { FILE_TYPES } from '#contract/jobs/output-types.ts'
import { files, job_adm, job_outputs, jobs } from '#service/db/schema.ts'
import { cancel } from '#service/domain/jobs/cancel.ts'
import { claimJob, releaseJob, reportProgress } from '#service/domain/jobs/run-layer/claim.ts'
import { completeJob } from '#service/domain/jobs/run-layer/complete.ts'
import { WORKER_LOST_MESSAGE, failJob } from '#service/domain/jobs/run-layer/fail.ts'
import { outputKey } from '#service/domain/jobs/run-layer/layer-task.ts'
import { type ComputeLayer, LayerProcessLost, computeInProcess } from '#service/tasks/layers/layer-process.ts'
import { createQueue } from '#service/tasks/pg-boss-queue.ts'
import type { Queue } from '#service/tasks/queue.ts'
import { type RunningWorker, startWorker } from '#service/tasks/worker.ts'
import { type LayerFixture, createLayerFixture } from '../../support/jobs/layer-fixture.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'
import { standInCompute } from '../../support/jobs/stand-in-compute.ts'
import { waitForJobs, waitUntilEnded } from '../../support/jobs/wait-for-job.ts'
import { forkWorker } from '../../support/jobs/worker-process.ts'
import { sendLayers } from '#service/domain/jobs/run-layer/send-layers.ts'

let service: TestService
let owner: TestPerson
let fixture: LayerFixture
const workers: RunningWorker[] = []
const queues: Queue[] = []

async function submit(changes: Parameters<LayerFixture['addJob']>[0] = {}): Promise<number> {
  const { db, queue } = service.services
  const id = await fixture.addJob(changes)
  await db.transaction((tx) => sendLayers(queue, tx, [id]))
  return id
}

/** An additional worker with its own queue, like another process. */
async function start(compute: ComputeLayer): Promise<RunningWorker> {
  const { log } = service.services
  const queue = await createQueue({ url: service.database.url, log, role: 'worker' })
  const worker = await startWorker({ ...service.services, queue }, { compute })
  queues.push(queue)
  workers.push(worker)
  return worker
}

const fork = (ms: number | 'in earnest', note: string) =>
  forkWorker({ url: service.database.url, dataDir: service.services.config.dataDir, ms, note })

const running = (attempt: number) => (job: typeof jobs.$inferSelect) =>
  job.status === 'running' && job.attempt === attempt && job.step === 'Standing in'

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)
const isThere = (pid: number) =>
  existsSync(`/proc/${pid}`) && !/^State:\tZ/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))

beforeAll(async () => {
  service = await createTestService({ queue: 'real' })
  owner = await service.logIn('staff')
  fixture = await createLayerFixture(service.services, owner.id)
})
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop()
  for (const queue of queues.splice(0)) await queue.stop()
})
afterAll(() => service.close())

describe('a queued layer', () => {
  it('does not exist if the transaction that writes it fails', async () => {
    const { db, queue } = service.services
    const id = await fixture.addJob({ status: 'cancelled' })
    await expect(
      db.transaction(async (tx) => {
        await sendLayers(queue, tx, [id])
        throw new Error('undone')
      }),
    ).rejects.toThrow('undone')
    const { rows } = await db.execute(`select 1 from pgboss.job where name = 'run-layer'`)
    expect(rows).toHaveLength(0)
  })

  it("waits behind the person's other layers, not behind everyone's", async () => {
    const other = await service.logIn('staff')
    const mine = [await submit(), await submit(), await submit()]
    const theirs = await submit({ app_user_id: other.id })
    const response = await service.inject({
      url: `/modeling/v1/jobs/details?status=pending&sort_by=id`,
      headers: owner.headers,
    })
    const places = response
      .json()
      .content.map((job: { id: number; queue_position: number }) => [job.id, job.queue_position])
    expect(places).toEqual([
      [mine[0], 1],
      [mine[1], 3],
      [mine[2], 4],
      [theirs, 2],
    ])
    const order: number[] = []
    const names = new Map([...mine, theirs].map((id) => [id, id]))
    await start(async (task, hooks) => {
      const [job] = await service.services.db
        .select()
        .from(jobs)
        .where(and(eq(jobs.status, 'running'), inArray(jobs.id, [...names.keys()])))
      order.push(job.id)
      return standInCompute()(task, hooks)
    })
    await waitUntilEnded(service.services.db, [...mine, theirs])
    expect(order).toEqual([mine[0], theirs, mine[1], mine[2]])
  })

  it('runs once when two workers race for fifty', async () => {
    const ids: number[] = []
    for (let i = 0; i < 50; i++) ids.push(await submit())
    await Promise.all([start(standInCompute(0, 'one')), start(standInCompute(0, 'two'))])
    const rows = await waitUntilEnded(service.services.db, ids)
    expect(rows.every(({ status, attempt }) => status === 'completed' && attempt === 1)).toBe(true)
    const by = new Set(rows.map(({ diagnostics }) => diagnostics?.note))
    expect(by).toEqual(new Set(['one', 'two']))
    const outputs = await service.services.db
      .select()
      .from(job_outputs)
      .where(inArray(job_outputs.job_id, ids))
    expect(outputs).toHaveLength(50 * FILE_TYPES.length)
  })

  it('is found again if its task was lost', async () => {
    const id = await fixture.addJob()
    await start(standInCompute())
    const [job] = await waitUntilEnded(service.services.db, [id])
    expect(job.status).toBe('completed')
  })
})

describe('the fence', () => {
  it('rejects everything from an attempt that is not the last', async () => {
    const { db } = service.services
    const id = await fixture.addJob()
    const stale = (await claimJob(db, id))!
    const fresh = (await claimJob(db, id))!
    expect([stale.attempt, fresh.attempt]).toEqual([1, 2])
    const outcome = {
      written: [],
      adm: [],
      surfaces: {} as never,
      diagnostics: {},
      allAdmPass: true,
      isOverfit: true,
      verdict: 'nation' as const,
    }
    const output = { type: 'mean' as const, key: outputKey(id, 1, 'mean'), size: 1, sha256: 'x', crc32: 0 }
    expect(await completeJob(db, stale, outcome, [output])).toBe(false)
    expect(await failJob(db, stale, 'late', [output])).toBe(false)
    expect(await reportProgress(db, stale, 'late', 0.9)).toBe(false)
    expect(await releaseJob(db, stale)).toBe(false)
    const [job] = await db.select().from(jobs).where(eq(jobs.id, id))
    expect(job).toMatchObject({ status: 'running', attempt: 2, step: 'Preparing', fraction: 0, reason: null })
    expect(await db.select().from(job_outputs).where(eq(job_outputs.job_id, id))).toHaveLength(0)
    expect(await db.select().from(files).where(eq(files.key, output.key))).toHaveLength(0)
    expect(await failJob(db, fresh, 'For the test.', [])).toBe(true)
    expect(await claimJob(db, id)).toBeNull()
  })
})

describe('a worker that is killed or frozen', () => {
  it('killed with -9: the layer runs again within 40 s, with one result and nothing left of the first', async () => {
    const { db, files: store } = service.services
    const id = await submit()
    const victim = fork(60_000, 'victim')
    await waitForJobs(db, [id], running(1))
    await store.put(outputKey(id, 1, 'mean'), Buffer.from('half done'))
    victim.kill('SIGKILL')
    await victim.exited
    const killed = performance.now()
    await start(standInCompute(500, 'heir'))
    await waitForJobs(db, [id], ({ attempt }) => attempt === 2)
    expect(performance.now() - killed).toBeLessThan(40_000)
    const [job] = await waitUntilEnded(db, [id])
    expect(job).toMatchObject({ status: 'completed', attempt: 2, diagnostics: { note: 'heir' } })
    expect(await db.select().from(job_outputs).where(eq(job_outputs.job_id, id))).toHaveLength(
      FILE_TYPES.length,
    )
    expect(await db.select().from(job_adm).where(eq(job_adm.job_id, id))).toHaveLength(1)
    expect(
      await db
        .select()
        .from(files)
        .where(like(files.key, `jobs/${id}/1/%`)),
    ).toHaveLength(0)
    expect(await store.size(outputKey(id, 1, 'mean'))).toBeNull()
    expect(await store.size(outputKey(id, 2, 'mean'))).toBeGreaterThan(0)
  }, 60_000)

  it('frozen and awake again: its result is dropped', async () => {
    const { db, files: store } = service.services
    const id = await submit()
    const sleeper = fork(4000, 'sleeper')
    await waitForJobs(db, [id], running(1))
    sleeper.kill('SIGSTOP')
    await start(standInCompute(100, 'heir'))
    const [job] = await waitUntilEnded(db, [id])
    expect(job).toMatchObject({ attempt: 2, diagnostics: { note: 'heir' } })
    // It continues where it was, finishes its layer, and takes the next one: then the first is done.
    sleeper.kill('SIGCONT')
    for (const worker of workers.splice(0)) await worker.stop()
    const next = await submit()
    await waitForJobs(db, [next], running(1))
    sleeper.kill('SIGTERM')
    expect(await sleeper.exited).toBe(0)
    const [after] = await db.select().from(jobs).where(eq(jobs.id, id))
    expect(after).toEqual(job)
    expect(await store.size(outputKey(id, 1, 'mean'))).toBeNull()
    // Asked to stop, it returned the next one.
    const [back] = await db.select().from(jobs).where(eq(jobs.id, next))
    expect(back).toMatchObject({ status: 'pending', attempt: 1, step: null, fraction: 0 })
    await start(standInCompute(0, 'heir'))
    expect((await waitUntilEnded(db, [next]))[0]).toMatchObject({ status: 'completed', attempt: 2 })
  }, 90_000)

  it('a layer that always crashes its process is given up after three attempts, and others continue', async () => {
    const { db } = service.services
    const poison = await submit({ layer: { target: 'poison' } })
    const others = [await submit(), await submit()]
    let tries = 0
    const compute: ComputeLayer = (task, hooks) => {
      if (task.layer.target !== 'poison') return standInCompute()(task, hooks)
      tries++
      return Promise.reject(new LayerProcessLost('ended with SIGABRT'))
    }
    await start(compute)
    const [last] = await waitUntilEnded(db, [poison])
    expect(last).toMatchObject({ status: 'failed', reason: WORKER_LOST_MESSAGE })
    expect(WORKER_LOST_MESSAGE).toMatch(/^The worker stopped 3 times while running this layer; /)
    expect(tries).toBe(3)
    const rows = await waitUntilEnded(db, others)
    expect(rows.map(({ status }) => status)).toEqual(['completed', 'completed'])
  }, 60_000)

  it('ends with its computing process, and only that one ends when asked to stop', async () => {
    const { db } = service.services
    // Long enough to be interrupted in the middle.
    const id = await submit({ layer: { draws: 2000, folds: 20 } })
    const inTheMiddle = (job: typeof jobs.$inferSelect) => job.step?.startsWith('Cross-validation') ?? false
    const victim = fork('in earnest', 'victim')
    await waitForJobs(db, [id], inTheMiddle)
    const [orphan] = childrenOf(victim.pid)
    expect(orphan).toBeGreaterThan(0)
    victim.kill('SIGKILL')
    await victim.exited
    while (isThere(orphan)) await sleep(50)

    const heir = fork('in earnest', 'heir')
    await waitForJobs(db, [id], (job) => job.attempt === 2 && inTheMiddle(job))
    const [child] = childrenOf(heir.pid)
    heir.kill('SIGTERM')
    const sentAt = performance.now()
    await waitForJobs(db, [id], ({ status }) => status === 'pending')
    expect(performance.now() - sentAt).toBeLessThan(5000)
    expect(await heir.exited).toBe(0)
    expect(isThere(child)).toBe(false)

    await start(standInCompute(0))
    expect((await waitUntilEnded(db, [id]))[0]).toMatchObject({ status: 'completed', attempt: 3 })
  }, 90_000)

  it('the computing process ends with the signal, and an independent exit is distinguished', async () => {
    const never = new AbortController()
    // An invalid task fails inside.
    const task = { layer: {}, bands: [] } as never
    const hooks = { progress() {}, log() {}, files: service.services.files }
    await expect(computeInProcess(task, { ...hooks, signal: never.signal })).rejects.toMatchObject({
      name: 'LayerBroken',
    })
    const soon = new AbortController()
    const started = computeInProcess(task, { ...hooks, signal: soon.signal })
    soon.abort(new Error('enough'))
    await expect(started).rejects.toThrow('enough')
  })
})

describe('a worker on request', () => {
  it('cancelling ends a running layer permanently', async () => {
    const { db, files: store } = service.services
    const aborted: unknown[] = []
    await start(async (task, hooks) => {
      hooks.signal.addEventListener('abort', () => aborted.push(hooks.signal.reason))
      return standInCompute(60_000)(task, hooks)
    })
    const id = await submit()
    await waitForJobs(db, [id], running(1))
    const actor = { id: owner.id, roles: [{ name: 'staff' }] } as Parameters<typeof cancel>[1]
    await cancel(db, actor, id)
    const next = await submit()
    await waitForJobs(db, [next], running(1))
    expect(aborted).toHaveLength(1)
    const [job] = await db.select().from(jobs).where(eq(jobs.id, id))
    expect(job).toMatchObject({ status: 'cancelled', step: null })
    expect(await store.size(outputKey(id, 1, 'log'))).toBeNull()
    await cancel(db, actor, next)
  })

  it('stopping returns the layer, and does not count against it', async () => {
    const { db } = service.services
    const id = await submit()
    for (let attempt = 1; attempt <= 4; attempt++) {
      const worker = await start(standInCompute(60_000))
      await waitForJobs(db, [id], running(attempt))
      await worker.stop()
      const [job] = await db.select().from(jobs).where(eq(jobs.id, id))
      expect(job).toMatchObject({ status: 'pending', attempt, datetime_started: null })
    }
    await start(standInCompute(0))
    expect((await waitUntilEnded(db, [id]))[0]).toMatchObject({ status: 'completed', attempt: 5 })
  }, 60_000)

  it('an internal error is reported with a reference, not with its message', async () => {
    const { db } = service.services
    let fault = () => Promise.reject(new Error('undefined is not a function at /secret/path'))
    await start((task, hooks) => (task.layer.target === 'fault' ? fault() : standInCompute()(task, hooks)))
    const id = await submit({ layer: { target: 'fault' } })
    const [job] = await waitUntilEnded(db, [id])
    expect(job.reason).toMatch(
      /^The layer could not be computed because of an internal error; .*\(reference [0-9a-f]{8}\)\.$/,
    )
    // A missing collection is reported as such.
    fault = () => Promise.reject(new Error('not reached'))
    const gone = await submit({ layer: { collection_id: 999_999 } })
    expect((await waitUntilEnded(db, [gone]))[0].reason).toBe(
      "The band collection 'tst_basic' no longer has any bands.",
    )
  }, 60_000)
})
