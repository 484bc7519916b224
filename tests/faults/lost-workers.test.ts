import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inArray } from '#drizzle'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { FILE_TYPES } from '#contract/jobs/output-types.ts'
import { files } from '#service/db/schema.ts'
import { waitForJobs, waitUntilEnded } from '../support/jobs/wait-for-job.ts'
import { type FaultBench, createFaultBench, isRunning, resultsOf } from './support/fault-service.ts'
import { TIMES, random, times, until } from './support/times.ts'

let bench: FaultBench
beforeAll(async () => {
  bench = await createFaultBench()
})
afterEach(() => bench.endAll())
afterAll(() => bench.close())

const submitAll = async (count: number, changes: Parameters<FaultBench['submit']>[0] = {}) => {
  const ids: number[] = []
  for (let n = 0; n < count; n++) ids.push(await bench.submit(changes))
  return ids
}

/** One whole result from one attempt; neither rows nor files from any other attempt. */
async function expectOneResultEach(ids: number[], attempts: readonly number[]): Promise<void> {
  const { db, config } = bench.service.services
  const found = await resultsOf(bench, ids)
  for (const job of found.jobs) {
    expect(job.status).toBe('completed')
    expect(attempts).toContain(job.attempt)
    expect(found.outputs.filter(({ job_id }) => job_id === job.id)).toHaveLength(FILE_TYPES.length)
    // The only folder in the store belongs to the attempt that counts.
    expect(await readdir(join(config.dataDir, 'files', 'jobs', String(job.id)))).toContain(
      String(job.attempt),
    )
    for (let attempt = 1; attempt < job.attempt; attempt++) {
      const folder = join(config.dataDir, 'files', 'jobs', String(job.id), String(attempt))
      expect(existsSync(folder) ? await readdir(folder) : []).toEqual([])
    }
  }
  const rows = await db
    .select({ key: files.key })
    .from(files)
    .where(
      inArray(
        files.id,
        found.outputs.map(({ file_id }) => file_id),
      ),
    )
  const byId = new Map(found.jobs.map(({ id, attempt }) => [id, attempt]))
  for (const { key } of rows) {
    const [, id, attempt] = key.split('/').map(Number)
    expect(attempt).toBe(byId.get(id))
    expect(existsSync(join(config.dataDir, 'files', key))).toBe(true)
  }
}

describe('F01 a worker is killed with -9', () => {
  it(`in the middle of a layer: it runs again within 40 s, with one result and nothing from the first (${TIMES} times)`, async () => {
    const { db } = bench.service.services
    const ids = await submitAll(TIMES)
    const victims = times.map((n) => bench.worker({ ms: 20_000, note: `victim ${n}` }))
    await waitForJobs(db, ids, isRunning(1))
    const firstKill = performance.now()
    await Promise.all(
      victims.map(async (victim) => {
        await sleep(random() * 3000)
        victim.kill('SIGKILL')
        await victim.exited
      }),
    )
    for (const n of [1, 2]) bench.worker({ ms: 300, note: `heir ${n}` })
    await waitForJobs(db, ids, ({ attempt }) => attempt === 2)
    expect(performance.now() - firstKill).toBeLessThan(40_000)
    await waitUntilEnded(db, ids)
    await expectOneResultEach(ids, [2])
  })

  it(`at any moment, even while the result is stored: one whole result (${TIMES * 2} times)`, async () => {
    const { db } = bench.service.services
    const ids: number[] = []
    // A layer takes only a moment; the kill comes before, during or after its result is stored.
    for (let n = 0; n < TIMES * 2; n++) {
      ids.push(await bench.submit())
      const journal = join(bench.service.services.config.dataDir, `victim-${n}`)
      const victim = bench.worker({ ms: 50, note: `victim ${n}`, journal })
      await until('the victim has a layer', 60_000, () => existsSync(journal))
      await sleep(random() * 350)
      victim.kill('SIGKILL')
      await victim.exited
    }
    bench.worker({ ms: 50, note: 'heir' })
    await waitUntilEnded(db, ids)
    await expectOneResultEach(ids, [1, 2, 3])
  })
})

it('a layer whose worker is killed while the others are busy is shown as waiting', async () => {
  const { db } = bench.service.services
  const [lost] = await submitAll(1)
  const victim = bench.worker({ ms: 60_000, note: 'victim' })
  await waitForJobs(db, [lost], isRunning(1))
  const [other] = await submitAll(1)
  bench.worker({ ms: 60_000, note: 'busy' })
  await waitForJobs(db, [other], isRunning(1))
  victim.kill('SIGKILL')
  const [row] = await waitForJobs(db, [lost], ({ status }) => status === 'pending')
  expect(row).toMatchObject({ attempt: 1, step: null, fraction: 0, datetime_started: null })
  const [running] = await waitForJobs(db, [other], () => true)
  expect(running).toMatchObject({ status: 'running', attempt: 1 })
  await bench.endAll()
  bench.worker({ ms: 0, note: 'heir' })
  await waitUntilEnded(db, [lost, other])
})

describe('F02 a worker is frozen and wakes up', () => {
  it(`after its layer has gone to another: its result changes nothing (${TIMES} times)`, async () => {
    const { db } = bench.service.services
    const ids = await submitAll(TIMES)
    const sleepers = times.map((n) => bench.worker({ ms: 4000, note: `sleeper ${n}` }))
    await waitForJobs(db, ids, isRunning(1))
    await Promise.all(
      sleepers.map(async (sleeper) => {
        await sleep(random() * 1500)
        sleeper.kill('SIGSTOP')
      }),
    )
    const heir = bench.worker({ ms: 100, note: 'heir' })
    await waitUntilEnded(db, ids)
    heir.kill('SIGTERM')
    await heir.exited
    const before = await resultsOf(bench, ids)
    expect(
      before.jobs.every(({ attempt, diagnostics }) => attempt === 2 && diagnostics?.note === 'heir'),
    ).toBe(true)
    for (const sleeper of sleepers) sleeper.kill('SIGCONT')
    // Each continues where it was, and takes one of the next layers only after the first is done. One may wake up long
    // after the others, so these layers outlast it.
    const next = await submitAll(TIMES, { layer: { target: 'long' } })
    await waitForJobs(db, next, isRunning(1))
    expect(await resultsOf(bench, ids)).toEqual(before)
    await expectOneResultEach(ids, [2])
    const stoppedAt = performance.now()
    for (const sleeper of sleepers) sleeper.kill('SIGTERM')
    for (const sleeper of sleepers) expect(await sleeper.exited).toBe(0)
    expect(performance.now() - stoppedAt).toBeLessThan(10_000)
    await waitForJobs(db, next, ({ status }) => status === 'pending')
    bench.worker({ ms: 0, note: 'heir' })
    await waitUntilEnded(db, next)
  })
})
