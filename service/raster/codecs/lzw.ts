import { kernel, kernelHeap } from '../../kernels/cell-kernel.ts'
import { RasterError } from '../raster-error.ts'

/** The kernel's table: 8 bytes per code, then the 256 single bytes. */
const TABLE_BYTES = 8 * 4096 + 256
/** What the kernel may write beyond the output. */
const SPILL_BYTES = 4096

/** TIFF 6 LZW (most significant bit first, early change of width). Writes at most `size` bytes. */
export function decodeLzw(src: Uint8Array, size: number): Uint8Array {
  if (src.length > 1 && src[0] === 0 && (src[1] & 1) === 1) {
    throw new RasterError(
      'The raster uses the pre-1992 LZW encoding; write it again (gdal_translate -co COMPRESS=DEFLATE).',
    )
  }
  // Even if the table is emptied after each byte, a byte takes 18 bits.
  const used = src.subarray(0, 3 * size + 16)
  const end = TABLE_BYTES + used.length
  // The kernel reads four bytes at once.
  const to = end + 4
  const heap = kernelHeap(to + size + SPILL_BYTES)
  heap.set(used, TABLE_BYTES)
  const length = kernel.lzw(TABLE_BYTES, end, 0, to, size)
  if (length < 0) throw new RasterError('The LZW data of the raster are damaged.')
  return heap.slice(to, to + length)
}
