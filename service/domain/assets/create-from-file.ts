import { createReadStream } from 'node:fs'
import type { Services } from '../../context.ts'
import { transaction } from '../../db/transaction.ts'
import { ServiceError } from '../../service-error.ts'
import { type NewBand, requireFreeBandNames } from '../rasters/insert-band.ts'
import { expectCountry } from '../rasters/expect-country.ts'
import { insertAsset, type InsertedAsset, statisticsOf } from '../rasters/insert-asset.ts'
import { keepingFiles } from '../../files/keep-file.ts'
import { lookIntoOne } from '../rasters/inspect-upload.ts'

export interface NewAsset {
  /** The file's name, as given by the person. */
  name: string
  /** A path on this machine, or the bytes. */
  source: string | Buffer
  /** The bands to catalogue: `band_index` counts from 1 (default 1). */
  bands: (NewBand & { band_index?: number })[]
  createdBy: number | null
}

/**
 * The path of an upload for a file of this machine: stored, inspected, validated, catalogued; all of it or nothing.
 * @throws ServiceError 'invalid' with the first error that an upload would report
 */
export async function createAssetFromFile(services: Services, input: NewAsset): Promise<InsertedAsset> {
  await requireFreeBandNames(services.db, input.bands)
  return keepingFiles(services, async (keep) => {
    const content = typeof input.source === 'string' ? createReadStream(input.source) : input.source
    const file = await keep('rasters', content, { name: input.name, mediaType: 'image/tiff' })
    const caller = { personId: input.createdBy }
    const expected = await expectCountry(services.db, countryOf(input.bands), caller)
    const { inspection, findings } = await lookIntoOne(services, file, expected, caller)
    const error = findings.find(({ severity }) => severity === 'error')
    if (error) {
      const band = error.band === null ? '' : `Band ${error.band}: `
      throw new ServiceError('invalid', `${band}${error.message}`)
    }
    const bands = input.bands.map((band) => {
      const measure = inspection.bands[(band.band_index ?? 1) - 1]
      if (measure) return { ...band, statistics: statisticsOf(measure) }
      throw new ServiceError(
        'invalid',
        `The raster has no band ${band.band_index}; its bands are 1 to ${inspection.info.bands}.`,
      )
    })
    return transaction(services.db, (tx) =>
      insertAsset(tx, { file, info: inspection.info, bands, createdBy: input.createdBy }),
    )
  })
}

/** The one country of all bands; undefined if they differ. */
function countryOf(bands: readonly NewBand[]): string | undefined {
  const codes = new Set(bands.map(({ iso3_code }) => iso3_code ?? undefined))
  return codes.size === 1 ? [...codes][0] : undefined
}
