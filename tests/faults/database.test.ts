import { setTimeout as sleep } from 'node:timers/promises'
import { inArray } from '#drizzle'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { jobs } from '#service/db/schema.ts'
import { type Answered, call } from './support/call.ts'
import { type OwnBench, createOwnBench } from './support/own-bench.ts'
import { addPerson } from './support/people.ts'
import { percentile, random, rounds, until } from './support/times.ts'

let bench: OwnBench
const serve = () => bench.serve()
const open = async (settings?: Record<string, string>) => {
  bench = await createOwnBench(settings)
}
afterEach(() => bench.endParts())

describe('F13 the database server is killed with -9', () => {
  beforeAll(() => open())
  afterAll(() => bench.close())

  it.each(rounds)(
    'acknowledged changes survive; calls get 503 within 5 s and are served within 10 s (round %i)',
    async () => {
      const { server, fixture } = bench
      const part = await serve()
      const writers = await Promise.all(Array.from({ length: 8 }, () => addPerson(server.db, 'admin')))
      const ids: number[] = []
      for (let n = 0; n < 8 * 55; n++) ids.push(await fixture.addJob())
      /** The client's own journal of acknowledged changes. */
      const acknowledged: number[] = []
      const answers: Answered[] = []
      const broken: unknown[] = []
      let killed = 0
      let served = 0
      await Promise.all([
        ...writers.map(async ({ headers }, at) => {
          for (const id of ids.slice(at * 55, at * 55 + 55)) {
            try {
              const answer = await call(`${part.base}/modeling/v1/jobs/${id}/cancel`, {
                method: 'POST',
                headers,
              })
              answers.push(answer)
              if (answer.status === 200) {
                acknowledged.push(id)
                if (killed) served ||= performance.now()
              }
            } catch (error) {
              broken.push(error)
            }
            await sleep(25 + (killed && !served ? 100 : 0))
          }
        }),
        (async () => {
          await sleep(300 + random() * 500)
          process.kill(await server.postmaster(), 'SIGKILL')
          killed = performance.now()
        })(),
      ])
      const up = await until('the database answers', 30_000, () =>
        server.ask('select 1').then(
          () => true,
          () => false,
        ),
      )
      served ||=
        performance.now() +
        (await until('the service answers', 10_000, async () => {
          const [{ headers }] = writers
          return (await call(`${part.base}/users/me`, { headers })).status === 200
        }))
      expect(up).toBeLessThan(30_000)
      expect(broken).toEqual([])
      expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(5000)
      expect(
        [...new Set(answers.map(({ status }) => status))].filter((status) => ![200, 503].includes(status)),
      ).toEqual([])
      expect(answers.some(({ status }) => status === 503)).toBe(true)
      // Measured from the kill, including the restart of the database.
      expect(served - killed).toBeLessThan(15_000)
      const rows = await server.db.select().from(jobs).where(inArray(jobs.id, acknowledged))
      expect(rows).toHaveLength(acknowledged.length)
      expect(rows.filter(({ status }) => status !== 'cancelled')).toEqual([])
      expect(acknowledged.length).toBeGreaterThan(10)
    },
  )
})

describe('F15 a table is locked', () => {
  beforeAll(() => open({ fsync: 'off' }))
  afterAll(() => bench.close())

  it.each(rounds)('callers who need it get 503 within 10 s, others do not notice (round %i)', async () => {
    const { server } = bench
    const part = await serve()
    const people = await Promise.all(Array.from({ length: 8 }, () => addPerson(server.db, 'viewer')))
    const [other] = people
    const ask = (path: string, headers: Record<string, string>) => call(part.base + path, { headers })
    const quick = async (count: number) => {
      const all: number[] = []
      for (let n = 0; n < count; n++) {
        const answer = await ask('/countries', other.headers)
        expect(answer.status).toBe(200)
        all.push(answer.ms)
      }
      return percentile(all, 0.95)
    }
    await quick(20)
    const calm = await quick(50)
    const locker = new pg.Client({ connectionString: server.url })
    await locker.connect()
    try {
      await locker.query('begin; lock table jobs in access exclusive mode')
      const waiting = people.map(({ headers }) => ask('/modeling/v1/jobs/details', headers))
      await sleep(200)
      const meanwhile = await quick(50)
      expect((await call(`http://127.0.0.1:${part.port}/readyz`)).status).toBe(200)
      for (const answer of await Promise.all(waiting)) {
        expect(answer.status).toBe(503)
        expect(answer.ms).toBeLessThan(10_000)
        expect(answer.headers['retry-after']).toBe('5')
      }
      expect(meanwhile).toBeLessThan(calm * 3 + 50)
    } finally {
      await locker.end()
    }
    expect((await ask('/modeling/v1/jobs/details', other.headers)).status).toBe(200)
  })
})
