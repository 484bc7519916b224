import { type RasterInput, joinedFiles } from '../tiff/byte-source.ts'
import { fillOf } from '../cells/cell-bits.ts'
import { categoricalBands } from '../cells/classes.ts'
import { createCogWriter } from './cog-writer.ts'
import type { CogImage } from './cog-head.ts'
import { ARRAYS } from '../data-types.ts'
import { inspectRaster, type Report } from '../inspect.ts'
import { WIDER } from '../cells/mask.ts'
import { PALETTE } from '../tiff/palette.ts'
import type { RasterFile } from '../cells/read.ts'
import type { ResampleMethod } from '../warp/resample.ts'
import { gridFields } from './tiff-layout.ts'
import { TAG } from '../tiff/tiff-tags.ts'
import { colorMapFor, type StoredAsCog } from './to-cog.ts'
import { type CellFormat, type Gap, openOnReferenceGrid, type TargetGrid } from '../warp/to-reference-grid.ts'

export interface ReferenceCogPlan {
  /** Counts from 1. */
  band: number
  method: ResampleMethod
  /** The nodata value of quantities; classes keep theirs. */
  nodata: number
  /** Name of the band as GDAL shows it. */
  description: string
  /** Its cells are classes; default: as the file says. */
  categorical?: boolean
  /** Default: the part of the reference grid under the raster. */
  grid?: TargetGrid
  gap?: Gap
  /** An empty folder for the parts of the COG. */
  folder: string
}

/** The share of resampling and writing; the rest is the inspection of the result. */
const WRITTEN = 0.8

/**
 * Writes one band of a raster on the reference grid, or on `grid`, as a Cloud-Optimized GeoTIFF, and inspects it. Memory
 * holds a row of tiles of the result and of each overview. Quantities become float32, as do scaled
 * cells; classes keep their type, palette and nodata value.
 * @throws RasterError if the raster cannot be brought to the grid
 */
export async function toReferenceCog(
  input: RasterInput,
  { band, method, nodata, description, categorical, grid: target, gap, folder }: ReferenceCogPlan,
  report: Report = () => {},
): Promise<StoredAsCog> {
  const source = await openOnReferenceGrid(input, band, method, { grid: target, gap })
  try {
    const { grid, file } = source
    const { width, height } = grid
    const keepsValues = method === 'nearest' || method === 'mode'
    const isCategorical = keepsValues && categoricalBands(file, categorical)[band - 1]
    const keepsType = isCategorical && !file.info.scalings?.[band - 1]
    const format = keepsType ? classFormat(file) : ({ dataType: 'float32', nodata } as const)
    const overviews = [isCategorical ? 'mode' : 'average'] as const
    const size = Math.max(width, height) <= 512 ? 256 : 512
    const image = {
      bands: 1,
      dataType: format.dataType,
      blockSize: size,
      nodata: String(format.nodata),
      ...(keepsType && paletteFor(file, format)),
      own: gridFields(grid, { description }),
    }
    const plan = { image, width, height, nodata: format.nodata, overviews, folder }
    const writer = await createCogWriter(plan)
    try {
      await writer.writeBands([1], async function* read(row) {
        yield* source.pieces(row, size, size, format)
        report((WRITTEN * Math.min(height, row + size)) / height)
      })
      const parts = await writer.finish()
      const inspecting = (part: number) => report(WRITTEN + part * (1 - WRITTEN))
      return { inspection: await inspectRaster(await joinedFiles(parts), inspecting, isCategorical), parts }
    } finally {
      await writer.close()
    }
  } finally {
    await source.close()
  }
}

/** Classes keep their type if it has a value for nodata; a palette that leaves none gets the one that masks use. */
function classFormat({ info, palette }: RasterFile): CellFormat {
  const { dataType, nodata } = info
  if (nodata !== null && Object.is(fillOf(dataType, nodata)[0], nodata)) return { dataType, nodata }
  // With a palette uint16, also for classes of 16 bits: a cell that has the new nodata value is rejected.
  const [wider, free] = WIDER[palette ? 'uint8' : dataType]
  return { dataType: wider, nodata: free }
}

function paletteFor(
  { palette, levels: [main] }: RasterFile,
  { dataType }: CellFormat,
): Pick<CogImage, 'photometric' | 'colorMap'> | undefined {
  const colorMap = main.tags.get(TAG.colorMap)
  if (!palette || typeof colorMap !== 'object') return undefined
  return { photometric: PALETTE, colorMap: colorMapFor(ARRAYS[dataType].BYTES_PER_ELEMENT, colorMap) }
}
