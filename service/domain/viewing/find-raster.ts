import type { Surface } from '#contract/jobs/output-types.ts'
import type { RasterName } from '#contract/viewing/viewing.ts'
import type { Executor } from '../../db/client.ts'
import { requireStoredBand } from '../bands/select-bands.ts'
import { findOutput } from '../outputs/find-output.ts'

/** Where a raster is stored, and which of the file's bands it is. */
interface FoundRaster {
  key: string
  sha256: string
  band: number
}

/** @throws ServiceError with one sentence if there is no such band, or the job has no such output (yet) */
export async function findRaster(db: Executor, name: RasterName): Promise<FoundRaster> {
  const [kind, id, surface] = name.split('-')
  if (kind === 'job') {
    const { key, sha256 } = await findOutput(db, Number(id), surface as Surface)
    return { key, sha256, band: 1 }
  }
  const { key, sha256, band_index: band } = await requireStoredBand(db, Number(id))
  return { key, sha256, band }
}
