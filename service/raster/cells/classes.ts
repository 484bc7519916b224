import { isThematic } from '../tiff/metadata-items.ts'
import type { RawArray } from '../data-types.ts'
import type { Palette } from '../tiff/palette.ts'
import type { RasterFile } from './read.ts'

/** Cells of a categorical band are classes. */
export interface RasterClass {
  value: number
  /** `#rrggbb` */
  colour: string
  /** That hold the value; classes without any are left out. */
  cells: number
}

/** Whether all bands are categorical, or those of these numbers; missing: as the file says. */
export type Declared = boolean | Readonly<Record<number, boolean>> | undefined

export const declaredOf = (declared: Declared, band: number): boolean | undefined =>
  typeof declared === 'object' ? declared[band] : declared

/** Nobody can distinguish more classes than this. */
const MOST_CLASSES = 256

/** Whether the cells of each band are classes: as declared, else by a palette or as a thematic layer. */
export function categoricalBands(
  { info, palette, levels: [main] }: Pick<RasterFile, 'info' | 'palette' | 'levels'>,
  declared: Declared,
): boolean[] {
  const inFile = palette !== null || isThematic(main)
  return Array.from({ length: info.bands }, (_, i) => declaredOf(declared, i + 1) ?? inFile)
}

/** The classes among counted values, by value; undefined if they are too many, or not whole numbers. */
export function classesOf(
  counted: ReadonlyMap<number, number>,
  palette: Palette | null,
): RasterClass[] | undefined {
  if (counted.size > MOST_CLASSES || ![...counted.keys()].every(Number.isSafeInteger)) return undefined
  return [...counted]
    .sort(([a], [b]) => a - b)
    .map(([value, cells]) => ({
      value,
      colour: `#${colourOf(value, palette)
        .map((part) => part.toString(16).padStart(2, '0'))
        .join('')}`,
      cells,
    }))
}

/** Counts the values of cells until they are too many to be classes. */
export function countClasses(
  counted: Map<number, number>,
  cells: RawArray,
  times: number,
  nodata: number | null,
): void {
  for (let i = 0; i < cells.length && counted.size <= MOST_CLASSES;) {
    const value = cells[i]
    const from = i
    while (i < cells.length && cells[i] === value) i++
    if (Number.isNaN(value)) i++
    else if (value !== nodata) counted.set(value, (counted.get(value) ?? 0) + (i - from) * times)
  }
}

/** Turns around the circle of colours so that neither neighbouring values nor multiples of ten meet soon. */
const GOLDEN_ANGLE = 137.508
const LIGHTNESS = [0.5, 0.68, 0.36]

/** Red, green and blue of a class, 8 bits each: of the palette, else always the same for a value. */
export function colourOf(value: number, palette: Palette | null): [number, number, number] {
  if (palette && value >= 0 && value * 3 < palette.length)
    return [palette[value * 3], palette[value * 3 + 1], palette[value * 3 + 2]]
  const hue = (((value * GOLDEN_ANGLE) % 360) + 360) % 360
  const lightness = LIGHTNESS[Math.abs(value) % LIGHTNESS.length]
  const reach = 0.6 * Math.min(lightness, 1 - lightness)
  const channel = (turn: number) => {
    const at = (turn + hue / 30) % 12
    return Math.round(255 * (lightness - reach * Math.max(-1, Math.min(at - 3, 9 - at, 1))))
  }
  return [channel(0), channel(8), channel(4)]
}
