import type { TiffDirectory } from '../tiff/check-header.ts'
import { requirePlausibleBlocks } from '../tiff/check-blocks.ts'
import { fillOf } from './cell-bits.ts'
import type { DataType, RawArray } from '../data-types.ts'
import { requireReadableCompression } from '../codecs/decompress.ts'
import { ARRAYS } from '../data-types.ts'
import { RasterError } from '../raster-error.ts'
import { JPEG, LERC, TAG, WEBP } from '../tiff/tiff-tags.ts'

/** How a raster says which of its cells have no value, if not only by a nodata value. */
export interface Masking {
  kind: 'mask' | 'alpha'
  /** The type that holds all values of the cells and `nodata`. */
  dataType: DataType
  /** What masked cells are. */
  nodata: number
  /** The mask of each level (full resolution, then overviews), for `kind` 'mask'. */
  masks: TiffDirectory[]
}

/** The next type whose values are all those of the cells and one more, which is nodata. */
export const WIDER: Record<DataType, [DataType, nodata: number]> = {
  uint8: ['uint16', 65_535],
  int8: ['int16', -32_768],
  uint16: ['uint32', 4_294_967_295],
  int16: ['int32', -2_147_483_648],
  uint32: ['float64', Number.NaN],
  int32: ['float64', Number.NaN],
  float32: ['float32', Number.NaN],
  float64: ['float64', Number.NaN],
}

const MASK = 4
const ALPHA = new Set([1, 2])

export const isMask = ({ subfile }: TiffDirectory): boolean => (subfile & MASK) !== 0

/** Whether the last band is transparency (ExtraSamples 1 or 2), of which 0 means that a cell has no value. */
function hasAlpha({ bands, tags }: TiffDirectory): boolean {
  const extra = tags.get(TAG.extraSamples)
  return bands > 1 && typeof extra === 'object' && ALPHA.has(extra[extra.length - 1])
}

/**
 * The masking of a raster; null if it has none. Masked cells become nodata; without a nodata value that the type holds,
 * cells are read as the next wider type, so that no value has to be given up.
 */
export function maskingOf(
  main: TiffDirectory,
  masks: readonly TiffDirectory[],
  type: DataType,
  nodata: number | null,
): Masking | null {
  const kind = masks.length > 0 ? 'mask' : hasAlpha(main) ? 'alpha' : null
  if (kind === null) return null
  if (nodata !== null && Object.is(fillOf(type, nodata)[0], nodata))
    return { kind, dataType: type, nodata, masks: [...masks] }
  const [dataType, free] = WIDER[type]
  return { kind, dataType, nodata: free, masks: [...masks] }
}

/** The mask of each level; levels after the first that have none are left out by the caller. */
export function maskOf(level: TiffDirectory, masks: readonly TiffDirectory[]): TiffDirectory | undefined {
  const mask = masks.find(({ width, height }) => width === level.width && height === level.height)
  if (mask) requireReadableMask(mask)
  return mask
}

function requireReadableMask(mask: TiffDirectory): void {
  const { bands, bits, formats, compression, predictor, fillOrder } = mask
  requireReadableCompression(compression)
  const isBytes = ![JPEG, LERC, WEBP].includes(compression)
  const plain = bands === 1 && (bits[0] === 1 || bits[0] === 8) && formats[0] === 1
  if (!plain || !isBytes || predictor !== 1 || fillOrder !== 1)
    throw new RasterError(
      'The internal mask of the raster is stored in a way that Strata does not read; give the raster a nodata value instead (gdal_translate -mask none -a_nodata).',
    )
  requirePlausibleBlocks(mask)
}

/**
 * Cells of one decoded block with those that have no value replaced by nodata. `step`: values per cell; `valid` has one
 * byte per cell.
 */
export function applyMask(
  cells: RawArray,
  valid: Uint8Array,
  step: number,
  { dataType, nodata }: Masking,
): RawArray {
  const Cells = ARRAYS[dataType]
  const out = cells instanceof Cells ? cells : Cells.from(cells as Uint8Array)
  for (let i = 0; i < valid.length; i++) if (valid[i] === 0) out.fill(nodata, i * step, (i + 1) * step)
  return out
}
