import type { Answer } from '#contract/endpoint.ts'
import { SURFACES, SURFACE_FACTS } from '#contract/jobs/output-types.ts'
import type { getJobValue } from '#contract/jobs/job-outputs.ts'
import { and, eq, inArray } from '#drizzle'
import type { Caller } from '../../context.ts'
import type { Executor } from '../../db/client.ts'
import { files, job_outputs } from '../../db/schema.ts'
import type { FileStore } from '../../files/file-store.ts'
import { findOutput } from './find-output.ts'
import { readStored } from '../rasters/read-stored.ts'

type Values = Answer<typeof getJobValue>

/** The value of each surface at a place; null outside the country. */
export async function getOutputValues(
  db: Executor,
  store: FileStore,
  id: number,
  place: { longitude: number; latitude: number },
  caller: Caller,
): Promise<Values> {
  const values = Object.fromEntries(SURFACES.map((surface) => [surface, null])) as Values
  const rows = await db
    .select({ type: job_outputs.type, key: files.key })
    .from(job_outputs)
    .innerJoin(files, eq(files.id, job_outputs.file_id))
    .where(and(eq(job_outputs.job_id, id), inArray(job_outputs.type, SURFACES)))
  const keys = new Map<string, string>(rows.map(({ type, key }) => [type, key]))
  await Promise.all(
    SURFACES.map(async (surface) => {
      if (SURFACE_FACTS[surface].needs !== null && !keys.has(surface)) return
      // Without a file, this says why there is none.
      const key = keys.get(surface) ?? (await findOutput(db, id, surface)).key
      values[surface] = await readStored(store, key, { type: 'value', band: 1, ...place }, caller)
    }),
  )
  return values
}
