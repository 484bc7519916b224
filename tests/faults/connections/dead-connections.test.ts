import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { waitUntilEnded } from '../../support/jobs/wait-for-job.ts'
import { type Answered, call } from '../support/call.ts'
import { type FaultBench, createFaultBench } from '../support/fault-service.ts'
import { forkFaultWorker } from '../support/fault-worker.ts'
import type { ServicePart } from '../support/part.ts'
import { type TcpProxy, startDatabaseProxy } from '../support/tcp-proxy.ts'
import { rounds } from '../support/times.ts'

/** The longest statement, and two seconds. */
const DEAD_MS = 12_000

let bench: FaultBench
let proxy: TcpProxy & { url: string }
let part: ServicePart
beforeAll(async () => {
  bench = await createFaultBench()
})
afterAll(() => bench.close())
beforeEach(async () => {
  proxy = await startDatabaseProxy(bench.service.database.url)
  part = await bench.serve({ DATABASE_URL: proxy.url })
  // The pool has many connections.
  await Promise.all(Array.from({ length: 30 }, list))
})
afterEach(async () => {
  await bench.endAll()
  await proxy.close()
})

const list = () => call(`${part.base}/modeling/v1/jobs/details`, { headers: bench.owner.headers })
const statusesOf = (answers: readonly Answered[]) => [...new Set(answers.map(({ status }) => status))]

/** Calls again as soon as the last one is answered, until the first 200. */
async function untilServed(answers: Answered[]): Promise<number> {
  const start = performance.now()
  for (;;) {
    const answer = await list()
    if (answer.status === 200) return performance.now() - start
    answers.push(answer)
    await sleep(100)
  }
}

/** A stream of live events; resolves when the service has ended it. */
async function openStream(): Promise<{ ended: Promise<unknown> }> {
  const { body } = await fetch(`${part.base}/modeling/v1/jobs/events`, { headers: bench.owner.headers })
  const reader = body!.getReader()
  await reader.read()
  const readAll = async () => {
    while (!(await reader.read()).done);
  }
  return { ended: readAll().catch(() => {}) }
}

describe('F30 packets of existing connections to the database are dropped', () => {
  it.each(rounds)('calls are served within 15 s, and live streams end (round %i)', async () => {
    const stream = await openStream()
    const start = performance.now()
    let endedMs = Infinity
    void stream.ended.then(() => (endedMs = performance.now() - start))
    expect(proxy.freeze()).toBeGreaterThan(5)
    const failed: Answered[] = []
    expect(await untilServed(failed)).toBeLessThan(15_000)
    expect(statusesOf(failed)).toEqual([503])
    expect(Math.max(...failed.map(({ ms }) => ms))).toBeLessThan(DEAD_MS + 2500)
    // No other connection of the pool is dead.
    const answers = await Promise.all(Array.from({ length: 30 }, list))
    expect(statusesOf(answers)).toEqual([200])
    expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(5000)
    await expect.poll(() => endedMs, { timeout: 20_000 }).toBeLessThan(20_000)
    await openStream()
    expect(part.child.exitCode).toBeNull()
  })

  it('a worker goes on with the queue', async () => {
    const worker = forkFaultWorker({
      url: proxy.url,
      dataDir: bench.service.services.config.dataDir,
      ms: 200,
      note: 'frozen',
    })
    try {
      await worker.ready
      const [before] = await waitUntilEnded(bench.service.services.db, [await bench.submit()])
      expect(before.status).toBe('completed')
      proxy.freeze()
      const start = performance.now()
      const [after] = await waitUntilEnded(bench.service.services.db, [await bench.submit()])
      expect(after.status).toBe('completed')
      expect(performance.now() - start).toBeLessThan(40_000)
    } finally {
      worker.kill('SIGKILL')
      await worker.exited
    }
  })
})

describe('F31 the database cannot be reached for 30 s', () => {
  it('calls answer 503 within 5 s meanwhile, and are served afterwards', async () => {
    const heal = proxy.isolate()
    const answers: Promise<Answered>[] = []
    for (let n = 0; n < 60; n++) {
      answers.push(list())
      await sleep(500)
    }
    heal()
    const all = await Promise.all(answers)
    expect(statusesOf(all)).toEqual([503])
    expect(Math.max(...all.map(({ ms }) => ms))).toBeLessThan(5000)
    expect(await untilServed([])).toBeLessThan(5000)
    expect((await call(`http://127.0.0.1:${part.port}/readyz`)).status).toBe(200)
  })
})
