import { setTimeout as sleep } from 'node:timers/promises'
import type { Aggregate } from '#contract/jobs/aggregates.ts'
import { and, eq } from '#drizzle'
import { aggregates, job_outputs, jobs } from '#service/db/schema.ts'
import { gatherInputs } from '#service/domain/jobs/run-layer/gather-inputs.ts'
import { provenance } from '#service/domain/jobs/run-layer/provenance.ts'
import { countsOf, type ReadLayer, readLayer } from '#service/domain/jobs/run-layer/read-layer.ts'
import { encodePosterior } from '#service/modelling/posterior/posterior-file.ts'
import type { Posterior } from '#service/modelling/posterior/posterior.ts'
import { posteriorOver } from '../../modelling/posterior/simulated-posterior.ts'
import { type BriefFixture, createBriefFixture } from '../briefs/brief-fixture.ts'
import type { TestPerson, TestService } from '../service.ts'
import { storeFile } from '../store-file.ts'

export interface AggregateFixture extends Omit<BriefFixture, 'request' | 'write'> {
  /** Gives a completed job a posterior of made-up draws. */
  keepPosterior(job: number): Promise<{ posterior: Posterior; read: ReadLayer }>
  /** Stores bytes as a job's posterior. */
  storePosterior(job: number, content: Uint8Array): Promise<void>
  request(job: number, body: object, person?: TestPerson): ReturnType<TestService['inject']>
  /** Requests figures and waits for them, or for the reason why there are none. */
  ask(job: number, body?: object): Promise<Aggregate & { csv: string }>
}

/** A service with a worker that computes layers and figures of other units. */
export async function createAggregateFixture(): Promise<AggregateFixture> {
  const fixture = await createBriefFixture()
  const { service, owner } = fixture
  const { db, files } = service.services
  const request: AggregateFixture['request'] = (job, payload, { headers } = owner) =>
    service.inject({ method: 'POST', url: `/modeling/v1/jobs/${job}/aggregate`, headers, payload })
  const storePosterior: AggregateFixture['storePosterior'] = async (job, content) => {
    const mediaType = 'application/octet-stream'
    const createdBy = owner.id
    const file = await storeFile(service.services, { name: 'posterior.bin', mediaType, content, createdBy })
    await db.delete(job_outputs).where(and(eq(job_outputs.job_id, job), eq(job_outputs.type, 'posterior')))
    await db.insert(job_outputs).values({ job_id: job, type: 'posterior', file_id: file.id })
  }
  return {
    ...fixture,
    request,
    storePosterior,
    async keepPosterior(job) {
      const [row] = await db.select().from(jobs).where(eq(jobs.id, job))
      const task = await gatherInputs(db, files, row, '')
      const read = await readLayer(task)
      const posterior = posteriorOver(read.input.cells, { draws: row.layer.draws, spacingKm: 30 })
      await storePosterior(job, encodePosterior(posterior, provenance(task, countsOf(read))))
      return { posterior, read }
    },
    async ask(job, body = {}) {
      const requested = await request(job, body)
      if (requested.statusCode !== 200) throw new Error(requested.body)
      const { id } = requested.json<Aggregate>()
      for (;;) {
        const [{ status }] = await db
          .select({ status: aggregates.status })
          .from(aggregates)
          .where(eq(aggregates.id, id))
        if (status === 'ready' || status === 'failed') break
        await sleep(50)
      }
      const url = `/modeling/v1/jobs/${job}/aggregate/${id}`
      const figures = (await service.inject({ url, headers: owner.headers })).json<Aggregate>()
      const { body: csv } = await service.inject({ url: `${url}/file`, headers: owner.headers })
      return { ...figures, csv }
    },
  }
}
