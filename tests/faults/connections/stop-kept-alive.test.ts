import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { waitingSessions } from '../../support/waiting-sessions.ts'
import { type FaultBench, createFaultBench } from '../support/fault-service.ts'
import { rounds, until } from '../support/times.ts'

let bench: FaultBench
beforeAll(async () => {
  bench = await createFaultBench()
})
afterEach(() => bench.endAll())
afterAll(() => bench.close())

/** A call on a connection that its client would like to keep. */
function keptCall(agent: Agent, url: string, headers: Record<string, string>) {
  return new Promise<{ status: number; connection: string | undefined }>((resolve, reject) => {
    request(url, { agent, headers }, (answer) => {
      answer.resume()
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, connection: answer.headers.connection }),
      )
    })
      .on('error', reject)
      .end()
  })
}

describe('F06 SIGTERM while connections are kept alive', () => {
  it.each(rounds)(
    'calls that wait for a lock are answered, and their open connections do not delay the stop (round %i)',
    async () => {
      const part = await bench.serve()
      const agent = new Agent({ keepAlive: true, maxSockets: 20 })
      const url = `${part.base}/modeling/v1/jobs/details`
      const { headers } = bench.owner
      // A person has four calls in progress.
      const other = await bench.service.logIn('staff')
      const [idle] = await Promise.all([1, 2, 3].map(() => keptCall(agent, url, headers)))
      expect(idle.status).toBe(200)
      const blocker = new pg.Client({ connectionString: bench.service.database.url })
      await blocker.connect()
      try {
        await blocker.query('begin; lock table jobs')
        const waiting = Array.from({ length: 6 }, (_, n) =>
          keptCall(agent, url, n % 2 ? headers : other.headers),
        )
        const { db } = bench.service.services
        await until('the calls wait in the database', 5000, async () => (await waitingSessions(db)) >= 5)
        part.kill('SIGTERM')
        const stoppedAt = performance.now()
        const answers = await Promise.all(waiting)
        const answered = performance.now()
        expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 503))
        expect(answered - stoppedAt).toBeLessThan(10_000)
        expect(await part.ended).toBe(0)
        // Connections that do not end are cut after 20 s; none had to be.
        expect(performance.now() - answered).toBeLessThan(5000)
        for (const { connection } of answers) expect(connection).toBe('close')
      } finally {
        await blocker.end()
        agent.destroy()
      }
    },
  )

  it('the stop does not wait for a client that has sent half a header', async () => {
    const part = await bench.serve()
    const half = connect(part.port, '127.0.0.1')
    half.on('error', () => {})
    await new Promise((resolve) => half.once('connect', resolve))
    half.write('GET /readyz HTTP/1.1\r\nHost: x\r\n')
    await new Promise((resolve) => setTimeout(resolve, 200))
    part.kill('SIGTERM')
    const stoppedAt = performance.now()
    expect(await part.ended).toBe(0)
    expect(performance.now() - stoppedAt).toBeLessThan(5000)
    half.destroy()
  })
})
