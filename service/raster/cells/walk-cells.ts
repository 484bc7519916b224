import { ARRAYS, type RawArray } from '../data-types.ts'
import type { CellWindow } from '../grid.ts'
import { readCells } from './read-cells.ts'
import type { RasterFile } from './read.ts'

/** Maximum size of an array that holds a row of tiles; about three exist while a COG is written. */
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
  place: Rows,
): AsyncGenerator<Piece> {
  for (const window of windowsOf(file, bands, place))
    yield { ...window, cells: await readCells(file, bands, window) }
}

interface Rows {
  row: number
  rows: number
  tile: number
}

function* windowsOf(file: RasterFile, bands: readonly number[], { row, rows, tile }: Rows) {
  const [main] = file.levels
  const tiles = Math.max(1, Math.floor(PIECE_BYTES / (bands.length * tile * tile * cellBytes(file))))
  const wide = main.tiled ? Math.min(main.width, tiles * tile) : main.width
  const height = Math.min(rows, main.height - row)
  for (let column = 0; column < main.width; column += wide)
    yield { column, row, width: Math.min(wide, main.width - column), height }
}

/**
 * All pieces of a raster, as of `readRows`, while the next one is being read. Arrays are used again: a piece is valid
 * until the one after it.
 */
export async function* readAll(file: RasterFile, tile: number): AsyncGenerator<[number[], Piece]> {
  const arrays: RawArray[][] = [[], []]
  let turn = 0
  const read = async (bands: number[], window: CellWindow): Promise<[number[], Piece]> => {
    const own = arrays[(turn ^= 1)]
    const room = (i: number, cells: number) => {
      if (!(own[i]?.length >= cells)) own[i] = new ARRAYS[file.info.dataType](cells)
      return own[i].subarray(0, cells)
    }
    return [bands, { ...window, cells: await readCells(file, bands, window, room) }]
  }
  let next: Promise<[number[], Piece]> | undefined
  try {
    for (const bands of bandGroups(file, tile))
      for (let row = 0; row < file.info.height; row += tile)
        for (const window of windowsOf(file, bands, { row, rows: tile, tile })) {
          const current = await next
          next = read(bands, window)
          if (current) yield current
        }
    yield await next!
  } finally {
    await Promise.allSettled([next])
  }
}

/** Decoded blocks to keep while rows are read: those that reach into the next rows too. */
export function cacheBytesFor(file: RasterFile, rows: number): number {
  const [main] = file.levels
  const { width, height, blockWidth, blockHeight, bands, planar, tiled } = main
  const across = tiled ? Math.ceil(width / blockWidth) : 1
  const perBlock = blockWidth * blockHeight * (planar === 2 ? 1 : bands) * cellBytes(file)
  if (file.masking) return MASK_BYTES
  const isReversed = file.info.mirrored?.rows === true
  if (rows % blockHeight === 0 && !(isReversed && height % blockHeight > 0)) return 0
  return Math.min(
    128 * 2 ** 20,
    blockHeight > rows || isReversed ? across * (planar === 2 ? bands : 1) * perBlock : perBlock,
  )
}
