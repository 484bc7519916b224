import type { Answer } from '#contract/endpoint.ts'
import { SURFACES } from '#contract/job-shapes.ts'
import type { getJobValue } from '#contract/job-outputs.ts'
import type { Executor } from '../../db/client.ts'
import type { FileStore } from '../../files/file-store.ts'
import { valueAt } from '../../raster/tile.ts'
import { findOutput } from './find-output.ts'
import { openOutput } from './render-output-tile.ts'

type Values = Answer<typeof getJobValue>

/** The value of each surface at a place; null outside the country. */
export async function getOutputValues(
  db: Executor,
  store: FileStore,
  id: number,
  { longitude, latitude }: { longitude: number; latitude: number },
): Promise<Values> {
  const values: Values = { mean: null, lower: null, upper: null, width: null }
  for (const surface of SURFACES) {
    const file = await openOutput(store, await findOutput(db, id, surface))
    try {
      values[surface] = await valueAt(file, longitude, latitude)
    } finally {
      await file.close()
    }
  }
  return values
}
