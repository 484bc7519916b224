import type { Caller } from '../../context.ts'
import type { FileStore } from '../../files/file-store.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { readStored } from '../rasters/read-stored.ts'
import type { BandWithGrid } from './with-grid.ts'

interface Points {
  longitude: Float64Array
  latitude: Float64Array
}

/**
 * The values of each band at the points, NaN if there is none within `withinKm`.
 * @throws ServiceError 'invalid' with one sentence that names the unreadable band
 */
export async function sampleBands(
  store: FileStore,
  bands: readonly BandWithGrid[],
  { longitude, latitude }: Points,
  withinKm: number,
  caller: Caller,
): Promise<Float64Array[]> {
  const columns: Float64Array[] = []
  for (const { name, file_key, band_index: band } of bands) {
    const question = { type: 'sample', band, longitude, latitude, withinKm } as const
    try {
      columns.push(await readStored(store, file_key, question, caller))
    } catch (error) {
      if (!(error instanceof ServiceError) || error.kind !== 'invalid') throw error
      throw new ServiceError(
        'invalid',
        sentence`The band '${name}' cannot be read at these places. ${error.message}`,
      )
    }
  }
  return columns
}
