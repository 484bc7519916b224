import { RASTER_MAX_BYTES } from '#contract/assets.ts'

export const RASTER_ENDINGS = ['.tif', '.tiff'] as const

/** Why a file cannot be a raster, in words; undefined: worth sending. */
export function rasterProblem({ name, size }: File): string | undefined {
  if (!RASTER_ENDINGS.some((ending) => name.toLowerCase().endsWith(ending)))
    return `‘${name}’ is not a GeoTIFF. Choose a file that ends in .tif or .tiff.`
  if (size === 0) return `‘${name}’ is empty.`
  if (size > RASTER_MAX_BYTES) return `‘${name}’ is larger than 64 GiB. Send it in parts.`
  return undefined
}

export const refetchRasters = (client: {
  invalidateQueries: (of: { queryKey: string[] }) => Promise<void>
}): Promise<unknown> =>
  Promise.all([
    client.invalidateQueries({ queryKey: ['assets'] }),
    client.invalidateQueries({ queryKey: ['bands'] }),
  ])
