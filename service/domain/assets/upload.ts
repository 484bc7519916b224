import { counted } from '#contract/counted.ts'
import type { Answer, Body } from '#contract/endpoint.ts'
import type { uploadAsset } from '#contract/assets.ts'
import type { Caller, Services } from '../../context.ts'
import { ServiceError } from '../../service-error.ts'
import { cleanName } from '../../files/keep-file.ts'
import { requireDifferentNames, requireFreeBandNames } from '../rasters/insert-band.ts'
import { statisticsOf } from '../rasters/insert-asset.ts'
import type { StoredUpload } from '../rasters/inspect-upload.ts'
import { takeIn } from '../rasters/take-in.ts'
import { get } from './get.ts'

type Upload = typeof uploadAsset

/** Takes in a raster with all of its bands. */
export async function upload(
  services: Services,
  sent: StoredUpload,
  about: Body<Upload>,
  createdBy: number,
  caller: Caller,
): Promise<Answer<Upload>> {
  const { adopted, ...found } = await takeIn(
    services,
    { sent, ...about, createdBy },
    {
      async bands({ info, bands }) {
        const names = bandNames(sent.name, info.bands, about.band_names)
        const wanted = bands.map((measure, i) => ({
          name: names[i],
          band_index: measure.band,
          description: about.description,
          unit: about.unit,
          source: about.source,
          year: about.year ?? null,
          iso3_code: about.iso3_code ?? null,
          statistics: statisticsOf(measure),
        }))
        // Names can still be chosen after a dry run, so those that are taken do not matter to it.
        if (about.dry_run) requireDifferentNames(wanted)
        else await requireFreeBandNames(services.db, wanted)
        return wanted
      },
      record: async (_tx, { id }) => ({ id }),
    },
    caller,
  )
  return { ...found, asset: adopted === null ? null : await get(services.db, adopted.id) }
}

/** The names that were given, one per band, or names made from the file's. */
function bandNames(file: string, bands: number, given: readonly string[] | undefined): string[] {
  if (given === undefined) {
    const stem = cleanName(file).replace(/\.tiff?$/i, '')
    return Array.from({ length: bands }, (_, i) => (bands === 1 ? stem : `${stem}_${i + 1}`))
  }
  if (given.length === bands) return [...given]
  const message = `The file has ${counted(bands, 'band')}, but ${given.length} ${given.length === 1 ? 'name was' : 'names were'} given.`
  throw new ServiceError('invalid', message, { errors: [{ field: 'band_names', message }] })
}
