import type { TiffDirectory, TiffHeader } from './tiff/check-header.ts'
import { isMask } from './cells/mask.ts'

/** An image of at most this side needs no tiles, and a row of at most this width is as good as one. */
const SMALL_SIDE = 512
const SMALL_WIDTH = 1024

/**
 * The first rule of a Cloud-Optimized GeoTIFF that a file breaks, null if it breaks none: those of GDAL 3.6's validator
 * (osgeo_utils.samples.validate_cloud_optimized_geotiff) but for the frames of its tiles. Directories come first, from
 * the raster to its smallest overview; then the tiles, from the smallest overview to the raster.
 */
export function brokenCogRule({ directories, firstDirectoryAt, isEdited }: TiffHeader): string | null {
  const [main, ...others] = directories
  const levels = [main, ...others.filter((o) => !isMask(o) && (o.subfile & 1) === 1)]
  if (isEdited) return 'It was changed after it had been written.'
  if (main.at !== 8 && main.at !== 16 && main.at !== firstDirectoryAt)
    return 'The directory of the raster is not at the beginning.'
  const isSmall = Math.max(main.width, main.height) <= SMALL_SIDE
  for (const [i, { at, width, height, blockWidth }] of levels.entries()) {
    if (blockWidth === width && width > SMALL_WIDTH && !(i === 0 && isSmall))
      return `${nameOf(i)} is not tiled.`
    if (i === 0) continue
    const before = levels[i - 1]
    if (width > before.width || height > before.height)
      return `${nameOf(i)} is larger than the one before it.`
    if (at < before.at) return `The directory of ${nameOf(i).toLowerCase()} precedes a larger one.`
  }
  const cells = levels.map(firstBlockAt)
  if (cells.at(-1)! > 0 && cells.at(-1)! < levels.at(-1)!.at) return 'Cells precede the directories.'
  for (const [i, at] of cells.slice(0, -1).entries())
    if (at > 0 && at < cells[i + 1]) return `The cells of ${nameOf(i).toLowerCase()} precede smaller ones.`
  return null
}

const nameOf = (level: number) => (level === 0 ? 'The raster' : `Overview ${level}`)

/** 0 if no block is stored. */
const firstBlockAt = ({ offsets, counts }: TiffDirectory): number =>
  offsets.find((_, i) => counts[i] > 0) ?? 0

/** Whether a map can show the raster at any zoom with few reads: its overviews lead to about one tile, in order. */
export function isCloudOptimized(header: TiffHeader, levels: readonly TiffDirectory[]): boolean {
  const [main] = levels
  const { width, height } = levels.at(-1)!
  const reachesOneTile = Math.max(width, height) <= 2 * Math.max(main.blockWidth, main.blockHeight)
  return main.tiled && reachesOneTile && brokenCogRule(header) === null
}
