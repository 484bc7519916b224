import { counted } from '#common/counted.ts'
import type { Answer, Body } from '#contract/endpoint.ts'
import type { uploadAsset } from '#contract/rasters/assets.ts'
import type { Caller, Services } from '../../context.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { cleanName } from '../../files/keep-file.ts'
import { type NewBand, requireDifferentNames } from '../rasters/insert-band.ts'
import { statisticsOf } from '../rasters/insert-asset.ts'
import { namesOf } from '../rasters/label-bands.ts'
import type { RasterInfo } from '../../raster/cells/read.ts'
import type { StoredUpload } from '../rasters/inspect-upload.ts'
import { ingestRaster } from '../rasters/ingest-raster.ts'
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
  const { adopted, ...found } = await ingestRaster(
    services,
    { sent, ...about, createdBy },
    {
      async bands({ info, bands }) {
        const names = bandNames(sent.name, info, about.band_names)
        const wanted = bands.map((measure, i) => ({
          ...names[i],
          band_index: measure.band,
          description: about.description,
          unit: about.unit,
          source: about.source,
          year: about.year ?? null,
          iso3_code: about.iso3_code ?? null,
          statistics: statisticsOf(measure),
        }))
        requireDifferentNames(wanted)
        return wanted
      },
      record: async (_tx, { id }) => ({ id }),
    },
    caller,
  )
  return { ...found, asset: adopted === null ? null : await get(services.db, adopted.id) }
}

/** The names that were given, one per band; or those in the file, or else made from the file's name. */
function bandNames(
  file: string,
  info: RasterInfo,
  given: readonly string[] | undefined,
): Pick<NewBand, 'name' | 'otherwise'>[] {
  const { bands } = info
  if (given === undefined) {
    const stem = cleanName(file).replace(/\.tiff?$/i, '')
    const own = namesOf(info)
    return Array.from({ length: bands }, (_, i) => {
      const otherwise = bands === 1 ? stem : `${stem}_${i + 1}`
      return { name: own[i] ?? otherwise, otherwise }
    })
  }
  if (given.length === bands) return given.map((name) => ({ name }))
  const message = sentence`The file has ${counted(bands, 'band')}, but ${given.length} ${given.length === 1 ? 'name was' : 'names were'} given.`
  throw new ServiceError('invalid', message, { field: 'band_names' })
}
