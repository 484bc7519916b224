import type { TiffDirectory } from './check-header.ts'
import { sampleBytes } from './narrow-samples.ts'

/** Bytes of one whole decoded block. */
export function blockBytes(directory: TiffDirectory): number {
  const { blockWidth, blockHeight, planar, bands, bits, formats } = directory
  return blockWidth * blockHeight * (planar === 2 ? 1 : bands) * sampleBytes(formats[0], bits[0])
}

const BLOCKS_AT_ONCE = 8
const BYTES_AT_ONCE = 32 * 2 ** 20

/** Blocks to decode side by side, by the threads of zlib. */
export const blocksAtOnce = (directory: TiffDirectory): number =>
  Math.max(1, Math.min(BLOCKS_AT_ONCE, Math.floor(BYTES_AT_ONCE / blockBytes(directory))))

/** Bytes of a block's row before it is compressed. */
export function storedRowBytes({ blockWidth, planar, bands, bits }: TiffDirectory): number {
  return Math.ceil((blockWidth * (planar === 2 ? 1 : bands) * bits[0]) / 8)
}
