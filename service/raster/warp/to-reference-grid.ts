import { onGlobe, overhang, wholeWidth } from '../grids/around-globe.ts'
import { createBlockCache } from '../cells/block-cache.ts'
import type { RasterInput } from '../tiff/byte-source.ts'
import { type DataType, ARRAYS } from '../data-types.ts'
import { blockBytes } from '../tiff/block-size.ts'
import { type Bounds, type CellWindow, type Grid, gridBounds, positionAt, subgrid } from '../grid.ts'
import { RasterError } from '../raster-error.ts'
import { openRaster, type RasterFile, requireBand, type RasterInfo } from '../cells/read.ts'
import { referenceGridOver } from '../grids/reference-grid.ts'
import { resample, type ResampleMethod } from './resample.ts'
import { boundsOfEdges, boundsOfPlaces, holds } from '../grids/degree-bounds.ts'
import { coversGlobe, nameOfCrs, type Projection, projectionOf } from '../systems/projection.ts'
import { readTurn, type Turn, turnsOver, windowInTurn } from '../cells/turns.ts'
import type { Piece } from '../cells/walk-cells.ts'

/** Cells of the target that are computed at once, and of the source that are read for them. */
const CHUNK_CELLS = 2 ** 20
const SOURCE_CELLS = 2 ** 23
/** Where the system of the source is undefined at an edge, smaller parts would each read the whole source again. */
const LEAST_CELLS = 4096
const CACHE_BYTES = 128 * 2 ** 20
/** Tiles of the target that are computed together where a row of the source's tiles would not stay in the cache. */
const TILES_ACROSS = 4

/** North-up, in EPSG:4326. */
export type TargetGrid = Grid & { crs: number }

/** Longitudes of a grid between which no cell has a value. */
export type Gap = readonly [west: number, east: number]

const ELSEWHERE =
  'The raster does not overlap the chosen country or collection. Choose the area that it covers, or check its CRS and its georeference.'

interface ReferenceBand {
  grid: TargetGrid
  file: RasterFile
  /** The next `rows` rows from `row`, in pieces that begin at multiples of `tile` columns; null where no cell has a value. */
  pieces(row: number, rows: number, tile: number, cells: CellFormat): AsyncGenerator<Piece>
  close(): Promise<void>
}

export interface CellFormat {
  dataType: DataType
  nodata: number
}

/**
 * One band of a raster on `grid` (default: the reference grid, see `referenceGridOver`), piece by piece: the source is
 * read in windows of at most 8 million cells (`sourceCells`: tests use less), so memory does not depend on the size of
 * either.
 * @throws RasterError for a CRS that cannot be computed, or a raster outside the globe.
 */
