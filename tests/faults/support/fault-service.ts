import { inArray } from '#drizzle'
import { job_outputs, jobs } from '../../../service/db/schema.ts'
import { type LayerFixture, createLayerFixture } from '../../support/jobs/layer-fixture.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'
import { type FaultWorker, forkFaultWorker } from './fault-worker.ts'
import { type Part, type ServicePart, startServicePart, startWorkerPart } from './part.ts'
import { sendLayers } from '#service/domain/jobs/run-layer/send-layers.ts'

export interface FaultBench {
  service: TestService
  owner: TestPerson
  fixture: LayerFixture
  /** Environment of a process with this database and data folder. */
  env: Record<string, string>
  submit(changes?: Parameters<LayerFixture['addJob']>[0]): Promise<number>
  worker(options: { ms: number; note: string; journal?: string; empty?: boolean }): FaultWorker
  serve(env?: Record<string, string>, nodeArgs?: string[]): Promise<ServicePart>
  work(env?: Record<string, string>): Part
  /** Ends every process that was started here. */
  endAll(): Promise<void>
  close(): Promise<void>
}

/** A database with the real queue, a country, and functions to start processes on it. */
export async function createFaultBench({ clusters }: { clusters?: number } = {}): Promise<FaultBench> {
  const service = await createTestService({ queue: 'real' })
  const owner = await service.logIn('staff')
  const fixture = await createLayerFixture(service.services, owner.id, clusters)
  const { db, queue, config } = service.services
  const env = { DATABASE_URL: service.database.url, DATA_DIR: config.dataDir }
  const parts: { kill: (signal: NodeJS.Signals) => void; over: Promise<unknown> }[] = []
  const keep = <P extends Part>(part: P): P => {
    parts.push({ kill: part.kill, over: part.ended })
    return part
  }
  const endAll = async () => {
    for (const { kill, over } of parts.splice(0)) {
      kill('SIGKILL')
      await over
    }
  }
  return {
    service,
    owner,
    fixture,
    env,
    async submit(changes = {}) {
      const id = await fixture.addJob(changes)
      await db.transaction((tx) => sendLayers(queue, tx, [id]))
      return id
    },
    worker(options) {
      const one = forkFaultWorker({ url: service.database.url, dataDir: config.dataDir, ...options })
      parts.push({ kill: one.kill, over: one.exited })
      return one
    },
    serve: async (more = {}, nodeArgs = []) =>
      keep(await startServicePart({ ...env, ...more }, { nodeArgs })),
    work: (more = {}) => keep(startWorkerPart({ ...env, ...more })),
    endAll,
    async close() {
      await endAll()
      await service.close()
    },
  }
}

type JobRow = typeof jobs.$inferSelect
export const isRunning = (attempt: number) => (job: JobRow) =>
  job.status === 'running' && job.attempt === attempt && job.step === 'Standing in'

/** Everything that a late or incomplete attempt could have changed. */
export async function resultsOf({ service }: FaultBench, ids: number[]) {
  const { db } = service.services
  return {
    jobs: await db.select().from(jobs).where(inArray(jobs.id, ids)).orderBy(jobs.id),
    outputs: await db
      .select()
      .from(job_outputs)
      .where(inArray(job_outputs.job_id, ids))
      .orderBy(job_outputs.job_id, job_outputs.type),
  }
}
