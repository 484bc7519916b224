import { type FileHandle, open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import { bitsOf, copyCells, fillOf, holdsOnly } from '../cells/cell-bits.ts'
import { cogHead, type CogImage, type CogTiles } from './cog-head.ts'
import { ARRAYS, type RawArray } from '../data-types.ts'
import { halveInto, type OverviewMethod } from './overview.ts'
import { applyFloatingPoint, applyHorizontal } from '../codecs/predictor.ts'
import { framed, FRAME_BYTES } from './tiff-layout.ts'
import type { Piece } from '../cells/walk-cells.ts'

interface CogPlan {
  image: CogImage
  width: number
  height: number
  nodata: number | null
  /** Of each band. */
  overviews: readonly OverviewMethod[]
  /** An empty folder for the parts of the file. */
  folder: string
  /** Size in bytes above which the file is a BigTIFF. */
  classicBytes?: number
}

interface CogWriter {
  /** Writes some of the bands (counted from 1), in increasing order over all calls; `read` gives the row of tiles at a row. */
  writeBands(bands: readonly number[], read: (row: number) => AsyncIterable<Piece>): Promise<void>
  /** Paths of files which, one after the other, are the COG. */
  finish(): Promise<string[]>
  close(): Promise<void>
}

interface Level extends CogTiles {
  path: string
  file: FileHandle
  /** Tiles per row and per column. */
  across: number
  down: number
}

/** What an overview has of the row of tiles that is being made. */
interface Row {
  cells: RawArray
  /** For each tile, 1 if it has any value besides nodata. */
  used: Uint8Array
}

const LEVEL = 6
/** Encoded at once, by the threads of zlib. */
const TILES_AT_ONCE = 8
const compress = promisify(deflate) as (
  bytes: Uint8Array,
  options: { level: number; chunkSize: number },
) => Promise<Buffer>

/**
 * Writes a Cloud-Optimized GeoTIFF of any size from rows of tiles. Memory holds a row of tiles of each overview, for the
 * bands that are written together; tiles go to one file per level. The same cells give the same bytes.
 */
export async function createCogWriter(plan: CogPlan): Promise<CogWriter> {
  const { image, nodata } = plan
  const size = image.blockSize
  const Cells = ARRAYS[image.dataType]
  const fill = fillOf(image.dataType, nodata)
  // Where the type cannot hold nodata, an unstored tile would not read as its cells.
  const mayOmit = nodata === null || Object.is(fill[0], nodata)
  const levels = await openLevels(plan)
  const encoding: { level: Level; index: number; tile: Promise<Buffer> }[] = []

  async function store(waiting: number): Promise<void> {
    while (encoding.length > waiting) {
      const { level, index, tile } = encoding.shift()!
      const bytes = await tile
      level.offsets[index] = level.bytes + 4
      level.counts[index] = bytes.length
      level.bytes += bytes.length + FRAME_BYTES
      await level.file.writev(framed(bytes))
    }
  }

  async function addTile(
    i: number,
    band: number,
    bx: number,
    by: number,
    tile: RawArray,
    next?: Row,
  ): Promise<void> {
    const level = levels[i]
    if (mayOmit && holdsOnly(tile, fill)) return
    if (next) {
      const { width } = levels[i + 1]
      const at = ((by % 2) * width + bx) * (size / 2)
      const part = {
        cells: tile,
        stride: size,
        width: Math.min(size, level.width - bx * size),
        height: Math.min(size, level.height - by * size),
      }
      halveInto(plan.overviews[band - 1], part, nodata, next.cells, width, at)
      next.used[bx >> 1] = 1
    }
    const index = (band - 1) * level.across * level.down + by * level.across + bx
    encoding.push({ level, index, tile: compressed(predicted(tile, size)) })
    await store(TILES_AT_ONCE - 1)
  }

  /** A row of tiles of level `i` is complete: every second one, and the last, completes one of the next level. */
  async function endRow(i: number, by: number, bands: readonly number[], rows: Row[][]): Promise<void> {
    if (i + 1 === levels.length || (by % 2 === 0 && by + 1 < levels[i].down)) return
    const { width, height, across } = levels[i + 1]
    const up = by >> 1
    for (const [b, band] of bands.entries()) {
      const row = rows[i + 1][b]
      for (let bx = 0; bx < across; bx++) {
        if (row.used[bx] === 0) continue
        const tile = new Cells(size * size).fill(fill[0])
        const columns = Math.min(size, width - bx * size)
        for (let y = 0; y < Math.min(size, height - up * size); y++)
          copyCells(row.cells, y * width + bx * size, 1, tile, y * size, columns)
        await addTile(i + 1, band, bx, up, tile, rows[i + 2]?.[b])
      }
      row.cells.fill(fill[0])
      row.used.fill(0)
    }
    await endRow(i + 1, up, bands, rows)
  }

  return {
    async writeBands(bands, read) {
      const rows = levels.map(({ width, height, across }, i) =>
        i === 0
          ? []
          : bands.map(() => ({
              cells: new Cells(width * Math.min(size, height)).fill(fill[0]),
              used: new Uint8Array(across),
            })),
      )
      for (let by = 0; by < levels[0].down; by++) {
        for await (const { column, width, height, cells } of read(by * size)) {
          for (const [b, band] of bands.entries()) {
            const piece = cells[b]
            if (!piece) continue
            for (let left = 0; left < width; left += size) {
              const tile = new Cells(size * size).fill(fill[0])
              const columns = Math.min(size, width - left)
              for (let y = 0; y < height; y++) copyCells(piece, y * width + left, 1, tile, y * size, columns)
              await addTile(0, band, (column + left) / size, by, tile, rows[1]?.[b])
            }
          }
        }
        await endRow(0, by, bands, rows)
      }
      await store(0)
    },
    async finish() {
      await store(0)
      const head = join(plan.folder, 'head')
      const { classicBytes } = plan
      await writeFile(head, cogHead(image, levels, classicBytes === undefined ? {} : { classicBytes }))
      return [head, ...levels.toReversed().map(({ path }) => path)]
    },
    async close() {
      await Promise.allSettled(encoding.map(({ tile }) => tile))
      for (const { file } of levels) await file.close()
    },
  }
}

/** Compresses into one chunk, because each further chunk takes another turn of a thread. */
const compressed = (bytes: Uint8Array) => compress(bytes, { level: LEVEL, chunkSize: bytes.length })

/** The raster, then overviews of half the size until one tile holds them. */
async function openLevels({ image: { bands, blockSize }, width, height, folder }: CogPlan): Promise<Level[]> {
  const levels: Level[] = []
  for (let w = width, h = height; ; w = Math.ceil(w / 2), h = Math.ceil(h / 2)) {
    const across = Math.ceil(w / blockSize)
    const down = Math.ceil(h / blockSize)
    const path = join(folder, `level-${levels.length}`)
    levels.push({
      width: w,
      height: h,
      across,
      down,
      path,
      file: await open(path, 'wx'),
      offsets: new Float64Array(bands * across * down),
      counts: new Float64Array(bands * across * down),
      bytes: 0,
    })
    if (Math.max(w, h) <= blockSize) return levels
  }
}

/** Changes integers in place. */
function predicted(tile: RawArray, size: number): Uint8Array {
  const bytes = new Uint8Array(tile.buffer, tile.byteOffset, tile.byteLength)
  if (tile instanceof Float32Array || tile instanceof Float64Array)
    return applyFloatingPoint(bytes, size, tile.BYTES_PER_ELEMENT)
  applyHorizontal(bitsOf(tile), size)
  return bytes
}
