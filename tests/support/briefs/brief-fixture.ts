import { setTimeout as sleep } from 'node:timers/promises'
import type { Brief } from '#contract/jobs/briefs.ts'
import { eq } from '#drizzle'
import type { Database } from '#service/db/client.ts'
import { briefs } from '#service/db/schema.ts'
import { sendLayers } from '#service/domain/jobs/run-layer/send-layers.ts'
import { type RunningWorker, startWorker } from '#service/tasks/worker.ts'
import { type LayerFixture, createLayerFixture } from '../jobs/layer-fixture.ts'
import { waitUntilEnded } from '../jobs/wait-for-job.ts'
import { type TestPerson, type TestService, createTestService } from '../service.ts'

export interface BriefFixture {
  service: TestService
  owner: TestPerson
  layers: LayerFixture
  /** Computes a layer with these changes. */
  run(changes?: Parameters<LayerFixture['addJob']>[0]): Promise<number>
  request(job: number, body: object, person?: TestPerson): ReturnType<TestService['inject']>
  /** Requests a brief and waits for its file, or for the reason why there is none. */
  write(job: number, body: object): Promise<{ brief: Brief; file: Buffer }>
  close(): Promise<void>
}

/** A service with a worker that computes layers and writes briefs. */
export async function createBriefFixture(): Promise<BriefFixture> {
  const service = await createTestService({ queue: 'real' })
  const owner = await service.logIn('staff')
  const layers = await createLayerFixture(service.services, owner.id)
  const worker: RunningWorker = await startWorker(service.services)
  const { db, queue } = service.services
  const request: BriefFixture['request'] = (job, payload, { headers } = owner) =>
    service.inject({ method: 'POST', url: `/modeling/v1/jobs/${job}/briefs`, headers, payload })
  return {
    service,
    owner,
    layers,
    request,
    async run(changes) {
      const id = await layers.addJob(changes)
      await db.transaction((tx) => sendLayers(queue, tx, [id]))
      const [{ status, reason }] = await waitUntilEnded(db, [id])
      if (status !== 'completed') throw new Error(`The layer is ${status}: ${reason}`)
      return id
    },
    async write(job, body) {
      const requested = await request(job, body)
      if (requested.statusCode !== 200) throw new Error(requested.body)
      const { id } = requested.json<Brief>()
      while (!(await isOver(db, id))) await sleep(50)
      const url = `/modeling/v1/jobs/${job}/briefs/${id}`
      const brief = (await service.inject({ url, headers: owner.headers })).json<Brief>()
      const file = await service.inject({ url: `${url}/file`, headers: owner.headers })
      return { brief, file: file.rawPayload }
    },
    async close() {
      await worker.stop()
      await service.close()
    },
  }
}

/** Read from the database: a person's requests per minute are limited. */
async function isOver(db: Database, id: number): Promise<boolean> {
  const [{ status }] = await db.select({ status: briefs.status }).from(briefs).where(eq(briefs.id, id))
  return status === 'ready' || status === 'failed'
}
