import type { AggregateRequest } from '#contract/jobs/aggregates.ts'
import { eq } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { type aggregates, jobs, place_group_versions } from '../../db/schema.ts'
import type { FileStore } from '../../files/file-store.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { gatherInputs, oneBand, unitsOf } from '../jobs/run-layer/gather-inputs.ts'
import { findOutput } from '../outputs/find-output.ts'
import type { AggregateTask, OtherOutlines } from './aggregate-task.ts'

const MAX_BYTES = 2 ** 28

export async function gatherAggregate(
  db: Executor,
  store: FileStore,
  { job_id, request }: Pick<typeof aggregates.$inferSelect, 'job_id' | 'request'>,
): Promise<{ task: AggregateTask; posterior: Uint8Array }> {
  const [job] = await db.select().from(jobs).where(eq(jobs.id, job_id))
  const layer = await gatherInputs(db, store, job, '')
  const { unions, rake_to, population_band_id: band } = request
  const { exceedance_threshold: threshold = job.layer.exceedance_threshold } = request
  const { key } = await findOutput(db, job_id, 'posterior')
  return {
    task: {
      layer,
      unions,
      rake_to,
      threshold,
      outlines: await outlinesOf(db, request.outlines),
      population: band === undefined ? 'layer' : band === null ? null : await oneBand(db, store, band),
    },
    posterior: await store.readAll(key, { maxBytes: MAX_BYTES }),
  }
}

async function outlinesOf(
  db: Executor,
  outlines: AggregateRequest['outlines'],
): Promise<OtherOutlines | null> {
  if (outlines.kind === 'layer') return null
  if (outlines.kind === 'areas') {
    const units = outlines.areas.map(({ geometry, ...unit }) => ({ ...unit, area: geometry }))
    return { level: 1, units, isWhole: false }
  }
  const [found] = Object.values(await unitsOf(db, eq(place_group_versions.id, outlines.id)))
  if (!found)
    throw new ServiceError(
      'not-found',
      sentence`The place group version ${outlines.id} was deleted meanwhile.`,
    )
  return { level: found.place_type === 'adm2' ? 2 : 1, units: found.units, isWhole: true }
}
