import { SURFACE_VIEWS, type Surface } from '#contract/jobs/output-types.ts'
import { usualRange } from '#contract/jobs/surface-range.ts'
import { eq } from '#drizzle'
import type { Caller, Services } from '../../context.ts'
import { jobs } from '../../db/schema.ts'
import { gridBounds } from '../../raster/grid.ts'
import { resolutionMetres } from '../../raster/grids/reference-grid.ts'
import { findOutput } from '../outputs/find-output.ts'
import { readStored } from '../rasters/read-stored.ts'
import { type TileLayer, zoomsOf } from './tile-layer.ts'

/** A surface of a completed job, in the colours of its report; without its summary, as in old jobs, they span 0 to 1. */
export async function layerOfJob(
  { db, files }: Pick<Services, 'db' | 'files'>,
  id: number,
  surface: Surface,
  caller: Caller,
): Promise<TileLayer> {
  const { key } = await findOutput(db, id, surface)
  const info = await readStored(files, key, { type: 'info' }, caller)
  const [job] = await db.select().from(jobs).where(eq(jobs.id, id))
  const { min, max } = job.surfaces ? usualRange(job.surfaces, surface) : { min: 0, max: 1 }
  return {
    id: `job-${id}-${surface}`,
    title: `${job.job_key ?? id}: ${SURFACE_VIEWS[surface].phrase}`,
    description: job.data_description,
    source: `${job.source} ${job.source_wave}`,
    unit: '',
    bounds: gridBounds(info),
    ...zoomsOf(resolutionMetres(info), true),
    min,
    max,
    categorical: false,
    of: { job: id, surface },
  }
}
