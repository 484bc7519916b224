import { listAssets } from '#contract/asset-list.ts'
import { uploadAsset } from '#contract/assets.ts'
import { upload } from '~/api/upload.ts'
import { type BandDetails, detailsBody } from '~/components/rasters/band-details.ts'
import { fetchAssets } from '~/server/assets.functions.ts'
import { type UploadItem, bandNamesOf, inPieces } from './upload-item.ts'

/** What a file's SHA-256 is, computed once for each file. */
const hashes = new WeakMap<File, Promise<string>>()

async function hashOf(file: File): Promise<string> {
  const { hashFile } = await import('~/lib/hash-file.ts')
  const known = hashes.get(file) ?? hashFile(file)
  hashes.set(file, known)
  // A file that could not be read may be readable when it is sent again.
  known.catch(() => hashes.delete(file))
  return known
}

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
  const sent = await send(item, options)
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

/** The whole file is hashed while it is sent: what arrives must be what was chosen. */
async function send(
  { file, upload: id }: UploadItem,
  options: Options,
): Promise<{ id: string; sha256?: string }> {
  if (file === null) return { id: id! }
  const { uploadInPieces } = await import('~/api/upload-in-pieces.ts')
  const [finished, sha256] = await Promise.all([uploadInPieces(file, { ...options, id }), hashOf(file)])
  return { id: finished, sha256 }
}
