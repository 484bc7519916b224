import type { Answer, Body } from '#contract/endpoint.ts'
import type { uploadAsset } from '#contract/assets.ts'
import type { Caller, Services } from '../../context.ts'
import { transaction } from '../../db/transaction.ts'
import { ServiceError } from '../../service-error.ts'
import { requireFreeBandNames } from '../rasters/insert-band.ts'
import { expectCountry } from '../rasters/expect-country.ts'
import { get } from './get.ts'
import { adoptAsset, statisticsOf } from '../rasters/insert-asset.ts'
import { cleanName } from '../../files/keep-file.ts'
import { lookIntoOne, requireSha256, type StoredUpload } from '../rasters/inspect-upload.ts'
import { presentInspection } from '../rasters/present-raster.ts'

type Upload = typeof uploadAsset

/**
 * Validates a raster that was streamed into the store and, unless it has an error, catalogues it with all its bands.
 */
export async function upload(
  services: Services,
  sent: StoredUpload,
  about: Body<Upload>,
  createdBy: number,
  caller: Caller,
): Promise<Answer<Upload>> {
  requireSha256(sent, about.sha256)
  const expected = await expectCountry(services.db, about.iso3_code, caller)
  const { inspection, findings, sound } = await lookIntoOne(services, sent, expected, caller)
  const raster = presentInspection(inspection)
  if (!sound) return { catalogued: false, findings, raster, asset: null }
  const names = bandNames(sent.name, inspection.info.bands, about.band_names)
  const wanted = inspection.bands.map((measure, i) => ({
    name: names[i],
    band_index: measure.band,
    description: about.description,
    unit: about.unit,
    source: about.source,
    year: about.year ?? null,
    iso3_code: about.iso3_code ?? null,
    statistics: statisticsOf(measure),
  }))
  await requireFreeBandNames(services.db, wanted)
  if (about.dry_run) return { catalogued: false, findings, raster, asset: null }
  const { id } = await transaction(services.db, (tx) =>
    adoptAsset(tx, {
      upload: { ...sent, name: cleanName(sent.name) },
      info: inspection.info,
      bands: wanted,
      createdBy,
    }),
  )
  return { catalogued: true, findings, raster, asset: await get(services.db, id) }
}

/** The given names, one per band, or names derived from the file name. */
export function bandNames(file: string, bands: number, given: readonly string[] | undefined): string[] {
  if (given === undefined) {
    const stem = cleanName(file).replace(/\.tiff?$/i, '')
    return Array.from({ length: bands }, (_, i) => (bands === 1 ? stem : `${stem}_${i + 1}`))
  }
  if (given.length === bands) return [...given]
  const message = `The file has ${bands} ${bands === 1 ? 'band' : 'bands'}, but ${given.length} ${given.length === 1 ? 'name was' : 'names were'} given.`
  throw new ServiceError('invalid', message, { errors: [{ field: 'band_names', message }] })
}
