import { listAssets } from '#contract/asset-list.ts'
import { uploadAsset } from '#contract/assets.ts'
import { upload } from '~/api/upload.ts'
import { type BandDetails, detailsBody } from '~/components/rasters/band-details.ts'
import { sendInPieces } from '~/components/rasters/send-in-pieces.ts'
import { fetchAssets } from '~/server/assets.functions.ts'
import { type UploadItem, bandNamesOf, inPieces } from './upload-item.ts'

interface Options {
  signal: AbortSignal
  onProgress: (fraction: number) => void
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
  if (!inPieces(item)) {
    const answer = await upload(uploadAsset, { body, files: { file: file! } }, options)
    return { kind: answer.catalogued ? 'catalogued' : 'rejected', answer }
  }
  const sent: { id: string; sha256?: string } =
    file === null ? { id: item.upload! } : await sendInPieces(file, { ...options, id: item.upload })
  options.onProgress(1)
  if (sent.sha256 !== undefined && !item.again) {
    const query = listAssets.query.parse({ sha256: sent.sha256, status: 'ready', limit: 1 })
    const [of] = (await fetchAssets({ data: query, signal })).content
    if (of) return { kind: 'duplicate', of }
  }
  const answer = await upload(
    uploadAsset,
    { body: { ...body, upload: sent.id, sha256: sent.sha256 }, files: {} },
    { signal },
  )
  return { kind: answer.catalogued ? 'catalogued' : 'rejected', answer }
}
