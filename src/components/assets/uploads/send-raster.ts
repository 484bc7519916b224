import { type Asset, listAssets } from '#contract/rasters/asset-list.ts'
import { uploadAsset } from '#contract/rasters/assets.ts'
import type { Later } from '~/api/read-answer.ts'
import { uploadLater } from '~/api/upload.ts'
import { type BandDetails, detailsBody } from '~/components/rasters/band-details.ts'
import { followAsset } from '~/components/rasters/uploads/follow-raster.ts'
import { sendInPieces } from '~/components/rasters/uploads/send-in-pieces.ts'
import { fetchAssets } from '~/server/assets.functions.ts'
import { fetchBand } from '~/server/bands.functions.ts'
import { type UploadItem, bandNamesOf, inPieces } from './upload-item.ts'

interface Options {
  signal: AbortSignal
  onProgress: (fraction: number) => void
  onFraction: (fraction: number | null) => void
  onId: (id: string) => void
}

/** Sends one raster, all at once or in pieces, and answers the state in which that leaves it. */
export async function sendRaster(
  item: UploadItem,
  details: BandDetails,
  options: Options,
): Promise<UploadItem['state']> {
  const body = { ...detailsBody(details), band_names: bandNamesOf(item.names) }
  const { file } = item
  const { signal } = options
  if (!inPieces(item))
    return outcome(await uploadLater(uploadAsset, { body, files: { file: file! } }, options), options)
  const receipt: { id: string; sha256?: string } =
    file === null ? { id: item.upload! } : await sendInPieces(file, { ...options, id: item.upload })
  options.onProgress(1)
  if (receipt.sha256 !== undefined && !item.again) {
    const query = listAssets.query.parse({ sha256: receipt.sha256, status: 'ready', limit: 1 })
    const [of] = (await fetchAssets({ data: query, signal })).content
    if (of) return { kind: 'duplicate', of }
  }
  const later = await uploadLater(
    uploadAsset,
    { body: { ...body, upload: receipt.id, sha256: receipt.sha256 }, files: {} },
    { signal },
  )
  return outcome(later, options)
}

/** What becomes of a raster that was received; a service that waited has answered already. */
async function outcome(
  { accepted, answer }: Later<typeof uploadAsset>,
  options: Options,
): Promise<UploadItem['state']> {
  if (answer) return { kind: answer.catalogued ? 'catalogued' : 'rejected', answer }
  const { asset, findings } = await followAsset(accepted.id, options)
  if (!asset) return { kind: 'rejected', answer: { asset, findings, raster: null } }
  return { kind: 'catalogued', answer: { asset, findings, raster: await extentOf(asset) } }
}

/** Only needed to suggest a country for an asset that has none. */
async function extentOf({ bands: [band], iso3_codes }: Asset) {
  return band && iso3_codes.length === 0 ? fetchBand({ data: { id: band.id } }).catch(() => null) : null
}
