import type { RasterInput } from '../tiff/byte-source.ts'
import type { TiffDirectory } from '../tiff/check-header.ts'
import type { CogImage } from './cog-head.ts'
import { categoricalBands, type Declared } from '../cells/classes.ts'
import { createCogWriter } from './cog-writer.ts'
import { measure, openForWalk, type Inspection, type Report } from '../inspect.ts'
import { ARRAYS } from '../data-types.ts'
import { isPixelPoint, isScaled } from '../systems/georeference.ts'
import { edgeAt } from '../grid.ts'
import type { Masking } from '../cells/mask.ts'
import { textOfNodata } from '../tiff/nodata.ts'
import { PALETTE } from '../tiff/palette.ts'
import type { RasterFile, RasterInfo } from '../cells/read.ts'
import { ASCII, DOUBLE, LONG, SHORT, type TiffField } from '../tiff/tiff-directory.ts'
import { northUpFields } from './tiff-layout.ts'
import { TAG } from '../tiff/tiff-tags.ts'
import { bandGroups, readRows } from '../cells/walk-cells.ts'

const RGB = 2
const YCBCR = 6
const TILE = 512
/** Maximum size of a row of tiles of one band; above it, tiles are half as high. */
const ROW_BYTES = 192 * 2 ** 20

export interface StoredAsCog {
  inspection: Inspection
  /** Paths of files which, one after the other, are the COG. */
  parts: string[]
}

/**
 * Writes any raster that Strata reads as a Cloud-Optimized GeoTIFF into an empty folder, and measures its bands: the
 * last pass over the cells makes the histogram and the tiles. Cells keep their bits, in the order of a north-up grid
 * unless the raster is rotated; reference system, nodata, names, units, scales and colours are copied. Overviews: mode
 * for categorical bands, otherwise average.
 * @throws RasterError if the raster cannot be read
 */
export async function toCog(
  input: RasterInput,
  folder: string,
  { declared, classicBytes, report }: { declared?: Declared; classicBytes?: number; report?: Report } = {},
): Promise<StoredAsCog> {
  const file = await openForWalk(input)
  try {
    const categorical = categoricalBands(file, declared)
    const measuring = await measure(file, categorical, report)
    const { width, height, nodata } = file.info
    const image = imageOf(file, categorical[0])
    const overviews = categorical.map((one) => (one ? 'mode' : 'average'))
    const writer = await createCogWriter({ image, width, height, nodata, overviews, folder, classicBytes })
    try {
      const tile = image.blockSize
      for (const bands of bandGroups(file, tile)) {
        await writer.writeBands(bands, async function* read(row) {
          for await (const piece of readRows(file, bands, { row, rows: tile, tile })) {
            measuring.visit(bands, piece)
            yield piece
          }
        })
      }
      return { inspection: measuring.result(), parts: await writer.finish() }
    } finally {
      await writer.close()
    }
  } finally {
    await file.close()
  }
}

/** A palette is kept if the cells are classes. */
function imageOf({ info, masking, levels: [main] }: RasterFile, isCategorical: boolean): CogImage {
  const numbers = (tag: number) => {
    const value = main.tags.get(tag)
    return typeof value === 'object' ? value : undefined
  }
  const colorMap = numbers(TAG.colorMap)
  // Colours of more values than 16 bits have are no palette in TIFF.
  const bytes = ARRAYS[info.dataType].BYTES_PER_ELEMENT
  const isPalette =
    isCategorical &&
    bytes <= 2 &&
    main.photometric === PALETTE &&
    info.bands === 1 &&
    colorMap?.length === 3 * 2 ** main.bits[0]
  const isRgb = (main.photometric === RGB || main.photometric === YCBCR) && info.bands >= 3
  const wide = info.width * TILE * bytes > ROW_BYTES
  return {
    bands: info.bands,
    dataType: info.dataType,
    blockSize: Math.max(info.width, info.height) <= TILE || wide ? TILE / 2 : TILE,
    photometric: isPalette ? PALETTE : isRgb ? RGB : main.photometric === 0 ? 0 : 1,
    extraSamples: numbers(TAG.extraSamples),
    ...(isPalette && { colorMap: colorMapFor(bytes, colorMap) }),
    ...nodataField(main, info, masking),
    own: [...placeFields(info, main), ...copiedFields(main)],
  }
}

/** Nodata as the file writes it, unless cells mean another value by it. */
function nodataField(
  { tags }: TiffDirectory,
  { nodata, dataType }: RasterInfo,
  masking: Masking | null,
): { nodata?: string } {
  if (nodata === null) return {}
  const own = tags.get(TAG.gdalNodata)
  return {
    nodata:
      typeof own === 'string' && masking === null
        ? textOfNodata(nodata, dataType, own)
        : textOfNodata(nodata, dataType),
  }
}

/** The palette as it is stored. If its cells became 16 bits wide, values without a colour are black. */
export function colorMapFor(cellBytes: number, colorMap: Float64Array): Float64Array {
  const [values, own] = [2 ** (8 * cellBytes), colorMap.length / 3]
  const out = new Float64Array(3 * values)
  for (let channel = 0; channel < 3; channel++)
    out.set(colorMap.subarray(channel * own, (channel + 1) * own), channel * values)
  return out
}

function doubles({ tags }: TiffDirectory, ...wanted: number[]): TiffField[] {
  return wanted.flatMap((tag): TiffField[] => {
    const values = tags.get(tag)
    return typeof values === 'object' && values.length > 0 ? [[tag, DOUBLE, values]] : []
  })
}

/** Where the cells are, said in one way: as the file does, unless it stores them in another order. */
function placeFields(info: RasterInfo, main: TiffDirectory): TiffField[] {
  if (!info.mirrored) return isScaled(main) ? scaledFields(main) : doubles(main, TAG.transformation)
  const [a, b, , d, e] = info.affine
  const half = isPixelPoint(main) ? 0.5 : 0
  const [x, y] = edgeAt(info, half, half)
  return northUpFields([a, b, x, d, e, y])
}

function scaledFields({ tags }: TiffDirectory): TiffField[] {
  const [scale, ties] = [tags.get(TAG.pixelScale), tags.get(TAG.tiepoint)] as Float64Array[]
  return [
    [TAG.pixelScale, DOUBLE, scale],
    [TAG.tiepoint, DOUBLE, ties.subarray(0, 6)],
  ]
}

function copiedFields(main: TiffDirectory): TiffField[] {
  const { tags } = main
  const fields = doubles(main, TAG.geoDoubles)
  const keys = tags.get(TAG.geoKeys)
  if (typeof keys === 'object')
    fields.push([TAG.geoKeys, keys.every((key) => key < 65_536) ? SHORT : LONG, keys])
  const names = tags.get(TAG.geoAscii)
  if (typeof names === 'string') fields.push([TAG.geoAscii, ASCII, names])
  const metadata = tags.get(TAG.gdalMetadata)
  // Statistics that a file says about itself may be wrong.
  if (typeof metadata === 'string')
    fields.push([
      TAG.gdalMetadata,
      ASCII,
      metadata.replaceAll(/\s*<Item name="STATISTICS_[^>]*>[^<]*<\/Item>/g, ''),
    ])
  return fields
}
