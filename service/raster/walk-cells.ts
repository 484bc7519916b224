import { ARRAYS, type RawArray } from './data-types.ts'
import { readCells } from './read-cells.ts'
import type { RasterFile } from './read.ts'

/** Of one array that holds a row of tiles; while a COG is written there are about three of them. */
const ROW_BYTES = 96 * 2 ** 20
const PIECE_BYTES = 16 * 2 ** 20
/** Blocks of a mask are others than those of the raster, and an alpha band is needed for each band. */
const MASK_BYTES = 128 * 2 ** 20

/** Part of some rows: per band its cells as they are stored, or null if none of their blocks is. */
export interface Piece {
  column: number
  row: number
  width: number
  height: number
  cells: (RawArray | null)[]
}

const cellBytes = ({ info }: RasterFile) => ARRAYS[info.dataType].BYTES_PER_ELEMENT

/** Bands (counted from 1) that are read together: all, unless `rows` rows of them would need too much memory. */
export function* bandGroups(file: RasterFile, rows: number): Generator<number[]> {
  const { width, height, bands } = file.info
  const together = Math.max(1, Math.floor(ROW_BYTES / (width * Math.min(rows, height) * cellBytes(file))))
  for (let band = 1; band <= bands; band += together)
    yield Array.from({ length: Math.min(together, bands - band + 1) }, (_, i) => band + i)
}

/**
 * Cells of the bands in `rows` rows from `row`, as pieces that begin at multiples of `tile` columns. A strip is as wide
 * as the raster, so it is read whole; of a tiled raster, a few tiles at a time.
 */
export async function* readRows(
  file: RasterFile,
  bands: readonly number[],
  { row, rows, tile }: { row: number; rows: number; tile: number },
): AsyncGenerator<Piece> {
  const [main] = file.levels
  const tiles = Math.max(1, Math.floor(PIECE_BYTES / (bands.length * tile * tile * cellBytes(file))))
  const wide = main.tiled ? Math.min(main.width, tiles * tile) : main.width
  const height = Math.min(rows, main.height - row)
  for (let column = 0; column < main.width; column += wide) {
    const window = { column, row, width: Math.min(wide, main.width - column), height }
    yield { ...window, cells: await readCells(file, bands, window) }
  }
}

/** Decoded blocks to keep while rows are read: those that reach into the next rows too. */
export function cacheBytesFor(file: RasterFile, rows: number): number {
  const [main] = file.levels
  const { width, blockWidth, blockHeight, bands, planar, tiled } = main
  const across = tiled ? Math.ceil(width / blockWidth) : 1
  const perBlock = blockWidth * blockHeight * (planar === 2 ? 1 : bands) * cellBytes(file)
  if (file.masking) return MASK_BYTES
  if (rows % blockHeight === 0) return 0
  return Math.min(
    128 * 2 ** 20,
    blockHeight > rows ? across * (planar === 2 ? bands : 1) * perBlock : perBlock,
  )
}
