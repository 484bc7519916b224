import type { TiffDirectory } from '../tiff/check-header.ts'
import { storedRowBytes } from '../tiff/block-size.ts'

const UNCOMPRESSED = 1
const MOST_BYTES = 4 * 2 ** 20

/**
 * The same directory with neighbouring strips as one, up to 4 MiB and `rows` rows, of which theirs must be a divisor: a
 * strip is often a single row, and each block costs a read. Only where cells follow one another in the file.
 */
export function mergeStrips(directory: TiffDirectory, rows: number): TiffDirectory {
  const { tiled, compression, predictor, planar, bands, height, blockHeight, offsets, counts } = directory
  const rowBytes = storedRowBytes(directory)
  let together = 1
  while (rows % (2 * together * blockHeight) === 0 && 2 * together * blockHeight * rowBytes <= MOST_BYTES)
    together *= 2
  const plain = !tiled && compression === UNCOMPRESSED && predictor === 1
  if (!plain || together === 1 || blockHeight >= height) return directory
  const down = Math.ceil(height / blockHeight)
  const planes = planar === 2 ? bands : 1
  const rowsOf = (strip: number) => Math.min(blockHeight, height - strip * blockHeight)
  for (let i = 0; i < planes * down; i++) {
    if (counts[i] !== rowsOf(i % down) * rowBytes) return directory
    if (i % down > 0 && offsets[i] !== offsets[i - 1] + counts[i - 1]) return directory
  }
  const mergedDown = Math.ceil(down / together)
  const firsts = Array.from(
    { length: planes * mergedDown },
    (_, i) => Math.floor(i / mergedDown) * down + (i % mergedDown) * together,
  )
  return {
    ...directory,
    blockHeight: blockHeight * together,
    offsets: Float64Array.from(firsts, (first) => offsets[first]),
    counts: Float64Array.from(firsts, (first) => {
      const strip = first % down
      return Math.min(blockHeight * together, height - strip * blockHeight) * rowBytes
    }),
  }
}
