import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq, like, sql } from '#drizzle'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { FILE_TYPES } from '#contract/jobs/output-types.ts'
import { markDatabaseError } from '#service/database-error.ts'
import { files, job_outputs, jobs } from '#service/db/schema.ts'
import { cancel } from '#service/domain/jobs/cancel.ts'
import type { FileStore } from '#service/files/file-store.ts'
import { type ComputeLayer, LayerRejected } from '#service/tasks/layers/layer-process.ts'
import { OUT_OF_STORAGE, asTransientError } from '#service/tasks/transient-error.ts'
import { createQueue } from '#service/tasks/pg-boss-queue.ts'
import type { Queue } from '#service/tasks/queue.ts'
import { type RetryLimits, retryTransient } from '#service/tasks/retry.ts'
import { type RunningWorker, startWorker } from '#service/tasks/worker.ts'
import { sentence } from '#service/sentence.ts'
import { ServiceError } from '#service/service-error.ts'
import { type LayerFixture, createLayerFixture } from '../../support/jobs/layer-fixture.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'
import { standInCompute } from '../../support/jobs/stand-in-compute.ts'
import { waitForJobs, waitUntilEnded } from '../../support/jobs/wait-for-job.ts'
import { sendLayers } from '#service/domain/jobs/run-layer/send-layers.ts'

const FULL = sentence`Not enough storage is left to keep this file. Ask the operator of the service to free some.`
const full = () => new ServiceError('no-storage', FULL)
const coded = (code: string) => Object.assign(new Error(code), { code })
const lostConnection = coded('ECONNREFUSED')
markDatabaseError(lostConnection)

describe('temporary failures', () => {
  it.each([
    ['a full disk', coded('ENOSPC'), 'free storage'],
    ['a used-up share of a disk', coded('EDQUOT'), 'free storage'],
    ['a full store', full(), 'free storage'],
    ['a store that is away', new ServiceError('unavailable', sentence`Away.`), 'file store'],
    ['a database that is away', lostConnection, 'database'],
    ['a database that stops', new Error('query', { cause: coded('57P01') }), 'database'],
    ['a database without room', new Error('query', { cause: coded('53100') }), 'database'],
    ['a statement that took too long', new Error('query', { cause: coded('57014') }), 'database'],
    ['a lock that took too long', new Error('query', { cause: coded('55P03') }), 'database'],
    ['a deadlock', new Error('query', { cause: coded('40P01') }), 'database'],
  ])('%s is retried', (_, error, what) => {
    expect(asTransientError(error)?.step).toMatch(new RegExp(`^Waiting.*${what}`))
  })

  it.each([
    ['a fault of the program', new TypeError('x is not a function')],
    ['a layer that cannot be computed', new LayerRejected('No clusters.')],
    ['a file that is gone', new ServiceError('not-found', sentence`Gone.`)],
    ['a row that breaks a rule', coded('23505')],
  ])('%s is not', (_, error) => {
    expect(asTransientError(error)).toBeNull()
  })
})

describe('retrying', () => {
  const wait = (
    act: () => Promise<unknown>,
    retryLimits: RetryLimits,
    signal = new AbortController().signal,
  ) => {
    const events: string[] = []
    const result = retryTransient(act, {
      limits: retryLimits,
      signal,
      onTransientError: ({ step }, tries) => events.push(`${tries} ${step}`),
      onRecovered: () => events.push('recovered'),
    })
    return { events, result }
  }

  it('ends with the result, and reports when it began and ended', async () => {
    let tries = 0
    const act = () => (++tries < 3 ? Promise.reject(full()) : Promise.resolve('kept'))
    const { events, result } = wait(act, { forMs: 60_000, pauseMs: 1 })
    expect(await result).toBe('kept')
    expect(events).toEqual(['1 Waiting for free storage', '2 Waiting for free storage', 'recovered'])
  })

  it('ends with the sentence after the maximum time', async () => {
    const { result } = wait(() => Promise.reject(coded('ENOSPC')), { forMs: 20, pauseMs: 1 })
    await expect(result).rejects.toThrow(OUT_OF_STORAGE)
  })

  it('ends at once with a permanent failure, even after a temporary one', async () => {
    let tries = 0
    const act = () => Promise.reject(++tries === 1 ? full() : new Error('broken'))
    await expect(wait(act, { forMs: 60_000, pauseMs: 1 }).result).rejects.toThrow('broken')
    expect(tries).toBe(2)
  })

  it('ends with the signal', async () => {
    const soon = new AbortController()
    const { result } = wait(() => Promise.reject(full()), { forMs: 60_000, pauseMs: 60_000 }, soon.signal)
    setImmediate(() => soon.abort(new Error('cancelled')))
    await expect(result).rejects.toThrow()
  })
})

