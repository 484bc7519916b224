import type { TiffDirectory } from './check-header.ts'
import { blockBytes, storedRowBytes } from './block-size.ts'
import { sampleBytes } from './narrow-samples.ts'
import { RasterError } from '../raster-error.ts'
import { COMPRESSION, JPEG, LERC, WEBP } from './tiff-tags.ts'

/** All cells of the raster, decoded. */
export const MAX_DECODED_BYTES = 64 * 2 ** 30

/**
 * The most bytes that one stored byte can decode to. Legitimate constant tiles (masks, sea) come close, so only what is
 * impossible is rejected: as blocks are distinct, this bounds the work by the size of the file. DEFLATE: 258 bytes from
 * two bits. LZW: 12 bits name at most 3,839 bytes (table of 4,096). PackBits: 128 from two bytes. Zstandard: a run of
 * 128 KiB from a block of four bytes. JPEG: 768 bytes of colours at half resolution from the 6 bits of a progressive
 * scan. LERC and WEBP: a constant tile of any size from its header alone.
 */
const MAX_RATIO: Readonly<Record<number, number>> = {
  1: 1,
  5: (3839 * 8) / 12,
  [JPEG]: 1024,
  8: 1032,
  32773: 64,
  32946: 1032,
  [LERC]: Infinity,
  50000: 32_768,
  [WEBP]: Infinity,
}

/** Bytes of all cells, or of the blocks that are stored if these are larger. */
export function decodedBytes(directory: TiffDirectory): number {
  const { width, height, bands, bits, formats, counts } = directory
  const stored = counts.reduce((sum, count) => sum + (count > 0 ? 1 : 0), 0)
  return Math.max(width * height * bands * sampleBytes(formats[0], bits[0]), stored * blockBytes(directory))
}

/**
 * Before any block is read, rejects blocks that share bytes of the file (many blocks pointing to the same bytes would
 * be decoded many times) and blocks too small to hold their cells. Empty blocks of sparse files are allowed.
 */
export function requirePlausibleBlocks(directory: TiffDirectory): void {
  const { counts, compression } = directory
  const decoded = decodedBytes(directory)
  if (decoded > MAX_DECODED_BYTES) {
    throw new RasterError(
      `The raster holds ${Math.ceil(decoded / 2 ** 30)} GiB of cells, ${MAX_DECODED_BYTES / 2 ** 30} GiB are allowed; send it in parts.`,
    )
  }
  const ratio = MAX_RATIO[compression]
  for (let i = 0; i < counts.length; i++) {
    const least = neededBytes(directory, i)
    if (counts[i] === 0 || counts[i] * ratio >= least) continue
    throw new RasterError(
      `Block ${i + 1} of the raster claims ${least} bytes of cells in ${counts[i]} bytes of the file, more than ${COMPRESSION[compression]} can hold; it is damaged, write the file again.`,
    )
  }
  if (haveOverlap(directory)) {
    throw new RasterError(
      'Several blocks of the raster use the same bytes of the file; write it again (gdal_translate -of COG).',
    )
  }
}

/** The last strip of a band may be shorter than the others; tiles are always whole. */
function neededBytes(directory: TiffDirectory, index: number): number {
  const { height, blockHeight, tiled } = directory
  const down = Math.ceil(height / blockHeight)
  const rows = tiled ? blockHeight : Math.min(blockHeight, height - (index % down) * blockHeight)
  return storedRowBytes(directory) * rows
}

/** Blocks are disjoint exactly if, once sorted, no block starts before the previous one ends. */
function haveOverlap({ offsets, counts }: TiffDirectory): boolean {
  const stored = offsets.filter((_, i) => counts[i] > 0)
  const ends = offsets.map((offset, i) => offset + counts[i]).filter((_, i) => counts[i] > 0)
  stored.sort()
  ends.sort()
  return stored.some((start, i) => i > 0 && start < ends[i - 1])
}
