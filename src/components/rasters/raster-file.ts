import { RASTER_MAX_BYTES } from '#contract/rasters/assets.ts'
import { fileSize, sizeLimit } from '#common/file-size.ts'
import { ApiError } from '~/api/api-error.ts'
import { hasEnding } from '~/lib/has-ending.ts'

export const RASTER_ENDINGS = ['.tif', '.tiff'] as const

/** Why a file cannot be a raster, in words; undefined: worth sending. */
export function rasterProblem({ name, size }: File): string | undefined {
  if (!hasEnding(name, RASTER_ENDINGS))
    return `‘${name}’ is not a GeoTIFF. Choose a file that ends in .tif or .tiff.`
  if (size === 0) return `‘${name}’ is empty.`
  if (size > RASTER_MAX_BYTES)
    return `‘${name}’ is larger than ${sizeLimit(RASTER_MAX_BYTES)}. Send it in parts.`
  return undefined
}

/** The service rejected the file itself, for example as no GeoTIFF: sending it again gets the same answer. */
export const isUnfit = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 422 && error.errors.some(({ field }) => field === 'file')

export interface Sized {
  name: string
  size: number
}
/** A file may continue the upload of an earlier visit; its hash is checked in the end. */
export const continues = (file: Sized, upload: Sized): boolean =>
  upload.name === file.name && upload.size === file.size

export const otherFileProblem = (file: Sized, upload: Sized): string =>
  `‘${file.name}’ (${fileSize(file.size)}) is a different file from ‘${upload.name}’ (${fileSize(upload.size)}). Choose the file whose upload was interrupted.`

export const refetchRasters = (client: {
  invalidateQueries: (of: { queryKey: string[] }) => Promise<void>
}): Promise<unknown> =>
  Promise.all([
    client.invalidateQueries({ queryKey: ['assets'] }),
    client.invalidateQueries({ queryKey: ['bands'] }),
  ])
