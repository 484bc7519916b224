import type { TiffDirectory } from './check-header.ts'
import { TAG } from './tiff-tags.ts'

/** Red, green and blue of each value, 8 bits each. */
export type Palette = Uint8Array

export const PALETTE = 3

/** The palette of a raster of one band (or of one with an alpha band); null if its cells are no classes. */
export function paletteOf(
  { photometric, bits, formats, tags }: TiffDirectory,
  bands: number,
): Palette | null {
  const map = tags.get(TAG.colorMap)
  const isWhole = formats[0] === 1 && bits[0] <= 16
  if (photometric !== PALETTE || bands !== 1 || !isWhole || typeof map !== 'object') return null
  const values = 2 ** bits[0]
  if (map.length !== 3 * values) return null
  const palette = new Uint8Array(3 * values)
  // TIFF has 16 bits per colour; some writers fill only the lower eight.
  const scale = map.some((part) => part > 255) ? 257 : 1
  for (let value = 0; value < values; value++)
    for (let part = 0; part < 3; part++)
      palette[value * 3 + part] = Math.floor(map[part * values + value] / scale)
  return palette
}
