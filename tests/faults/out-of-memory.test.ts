import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMemoryGroup } from '../support/memory-group.ts'
import { createPerson } from '../support/service.ts'
import { waitForJobs, waitUntilEnded } from '../support/jobs/wait-for-job.ts'
import { call } from './support/call.ts'
import { type FaultBench, createFaultBench } from './support/fault-service.ts'
import type { Part, ServicePart } from './support/part.ts'
import { percentile, times, until } from './support/times.ts'

const group = createMemoryGroup('fault')
if (!group)
  process.stderr.write(
    'F05 is skipped: the memory of a group of processes can only be limited as root (cgroup v1).\n',
  )

let bench: FaultBench
let service: ServicePart
let worker: Part
beforeAll(async () => {
  bench = await createFaultBench({ clusters: 400 })
  service = await bench.serve()
  worker = bench.work()
})
afterAll(async () => {
  await bench.close()
  group?.remove()
})

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)

describe.skipIf(!group)('F05 a layer needs more memory than there is', () => {
  const calm: number[] = []
  const meanwhile: number[] = []
  it.each(times)(
    'the kernel ends only its process: reported within 5 s, worker and service continue (round %i)',
    async () => {
      const { db } = bench.service.services
      const { headers } = await createPerson(bench.service.services, 'viewer')
      const p95 = async (calls: number) => {
        const all: number[] = []
        for (let n = 0; n < calls; n++) {
          const answer = await call(`${service.base}/users/me`, { headers })
          expect(answer.status).toBe(200)
          all.push(answer.ms)
        }
        return percentile(all, 0.95)
      }
      await p95(60)
      calm.push(await p95(200))
      const id = await bench.submit({ layer: { draws: 2000, folds: 20 } })
      // At the first step that its process reports: later it may have all the pages that it will ever need.
      await waitForJobs(db, [id], ({ step }) => step !== null && step !== 'Preparing')
      const [child] = childrenOf(worker.pid)
      expect(child).toBeGreaterThan(0)
      // Every further page exceeds the limit.
      group!.limit(child, 2 ** 20)
      const others = p95(200)
      await until('the process that computes has ended', 30_000, () => !existsSync(`/proc/${child}`))
      const ended = performance.now()
      const [job] = await waitUntilEnded(db, [id])
      expect(performance.now() - ended).toBeLessThan(5000)
      expect(job).toMatchObject({
        status: 'failed',
        attempt: 1,
        reason: expect.stringMatching(/^Out of memory: /),
      })
      meanwhile.push(await others)
      expect(worker.child.exitCode).toBeNull()
      expect(service.child.exitCode).toBeNull()
      const next = await bench.submit({ layer: { folds: 2, draws: 100 } })
      const [after] = await waitUntilEnded(db, [next])
      expect(after.status).toBe('completed')
    },
  )

  it('everyone else is answered as fast as before', () => {
    expect(meanwhile).toHaveLength(times.length)
    // The median of the rounds: a single one may be disturbed by other work.
    const before = percentile(calm, 0.5)
    // A fifth of the figure, or the resolution of a clock on a shared machine.
    expect(percentile(meanwhile, 0.5)).toBeLessThan(Math.max(before * 1.2, before + 20))
  })
})
