import type { TiffDirectory } from '../tiff/check-header.ts'
import { ARRAYS, type RawArray } from '../data-types.ts'
import { dataTypeOf, decodeBlock } from '../codecs/decode-block.ts'
import { applyMask, type Masking } from './mask.ts'
import { type Nodata, unifyNodata } from '../tiff/nodata.ts'
import type { BlockCache } from './block-cache.ts'
import type { ByteSource } from '../tiff/byte-source.ts'

/** What the blocks of a raster are read from. */
export interface BlockFile {
  /** The raster itself, then its overviews from large to small. */
  levels: TiffDirectory[]
  masking: Masking | null
  /** What the file's own nodata value is. */
  ownNodata: Nodata
  source: ByteSource
  cache: BlockCache
  /** Identifies this file's blocks in a shared cache. */
  key: string
  littleEndian: boolean
}

/** One decoded block through the cache, with nodata where it is masked; null if a sparse file does not store it. */
export async function readBlock(
  file: BlockFile,
  level: number,
  band: number,
  bx: number,
  by: number,
): Promise<RawArray | null> {
  const directory = file.levels[level]
  const index = blockIndex(directory, band, bx, by)
  const { masking } = file
  if (!masking)
    return directory.counts[index] === 0
      ? null
      : file.cache.get(`${file.key}/${level}/${index}`, () => decode(file, directory, index))
  if (directory.counts[index] === 0 && masking.kind === 'alpha' && directory.planar !== 2) return null
  return file.cache.get(`${file.key}/${level}/${index}`, async () => {
    const { bands, planar } = directory
    const step = planar === 2 ? 1 : bands
    const cells =
      directory.counts[index] === 0 ? unstored(directory, masking, by) : await decode(file, directory, index)
    const valid = await validCells(file, masking, level, cells, bx, by)
    return applyMask(cells, valid, step, masking)
  })
}

function blockIndex(directory: TiffDirectory, band: number, bx: number, by: number): number {
  const across = Math.ceil(directory.width / directory.blockWidth)
  const down = Math.ceil(directory.height / directory.blockHeight)
  return (directory.planar === 2 ? (band - 1) * across * down : 0) + by * across + bx
}

async function decode(file: BlockFile, directory: TiffDirectory, index: number): Promise<RawArray> {
  const raw = await file.source.read(directory.offsets[index], directory.counts[index])
  return unifyNodata(await decodeBlock(raw, directory, index, file.littleEndian), file.ownNodata)
}

const rowsOf = ({ height, blockHeight, tiled }: TiffDirectory, by: number) =>
  tiled ? blockHeight : Math.min(blockHeight, height - by * blockHeight)

/** A block that is not stored holds the file's own nodata, else 0. */
function unstored(directory: TiffDirectory, masking: Masking, by: number): RawArray {
  const { blockWidth, planar, bands } = directory
  const type = dataTypeOf(directory)
  const cells = new ARRAYS[type](blockWidth * rowsOf(directory, by) * (planar === 2 ? 1 : bands))
  return masking.dataType === type && !Number.isNaN(masking.nodata) ? cells.fill(masking.nodata) : cells
}

/** One byte per cell of the block: 0 where it has no value. */
function validCells(
  file: BlockFile,
  { kind, masks }: Masking,
  level: number,
  cells: RawArray,
  bx: number,
  by: number,
): Promise<Uint8Array> | Uint8Array {
  const directory = file.levels[level]
  const { bands, planar } = directory
  if (kind === 'mask') return maskOfBlock(file, directory, masks[level], level, bx, by)
  if (planar !== 2)
    return Uint8Array.from({ length: cells.length / bands }, (_, i) => +(cells[(i + 1) * bands - 1] !== 0))
  return cachedBytes(file, `${level}/alpha/${bx}/${by}`, async () => {
    const index = blockIndex(directory, bands, bx, by)
    if (directory.counts[index] === 0) return new Uint8Array(cells.length)
    return Uint8Array.from(await decode(file, directory, index), (value) => +(value !== 0))
  })
}

/** The part of an internal mask over a block of the image, whose blocks may be others than the mask's. */
async function maskOfBlock(
  file: BlockFile,
  directory: TiffDirectory,
  mask: TiffDirectory,
  level: number,
  bx: number,
  by: number,
): Promise<Uint8Array> {
  const { width, height, blockWidth, blockHeight } = directory
  const out = new Uint8Array(blockWidth * rowsOf(directory, by))
  const [left, top] = [bx * blockWidth, by * blockHeight]
  const right = Math.min(width, left + blockWidth)
  const bottom = Math.min(height, top + blockHeight)
  for (let my = Math.floor(top / mask.blockHeight); my * mask.blockHeight < bottom; my++)
    for (let mx = Math.floor(left / mask.blockWidth); mx * mask.blockWidth < right; mx++) {
      const index = blockIndex(mask, 1, mx, my)
      // GDAL's masks are 0 where they are not stored.
      if (mask.counts[index] === 0) continue
      const part = await cachedBytes(file, `${level}/mask/${index}`, () => decode(file, mask, index))
      const from = Math.max(left, mx * mask.blockWidth)
      const to = Math.min(right, (mx + 1) * mask.blockWidth)
      for (
        let y = Math.max(top, my * mask.blockHeight);
        y < Math.min(bottom, (my + 1) * mask.blockHeight);
        y++
      ) {
        const at = (y - my * mask.blockHeight) * mask.blockWidth - mx * mask.blockWidth
        out.set(part.subarray(at + from, at + to), (y - top) * blockWidth + from - left)
      }
    }
  return out
}

const cachedBytes = (file: BlockFile, name: string, load: () => Promise<RawArray>) =>
  file.cache.get(`${file.key}/${name}`, load) as Promise<Uint8Array>
