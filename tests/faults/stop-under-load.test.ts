import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createPerson } from '../support/service.ts'
import { waitForJobs, waitUntilEnded } from '../support/jobs/wait-for-job.ts'
import { type Answered, call } from './support/call.ts'
import { type FaultBench, createFaultBench } from './support/fault-service.ts'
import { random, rounds, until } from './support/times.ts'

let bench: FaultBench
beforeAll(async () => {
  bench = await createFaultBench({ clusters: 400 })
  for (let n = 0; n < 30; n++) await bench.fixture.addJob({ status: 'completed' })
})
afterEach(() => bench.endAll())
afterAll(() => bench.close())

describe('F06 SIGTERM under load', () => {
  it.each(rounds)(
    'the service: every call sent while it was ready is answered; exit 0 (round %i)',
    async () => {
      const part = await bench.serve()
      const { services } = bench.service
      const people = await Promise.all(Array.from({ length: 12 }, () => createPerson(services, 'viewer')))
      let ready = true
      const answers: Answered[] = []
      const broken: unknown[] = []
      // As a balancer does: sends no more requests here once it is not ready.
      const balancer = (async () => {
        while (ready) {
          const state = await call(`http://127.0.0.1:${part.port}/readyz`).catch(() => null)
          if (state?.status !== 200) ready = false
          await sleep(50)
        }
      })()
      const clients = people.map(async ({ headers }) => {
        while (ready) {
          const url = `${part.base}/modeling/v1/jobs/details?limit=30`
          await call(url, { headers }).then(
            (answer) => answers.push(answer),
            (error: unknown) => broken.push(error),
          )
        }
      })
      await until('there is load', 30_000, () => answers.length > 30)
      await sleep(random() * 800)
      const before = answers.length
      part.kill('SIGTERM')
      const stoppedAt = performance.now()
      await Promise.all([balancer, ...clients])
      expect(await part.ended).toBe(0)
      expect(performance.now() - stoppedAt).toBeLessThan(25_000)
      expect(answers.length).toBeGreaterThan(before)
      expect(broken).toEqual([])
      expect(answers.filter(({ status }) => status !== 200 && status !== 429)).toEqual([])
    },
  )

  it.each(rounds)(
    'a worker: its layer is back in the queue within 5 s, and runs elsewhere (round %i)',
    async () => {
      const { db } = bench.service.services
      const id = await bench.submit({ layer: { draws: 2000, folds: 20 } })
      // The real engine in a separate process.
      const worker = bench.work()
      await waitForJobs(db, [id], ({ step }) => step?.startsWith('Cross-validation') ?? false)
      await sleep(random() * 100)
      worker.kill('SIGTERM')
      let status = ''
      await until('the worker lets go of the layer', 5000, async () => {
        status = (await waitForJobs(db, [id], () => true))[0].status
        return status !== 'running'
      })
      expect(status).toBe('pending')
      expect(await worker.ended).toBe(0)
      bench.worker({ ms: 0, note: 'heir' })
      const [job] = await waitUntilEnded(db, [id])
      expect(job).toMatchObject({ status: 'completed', attempt: 2 })
    },
  )
})
