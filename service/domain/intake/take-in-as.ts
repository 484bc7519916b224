import type { Answer } from '#contract/endpoint.ts'
import type { uploadAsset } from '#contract/rasters/assets.ts'
import type { Caller, Services } from '../../context.ts'
import type { RasterIntake } from '../../db/schema/rasters.ts'
import { upload } from '../assets/upload.ts'
import { checkIn } from '../interpolation/check-in.ts'
import type { StoredUpload } from '../rasters/inspect-upload.ts'
import { type About, importDatasetFile } from '../worldpop/import.ts'

/** `about`: the body of the call. */
type Verb = (
  services: Services,
  sent: StoredUpload,
  about: never,
  createdBy: number,
  caller: Caller,
) => Promise<Omit<Answer<typeof uploadAsset>, 'asset'>>

/** What takes in a raster in the store, by the call that sent it. */
export const TAKE_IN: Readonly<Record<Exclude<RasterIntake['way'], 'process'>, Verb>> = {
  upload,
  'check-in': checkIn,
  population: (services, sent, about: About & { url?: string }, createdBy, caller) =>
    importDatasetFile(services, sent, about, { url: about.url ?? null, createdBy }, caller),
}
