import { createReadStream } from 'node:fs'
import type { Services } from '../../context.ts'
import type { BandStatistics } from '../../db/schema.ts'
import { transaction } from '../../db/transaction.ts'
import { RasterError } from '../../raster/raster-error.ts'
import { openRaster, readBand } from '../../raster/read.ts'
import { statistics } from '../../raster/statistics.ts'
import { ServiceError } from '../../service-error.ts'
import { type NewBand, requireFreeBandNames } from '../bands/create.ts'
import { insertAsset } from './insert-asset.ts'
import { keepingFiles } from './keep-file.ts'

export interface NewAsset {
  /** What the person called the file. */
  name: string
  /** A path on this machine, or the bytes. */
  source: string | Buffer
  /** The bands to catalogue: `band_index` counts from 1 (default 1). */
  bands: (NewBand & { band_index?: number })[]
  createdBy: number | null
}

/** Judges a GeoTIFF, measures its bands, stores it and catalogues asset and bands: all of it or nothing. */
export async function createAssetFromFile(
  services: Services,
  input: NewAsset,
): Promise<{ id: number; bands: { id: number; name: string }[] }> {
  await requireFreeBandNames(services.db, input.bands)
  const { info, measured } = await inspect(input)
  return keepingFiles(services, async (keep) => {
    const content = typeof input.source === 'string' ? createReadStream(input.source) : input.source
    const kept = await keep('rasters', content, { name: input.name, mediaType: 'image/tiff' })
    return transaction(services.db, (tx) =>
      insertAsset(tx, {
        file: kept,
        info,
        bands: input.bands.map((band, i) => ({ ...band, statistics: measured[i] })),
        createdBy: input.createdBy,
      }),
    )
  })
}

async function inspect(input: NewAsset) {
  try {
    const file = await openRaster(input.source)
    try {
      const measured: BandStatistics[] = []
      for (const band of input.bands) {
        measured.push(measure(await readBand(file, band.band_index ?? 1), band.name))
      }
      return { info: file.info, measured }
    } finally {
      await file.close()
    }
  } catch (error) {
    if (error instanceof RasterError) throw new ServiceError('invalid', error.message)
    throw error
  }
}

function measure(values: Float32Array | Float64Array, name: string): BandStatistics {
  const { count, min, max, mean, sd, histogram } = statistics(values)
  if (count === 0 || min === null || max === null || mean === null || sd === null) {
    throw new ServiceError('invalid', `The band '${name}' has no valid cell: all of it is nodata.`)
  }
  if (![min, max, mean, sd].every(Number.isFinite)) {
    throw new ServiceError(
      'invalid',
      `The band '${name}' holds infinite values; write them as nodata and send the file again.`,
    )
  }
  return { min, max, mean, sd, valid: count, histogram: histogram.counts }
}