describe('a worker whose store is full', () => {
  let service: TestService
  let owner: TestPerson
  let fixture: LayerFixture
  let hasRoom: (key: string) => boolean
  let canRemove: () => boolean
  let computed: number
  const workers: RunningWorker[] = []
  const queues: Queue[] = []

  beforeAll(async () => {
    service = await createTestService({ queue: 'real' })
    owner = await service.logIn('staff')
    fixture = await createLayerFixture(service.services, owner.id)
  })
  beforeEach(() => {
    computed = 0
    canRemove = () => true
  })
  afterEach(async () => {
    for (const worker of workers.splice(0)) await worker.stop()
    for (const queue of queues.splice(0)) await queue.stop()
  })
  afterAll(() => service.close())

  async function submit(): Promise<number> {
    const { db, queue } = service.services
    const id = await fixture.addJob()
    await db.transaction((tx) => sendLayers(queue, tx, [id]))
    return id
  }
  async function start(retryLimits: RetryLimits, compute: ComputeLayer = standInCompute()): Promise<void> {
    const { log, files: real } = service.services
    const store: FileStore = {
      ...real,
      put: (key, content, options) =>
        hasRoom(key) ? real.put(key, content, options) : Promise.reject(full()),
      remove: (key) =>
        canRemove() ? real.remove(key) : Promise.reject(new ServiceError('unavailable', sentence`Away.`)),
    }
    const queue = await createQueue({ url: service.database.url, log, role: 'worker' })
    queues.push(queue)
    const counted: ComputeLayer = (task, hooks) => {
      computed++
      return compute(task, hooks)
    }
    workers.push(
      await startWorker({ ...service.services, files: store, queue }, { compute: counted, retryLimits }),
    )
  }
  /** A full database disk, for this many claims; returns how many failed. */
  async function rejectClaims(count: number): Promise<() => Promise<number>> {
    const { db } = service.services
    await db.execute(sql`create sequence claims_tried`)
    await db.execute(
      sql.raw(`create function refuse_claim() returns trigger language plpgsql as $$
        begin
          if nextval('claims_tried') <= ${count} then raise exception 'full' using errcode = '53100'; end if;
          return new;
        end $$`),
    )
    await db.execute(sql`create trigger refuse_claim before update of attempt on jobs
      for each row execute function refuse_claim()`)
    return async () => {
      const { rows } = await db.execute<{ tried: number }>(
        sql`select last_value::int as tried from claims_tried`,
      )
      await db.execute(sql`drop function refuse_claim cascade`)
      await db.execute(sql`drop sequence claims_tried`)
      return rows[0].tried - 1
    }
  }
  const waits = ({ status, step }: typeof jobs.$inferSelect) =>
    status === 'running' && step === 'Waiting for free storage'
  const workFolders = () =>
    readdirSync(tmpdir()).filter((name) => name.startsWith(`strata-layer-${process.pid}-`))
  const left = (id: number) => {
    const folder = join(service.services.config.dataDir, 'files/jobs', String(id))
    try {
      return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    } catch {
      return []
    }
  }

  it('says so in the row, starts no other layer, and keeps its result until there is space', async () => {
    const { db } = service.services
    let room = false
    // The first files fit; the rest of them have to wait.
    hasRoom = (key) => room || key.endsWith('mean.tif')
    const [first, second] = [await submit(), await submit()]
    await start({ forMs: 60_000, pauseMs: 20 })
    await waitForJobs(db, [first], waits)
    await sleep(300)
    const [next] = await db.select().from(jobs).where(eq(jobs.id, second))
    expect(next).toMatchObject({ status: 'pending', attempt: 0 })
    expect(await db.select().from(job_outputs).where(eq(job_outputs.job_id, first))).toEqual([])
    room = true
    const rows = await waitUntilEnded(db, [first, second])
    for (const row of rows)
      expect(row).toMatchObject({ status: 'completed', attempt: 1, step: null, reason: null })
    expect(computed).toBe(2)
    expect(await db.select().from(job_outputs).where(eq(job_outputs.job_id, first))).toHaveLength(
      FILE_TYPES.length,
    )
  })

  it('fails it with the sentence in the end, leaves nothing of it, and continues', async () => {
    const { db } = service.services
    let room = false
    hasRoom = (key) => room || key.endsWith('mean.tif')
    const first = await submit()
    await start({ forMs: 200, pauseMs: 20 })
    const [failed] = await waitUntilEnded(db, [first])
    expect(failed).toMatchObject({ status: 'failed', reason: FULL.text, attempt: 1 })
    while (left(first).length > 0) await sleep(20)
    expect(
      await db
        .select()
        .from(files)
        .where(like(files.key, `jobs/${first}/%`)),
    ).toEqual([])
    room = true
    const second = await submit()
    expect((await waitUntilEnded(db, [second]))[0].status).toBe('completed')
  })

  it('lets a person cancel it in the meantime', async () => {
    const { db } = service.services
    hasRoom = (key) => key.endsWith('mean.tif')
    const id = await submit()
    await start({ forMs: 60_000, pauseMs: 30_000 })
    await waitForJobs(db, [id], waits)
    const actor = { id: owner.id, roles: [{ name: 'staff' }] } as Parameters<typeof cancel>[1]
    await cancel(db, actor, id)
    while (left(id).length > 0) await sleep(20)
    const [job] = await db.select().from(jobs).where(eq(jobs.id, id))
    expect(job).toMatchObject({ status: 'cancelled', step: null })
  })

  it.each(['', 'and cannot tidy up'])('returns it if it is stopped in the meantime %s', async (untidy) => {
    const { db } = service.services
    let room = false
    hasRoom = (key) => room || key.endsWith('mean.tif')
    canRemove = () => untidy === ''
    const id = await submit()
    await start({ forMs: 60_000, pauseMs: 30_000 })
    await waitForJobs(db, [id], waits)
    await workers.splice(0)[0].stop()
    const [job] = await db.select().from(jobs).where(eq(jobs.id, id))
    expect(job).toMatchObject({ status: 'pending', attempt: 1, step: null, reason: null })
    expect(workFolders()).toEqual([])
    const { rows } = await db.execute<{ state: string }>(
      sql`select state::text from pgboss.job where (data->>'job_id')::int = ${id} and state in ('created', 'retry', 'active')`,
    )
    expect(rows).toEqual([{ state: 'created' }])
    ;[room, canRemove] = [true, () => true]
    await start({ forMs: 60_000, pauseMs: 20 })
    const [done] = await waitUntilEnded(db, [id])
    expect(done).toMatchObject({ status: 'completed', attempt: 2, reason: null })
    expect(left(id)).toHaveLength(FILE_TYPES.length)
  })

  it('also waits if the leftovers of a lost worker cannot be removed yet', async () => {
    const { db } = service.services
    hasRoom = () => true
    let refusals = 5
    canRemove = () => refusals-- <= 0
    const id = await submit()
    await db.update(jobs).set({ attempt: 1 }).where(eq(jobs.id, id))
    await start({ forMs: 60_000, pauseMs: 20 })
    const [job] = await waitUntilEnded(db, [id])
    expect(job).toMatchObject({ status: 'completed', attempt: 2, reason: null })
    expect(refusals).toBeLessThan(0)
  })

  it('also waits if the database cannot store the claim', async () => {
    const { db } = service.services
    hasRoom = () => true
    const rejected = await rejectClaims(5)
    const id = await submit()
    await start({ forMs: 60_000, pauseMs: 20 })
    const [job] = await waitUntilEnded(db, [id])
    expect(job).toMatchObject({ status: 'completed', attempt: 1, reason: null })
    expect(await rejected()).toBe(5)
    const { rows } = await db.execute<{ retry_count: number }>(
      sql`select retry_count from pgboss.job where name = 'run-layer' and (data->>'job_id')::int = ${id}`,
    )
    expect(rows).toEqual([{ retry_count: 0 }])
  })

  it('computes again if the computation itself had no space, in an empty folder', async () => {
    const { db } = service.services
    hasRoom = () => true
    const found: number[] = []
    const id = await submit()
    await start({ forMs: 60_000, pauseMs: 20 }, async (task, hooks) => {
      found.push(readdirSync(task.folder).length)
      const outcome = await standInCompute()(task, hooks)
      if (found.length < 3) throw coded('ENOSPC')
      return outcome
    })
    const [job] = await waitUntilEnded(db, [id])
    expect(job).toMatchObject({ status: 'completed', attempt: 1 })
    expect(found).toEqual([0, 0, 0])
  })
})
