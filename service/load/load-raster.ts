import { createReadStream } from 'node:fs'
import type { Services } from '../context.ts'
import { type InsertedAsset, statisticsOf } from '../domain/rasters/insert-asset.ts'
import { type NewBand, requireFreeBandNames } from '../domain/rasters/insert-band.ts'
import { ingestRaster } from '../domain/rasters/ingest-raster.ts'
import { keepingFiles } from '../files/keep-file.ts'
import { sentence } from '../sentence.ts'
import { ServiceError } from '../service-error.ts'

interface RasterToLoad {
  name: string
  /** A path on this machine, or the bytes. */
  source: string | Buffer
  /** The bands to catalogue: `band_index` counts from 1 (default 1). */
  bands: readonly (NewBand & { band_index?: number })[]
  createdBy: number | null
}

/**
 * Stores a file of this machine and takes it in.
 * @throws ServiceError 'invalid' with the first error that keeps the raster out
 */
export async function loadRaster(services: Services, input: RasterToLoad): Promise<InsertedAsset> {
  const { createdBy, bands } = input
  await requireFreeBandNames(services.db, bands)
  return keepingFiles(services, async (keep) => {
    const content = typeof input.source === 'string' ? createReadStream(input.source) : input.source
    const sent = await keep('rasters', content, { name: input.name, mediaType: 'image/tiff' })
    const { adopted, findings } = await ingestRaster(
      services,
      { sent, iso3_code: countryOf(bands), createdBy },
      {
        bands: (inspection) =>
          bands.map((band) => {
            const measure = inspection.bands[(band.band_index ?? 1) - 1]
            if (measure) return { ...band, statistics: statisticsOf(measure) }
            const { bands: count } = inspection.info
            const has = `its bands are 1 to ${count}`
            throw new ServiceError('invalid', sentence`The raster has no band ${band.band_index}; ${has}.`)
          }),
        record: async (_tx, { id, bands }) => ({ id, bands }),
      },
      { personId: createdBy },
    )
    if (adopted) return adopted
    const error = findings.find(({ severity }) => severity === 'error')!
    throw new ServiceError(
      'invalid',
      sentence`${error.band === null ? '' : `Band ${error.band}: `}${error.message}`,
    )
  })
}

/** The one country that all bands are about; undefined if they differ. */
function countryOf(bands: readonly NewBand[]): string | undefined {
  const codes = new Set(bands.map(({ iso3_code }) => iso3_code ?? undefined))
  return codes.size === 1 ? [...codes][0] : undefined
}
