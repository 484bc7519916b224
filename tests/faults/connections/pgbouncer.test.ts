import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import pg from 'pg'
import { waitUntilEnded } from '../../support/jobs/wait-for-job.ts'
import { call } from '../support/call.ts'
import { type FaultBench, createFaultBench } from '../support/fault-service.ts'
import { forkFaultWorker } from '../support/fault-worker.ts'
import { run } from '../support/part.ts'
import { type PgBouncer, hasPgBouncer, startPgBouncer } from '../support/pgbouncer.ts'

if (!hasPgBouncer) process.stderr.write('PgBouncer is not tested: install the package pgbouncer of Debian.\n')

describe.skipIf(!hasPgBouncer)('behind PgBouncer in session mode', () => {
  let bench: FaultBench
  let pooler: PgBouncer
  beforeAll(async () => {
    bench = await createFaultBench()
    // As docs/operations.md says, for one service and one worker.
    pooler = await startPgBouncer(bench.service.database.url, { default_pool_size: 35 })
  })
  afterEach(() => bench.endAll())
  afterAll(async () => {
    await pooler.close()
    await bench.close()
  })

  it('the service answers, its time-outs hold, and statements may be prepared', async () => {
    const part = await bench.serve({ DATABASE_URL: pooler.url })
    const list = () => call(`${part.base}/modeling/v1/jobs/details`, { headers: bench.owner.headers })
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all(Array.from({ length: 40 }, list))
      expect(answers.filter(({ status }) => status !== 200)).toEqual([])
    }
    const locker = new pg.Client({ connectionString: bench.service.database.url })
    await locker.connect()
    try {
      await locker.query('begin; lock table jobs in access exclusive mode')
      const { status, ms } = await list()
      expect(status).toBe(503)
      expect(ms).toBeLessThan(10_000)
    } finally {
      await locker.end()
    }
    expect((await list()).status).toBe(200)
    // The queue has its own connections, one of which listens.
    expect(part.said()).not.toMatch(/queue (warning|error)/)
  })

  it('a worker runs a layer, and live events arrive', async () => {
    const part = await bench.serve({ DATABASE_URL: pooler.url })
    const { services } = bench.service
    const worker = forkFaultWorker({
      url: pooler.url,
      dataDir: services.config.dataDir,
      ms: 200,
      note: 'pooled',
    })
    try {
      await worker.ready
      const stream = await fetch(`${part.base}/modeling/v1/jobs/events`, { headers: bench.owner.headers })
      const id = await bench.submit()
      const [job] = await waitUntilEnded(services.db, [id])
      expect(job.status).toBe('completed')
      let heard = ''
      for await (const chunk of stream.body!) {
        heard += Buffer.from(chunk as Uint8Array).toString()
        if (heard.includes(`"id":${id},`)) break
      }
      expect(heard).toContain('event: job')
    } finally {
      worker.kill('SIGKILL')
      await worker.exited
    }
  })

  it('with too few connections, calls that get none answer 503', async () => {
    const small = await startPgBouncer(bench.service.database.url, { default_pool_size: 8 })
    try {
      const part = await bench.serve({ DATABASE_URL: small.url })
      const list = () => call(`${part.base}/modeling/v1/jobs/details`, { headers: bench.owner.headers })
      const answers = await Promise.all(Array.from({ length: 40 }, list))
      const statuses = new Set(answers.map(({ status }) => status))
      expect(statuses).toEqual(new Set([200, 503]))
      expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(8000)
      expect((await list()).status).toBe(200)
      await part.end()
    } finally {
      await small.close()
    }
  })

  it('a start that it rejects gives the reason in one line', async () => {
    const wrong = pooler.url.replace('strata:', 'somebody:')
    const part = run('service/main.ts', ['service'], { ...bench.env, DATABASE_URL: wrong, LOG_LEVEL: 'info' })
    expect(await part.ended).toBe(1)
    expect(part.said()).toMatch(/^The database (cannot be reached|reports): .*\.\n$/)
  })
})
