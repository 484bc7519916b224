import { setTimeout as sleep } from 'node:timers/promises'
import { inArray } from '#drizzle'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { jobs } from '#service/db/schema.ts'
import { type Answered, call } from '../support/call.ts'
import { type OwnBench, createOwnBench } from '../support/own-bench.ts'
import { addPerson } from '../support/people.ts'
import { percentile, until } from '../support/times.ts'

/** At least: the crowd stays until a layer has ended meanwhile. */
const CROWD_MS = 8000

let bench: OwnBench
beforeAll(async () => {
  bench = await createOwnBench({ max_connections: '20', fsync: 'off' })
})
afterEach(() => bench.endParts())
afterAll(() => bench.close())

describe('F14 the database has twenty connections for 200 clients', () => {
  it('each is answered within 5 s, with 200 or 503; a worker continues; nothing is left behind', async () => {
    const { server, fixture } = bench
    const part = await bench.serve()
    const people = await Promise.all(Array.from({ length: 20 }, () => addPerson(server.db, 'viewer')))
    const ids: number[] = []
    for (let n = 0; n < 4; n++) ids.push(await fixture.addJob({ layer: { draws: 100, folds: 2, seed: n } }))
    // The worker gives each of them a task when it starts, and is busy with them during the load.
    const worker = bench.work()
    await until('the worker waits', 30_000, () => worker.said().includes('the worker waits for tasks'))
    const answers: Answered[] = []
    const broken: unknown[] = []
    let over = false
    const clients = Array.from({ length: 200 }, async (_, n) => {
      for (let round = 0; !over; round++) {
        const path = round % 3 === 0 ? '/users' : '/modeling/v1/jobs/details'
        await call(part.base + path, { headers: people[n % people.length].headers }).then(
          (answer) => answers.push(answer),
          (error: unknown) => broken.push(error),
        )
        await sleep(200)
      }
    })
    const health: Answered[] = []
    const crowd = Date.now()
    const all = () => server.db.select().from(jobs).where(inArray(jobs.id, ids))
    const hasEndedSince = async () =>
      (await all()).some(({ datetime_finished: at }) => at !== null && at.getTime() > crowd)
    while (Date.now() - crowd < CROWD_MS || health.length < 20 || !(await hasEndedSince())) {
      health.push(await call(`http://127.0.0.1:${part.port}/healthz`))
      await sleep(150)
    }
    over = true
    await Promise.all(clients)
    const statuses: Record<number, number> = {}
    for (const { status } of answers) statuses[status] = (statuses[status] ?? 0) + 1
    const figures = {
      statuses,
      p99: percentile(
        answers.map(({ ms }) => ms),
        0.99,
      ),
      health: percentile(
        health.map(({ ms }) => ms),
        0.95,
      ),
    }
    expect(broken).toEqual([])
    expect(Object.keys(statuses).filter((status) => !['200', '429', '503'].includes(status))).toEqual([])
    expect(figures.p99).toBeLessThan(5000)
    expect(health.every(({ status }) => status === 200)).toBe(true)
    await until('the layers are done', 60_000, async () =>
      (await all()).every(({ status }) => status === 'completed'),
    )
    const [{ count }] = await server.ask(
      `select count(*)::int from pg_stat_activity where application_name = 'strata-service' and state <> 'idle'`,
    )
    expect(count).toBe(0)
    expect((await call(`${part.base}/users`, { headers: people[0].headers })).status).toBe(200)
  })
})
