import { type RasterInput, joinedFiles } from './byte-source.ts'
import { fillOf } from './cell-bits.ts'
import { createCogWriter } from './cog-writer.ts'
import type { CogImage } from './cog-head.ts'
import { inspectRaster, type Report } from './inspect.ts'
import { WIDER } from './mask.ts'
import { PALETTE } from './palette.ts'
import type { RasterFile } from './read.ts'
import type { ResampleMethod } from './resample.ts'
import { gridFields } from './tiff-layout.ts'
import { TAG } from './tiff-tags.ts'
import { colorMapFor, isThematic, type StoredAsCog } from './to-cog.ts'
import { type CellFormat, type Gap, openOnReferenceGrid, type TargetGrid } from './to-reference-grid.ts'

export interface ReferenceCogPlan {
  /** Counts from 1. */
  band: number
  method: ResampleMethod
  /** The nodata value of quantities; classes keep theirs. */
  nodata: number
  /** Name of the band as GDAL shows it. */
  description: string
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
 * holds a row of tiles of the result and of each overview. Quantities become float32; classes keep their type, palette
 * and nodata value.
 * @throws RasterError if the raster cannot be brought to the grid
 */
export async function toReferenceCog(
  input: RasterInput,
  { band, method, nodata, description, grid: target, gap, folder }: ReferenceCogPlan,
  report: Report = () => {},
): Promise<StoredAsCog> {
  const source = await openOnReferenceGrid(input, band, method, { grid: target, gap })
  try {
    const { grid, file } = source
    const { width, height } = grid
    const format = formatOf(file, method, nodata)
    const size = Math.max(width, height) <= 512 ? 256 : 512
    const image = {
      bands: 1,
      dataType: format.dataType,
      blockSize: size,
      nodata: String(format.nodata),
      ...format.palette,
      own: gridFields(grid, { description }),
    }
    const plan = { image, width, height, nodata: format.nodata, overviews: format.overviews, folder }
    const writer = await createCogWriter(plan)
    try {
      await writer.writeBands([1], async function* read(row) {
        yield* source.pieces(row, size, size, format)
        report((WRITTEN * Math.min(height, row + size)) / height)
      })
      const parts = await writer.finish()
      const inspecting = (part: number) => report(WRITTEN + part * (1 - WRITTEN))
      return { inspection: await inspectRaster(await joinedFiles(parts), inspecting), parts }
    } finally {
      await writer.close()
    }
  } finally {
    await source.close()
  }
}

interface ResultFormat extends CellFormat {
  palette?: Pick<CogImage, 'photometric' | 'colorMap'>
  overviews: 'average' | 'mode'
}

/** A palette that leaves no value for nodata gets the one that masks use. */
function formatOf(
  { info, levels: [main], palette }: RasterFile,
  method: ResampleMethod,
  nodata: number,
): ResultFormat {
  const keepsValues = method === 'nearest' || method === 'mode'
  const overviews = keepsValues && (palette || isThematic(main)) ? 'mode' : 'average'
  const colorMap = main.tags.get(TAG.colorMap)
  if (!keepsValues || !palette || typeof colorMap !== 'object')
    return { dataType: 'float32', nodata, overviews }
  const { dataType, nodata: own } = info
  const holdsOwn = own !== null && Object.is(fillOf(dataType, own)[0], own)
  // uint16, also for classes of 16 bits: a cell that has the new nodata value is rejected.
  const [type, free] = holdsOwn ? ([dataType, own] as const) : WIDER.uint8
  const bytes = type === 'uint8' ? 1 : 2
  return {
    dataType: type,
    nodata: free,
    overviews,
    palette: { photometric: PALETTE, colorMap: colorMapFor(bytes, colorMap) },
  }
}
