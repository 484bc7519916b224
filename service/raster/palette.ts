import type { TiffDirectory } from './check-header.ts'
import { TAG } from './tiff-tags.ts'

/** Cells of a band with a palette are classes. */
export interface RasterClass {
  value: number
  /** `#rrggbb` */
  colour: string
  /** That hold the value; classes without any are left out. */
  cells: number
}

/** Red, green and blue of each value, 8 bits each. */
export type Palette = Uint8Array

export const PALETTE = 3

/** With more different values, nobody could distinguish the classes. */
const MOST_CLASSES = 256

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

const colourOf = (palette: Palette, value: number): string =>
  `#${Buffer.from(palette.subarray(value * 3, value * 3 + 3)).toString('hex')}`

/** The classes that occur, by value; undefined if they are too many. */
export function classesOf(palette: Palette, cells: Float64Array): RasterClass[] | undefined {
  const classes: RasterClass[] = []
  cells.forEach((count, value) => {
    if (count > 0) classes.push({ value, colour: colourOf(palette, value), cells: count })
  })
  return classes.length <= MOST_CLASSES ? classes : undefined
}
