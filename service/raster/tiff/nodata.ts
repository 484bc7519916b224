import type { TiffDirectory } from './check-header.ts'
import type { DataType, RawArray } from '../data-types.ts'
import { TAG } from './tiff-tags.ts'

/** How a raster marks cells without a value. */
export interface Nodata {
  /** As the cells hold it; NaN if the file says "nan"; null if it has none. */
  value: number | null
  /** Cells that differ from it by less mean the same: the tag has fewer digits, or was rounded in another way. */
  tolerance: number
}

/** Nothing that is measured is as large; such values are ±FLT_MAX, ±DBL_MAX and the like. */
const HUGE = 1e19
const SHARE = 1e-6
/** However few digits the tag has. */
const MOST_SHARE = 0.1
const [HALF_BITS, HALF_DIGITS] = [16, 10]
const LARGEST = { float32: 3.4028234663852886e38, float64: Number.MAX_VALUE }

/** The tag rounded to the cells' type: float32 to the nearest; float16, which writers also cut off, to either side. */
export function nodataOf(directory: TiffDirectory, dataType: DataType): Nodata {
  const text = directory.tags.get(TAG.gdalNodata)
  const value = typeof text === 'string' ? parseNodata(text, dataType) : null
  if (value === null || !Number.isFinite(value)) return { value, tolerance: 0 }
  const size = Math.abs(value)
  if (dataType === 'float32' && directory.bits[0] === HALF_BITS)
    return { value, tolerance: size === 0 ? 0 : 2 ** (Math.floor(Math.log2(size)) - HALF_DIGITS) }
  if (size < HUGE || !dataType.startsWith('float')) return { value, tolerance: 0 }
  return {
    value,
    tolerance: Math.max(SHARE * size, Math.min(MOST_SHARE * size, lastPlaceOf(value, dataType))),
  }
}

/** The number that cells of the type hold for this text; null if it is none. */
export function parseNodata(text: string, dataType: DataType): number | null {
  const trimmed = text.trim()
  if (trimmed === '') return null
  if (/^[-+]?nan$/i.test(trimmed)) return Number.NaN
  const infinite = /^([-+]?)inf(inity)?$/i.exec(trimmed)
  if (infinite) return infinite[1] === '-' ? -Infinity : Infinity
  const value = Number(trimmed)
  if (Number.isNaN(value)) return null
  if (dataType !== 'float32' && dataType !== 'float64') return value
  // The largest number with fewer digits may be rounded up, beyond the type.
  const most = LARGEST[dataType]
  const within = Math.min(most, Math.max(-most, value))
  return dataType === 'float32' ? Math.fround(within) : within
}

/** Of a value for the tag: as a file writes it, if GDAL reads that as the same value. */
export function textOfNodata(value: number, dataType: DataType, own = ''): string {
  const number = Number(own)
  if (own.trim() !== '' && (dataType === 'float32' ? Math.fround(number) : number) === value) return own
  return Number.isNaN(value) ? 'nan' : String(value).replace('Infinity', 'inf')
}

/** What the last digit counts of the shortest text that the type holds as this value: 1e37 for −3.4e+38. */
function lastPlaceOf(value: number, dataType: DataType): number {
  const hold = (text: string) => (dataType === 'float32' ? Math.fround(Number(text)) : Number(text))
  let digits = 1
  while (digits < 17 && hold(value.toPrecision(digits)) !== value) digits++
  return 10 ** (Math.floor(Math.log10(Math.abs(value))) - digits + 1)
}

/** Makes the cells that mean nodata exactly that, in place. */
export function unifyNodata(cells: RawArray, { value, tolerance }: Nodata): RawArray {
  if (value === null || tolerance === 0) return cells
  for (let i = 0; i < cells.length; i++) if (Math.abs(cells[i] - value) < tolerance) cells[i] = value
  return cells
}