export async function openOnReferenceGrid(
  input: RasterInput,
  band: number,
  method: ResampleMethod,
  {
    sourceCells = SOURCE_CELLS,
    grid: chosen,
    gap,
  }: { sourceCells?: number; grid?: TargetGrid; gap?: Gap } = {},
): Promise<ReferenceBand> {
  const file = await openRaster(input, { cache: createBlockCache(CACHE_BYTES) })
  try {
    const { info } = file
    requireBand(file, band)
    requireSystem(info)
    const projection = projectionOf(info)
    const grid = chosen ?? gridUnder(info, projection)
    requireOnGlobe(grid)
    const turns = outside(gap, grid, turnsOver(info, grid, projection))
    const overlaps = turns.some((turn) =>
      sourceWindow(turn, subgrid(grid, columnsOf(turn, grid)), projection),
    )
    if (!overlaps) throw new RasterError(ELSEWHERE)

    /** Calls `put` with the values of parts of the window, where the source may have any. */
    async function eachPart(
      turn: Turn,
      part: CellWindow,
      put: (part: CellWindow, values: Float64Array) => void,
    ) {
      const target = subgrid(grid, part)
      const window = sourceWindow(turn, target, projection)
      if (!window) return
      const halves = splitFor(part, window, info, sourceCells)
      if (halves) {
        for (const half of halves) await eachPart(turn, half, put)
        return
      }
      const source = await readTurn(file, band, window, turn)
      put(part, resample(subgrid(turn.grid, window), source, target, method, projection))
    }

    async function cellsOf(window: CellWindow, { dataType, nodata }: CellFormat) {
      let cells: Piece['cells'][number] = null
      const put = (part: CellWindow, values: Float64Array) => {
        cells ??= new ARRAYS[dataType](window.width * window.height).fill(nodata)
        for (let row = 0, i = 0; row < part.height; row++) {
          let to = (part.row - window.row + row) * window.width + part.column - window.column
          for (let column = 0; column < part.width; column++, i++, to++) {
            if (Number.isNaN(values[i])) continue
            cells[to] = values[i]
            if (cells[to] === nodata) throw holdsNodata(nodata)
          }
        }
      }
      const step = Math.max(1, Math.floor(CHUNK_CELLS / window.width))
      for (let row = window.row; row < window.row + window.height; row += step) {
        const height = Math.min(step, window.row + window.height - row)
        for (const turn of turns) {
          const column = Math.max(window.column, turn.from)
          const width = Math.min(window.column + window.width, turn.to) - column
          if (width > 0) await eachPart(turn, { column, row, width, height }, put)
        }
      }
      return cells
    }

    return {
      grid,
      file,
      async *pieces(row, rows, tile, format) {
        const wide = rowOfTilesBytes(file) > CACHE_BYTES / 2 ? TILES_ACROSS * tile : grid.width
        const height = Math.min(rows, grid.height - row)
        for (let column = 0; column < grid.width; column += wide) {
          const window = { column, row, width: Math.min(wide, grid.width - column), height }
          yield { ...window, cells: [await cellsOf(window, format)] }
        }
      },
      close: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

const holdsNodata = (nodata: number) =>
  new RasterError(
    `A cell of the result is ${nodata}, which would mean that it has no value. If it means that in the raster too, say so (gdal_translate -a_nodata ${nodata}).`,
  )

/** The parts of these columns that do not lie between two longitudes. */
function outside(gap: Gap | undefined, grid: Grid, turns: Turn[]): Turn[] {
  if (!gap) return turns
  const [west, east] = gap.map((lon) => positionAt(grid, lon, 0)[0])
  const [from, to] = [Math.ceil(west - 1e-3), Math.floor(east + 1e-3)]
  return turns
    .flatMap((turn) => [
      { ...turn, to: Math.min(turn.to, from) },
      { ...turn, from: Math.max(turn.from, to) },
    ])
    .filter((turn) => turn.from < turn.to)
}

const columnsOf = ({ from, to }: Turn, { height }: Grid): CellWindow => ({
  column: from,
  row: 0,
  width: to - from,
  height,
})

/** The part in two, if its source is too large to be read at once. */
function splitFor(
  part: CellWindow,
  source: CellWindow,
  info: RasterInfo,
  sourceCells: number,
): CellWindow[] | null {
  const { column, row, width, height } = part
  const isWhole = source.width === info.width && source.height === info.height
  const least = isWhole ? LEAST_CELLS : 1
  if (source.width * source.height <= sourceCells || width * height <= least) return null
  if (height >= width || (!info.tiled && height > 1)) {
    const upper = height >> 1
    return [
      { ...part, height: upper },
      { ...part, row: row + upper, height: height - upper },
    ]
  }
  const left = width >> 1
  return [
    { ...part, width: left },
    { ...part, column: column + left, width: width - left },
  ]
}

/** Bytes of the blocks across the raster's width; 0 for strips, each of which spans the width. */
function rowOfTilesBytes({ levels: [main] }: RasterFile): number {
  return main.tiled ? Math.ceil(main.width / main.blockWidth) * blockBytes(main) : 0
}

function requireOnGlobe({ width, height }: Grid): void {
  if (width > 0 && height > 0) return
  throw new RasterError('The raster does not lie on the globe; check its CRS and its georeference.')
}

function requireSystem({ crs, crsDefinition }: RasterInfo): void {
  if (crs !== null || crsDefinition) return
  throw new RasterError(
    'The raster is in an unknown CRS; warp it to EPSG:4326 first (gdalwarp -t_srs EPSG:4326).',
  )
}

function gridUnder(info: RasterInfo, projection: Projection): TargetGrid {
  const bounds = wholeWidth(onGlobe(requireBoundsInDegrees(info, projection), overhang(info)))
  return { ...referenceGridOver(bounds), crs: 4326 }
}

/** A system in which the raster holds a pole or crosses 180° has no bounds in degrees. */
function requireBoundsInDegrees(info: RasterInfo, projection: Projection): Bounds {
  const bounds = boundsOfEdges(gridBounds(info), projection.inverse)
  const holdsPole = [90, -90].some((pole) => holds(gridBounds(info), projection.forward(0, pole)))
  if (
    projection.turn !== null ||
    (bounds.every(Number.isFinite) && !holdsPole && bounds[2] - bounds[0] < 180)
  )
    return bounds
  if (coversGlobe(info)) return boundsOfPlaces(gridBounds(info), projection, 1)
  throw new RasterError(
    `The raster in ${nameOfCrs(info)} includes a pole, crosses 180° or extends beyond the valid area of its CRS; cut it to a country.`,
  )
}

/** The cells that part of the target needs: those under it, plus one on each side for bilinear. */
function sourceWindow(turn: Turn, part: Grid, { forward, separable }: Projection) {
  const { grid } = turn
  const [west, south, east, north] = gridBounds(part)
  const [a, b, , d, e] = grid.affine
  const [cellX, cellY] = [Math.abs(a) + Math.abs(b), Math.abs(d) + Math.abs(e)]
  const limit = grid.crs === 3857 ? 89.9 : 90
  const degrees: Bounds = [west, Math.max(south, -limit), east, Math.min(north, limit)]
  const [left, bottom, right, top] = boundsOfEdges(degrees, forward)
  // Where the system is not defined at an edge, any cell may be needed.
  if (!separable && ![left, bottom, right, top].every(Number.isFinite))
    return { column: 0, row: 0, width: grid.width, height: grid.height }
  return windowInTurn(turn, [left - cellX, bottom - cellY, right + cellX, top + cellY])
}
