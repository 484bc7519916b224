import type { ByteSource } from './byte-source.ts'
import { RasterError } from '../raster-error.ts'
import {
  isBlockList,
  OPTIONAL_TAGS,
  READ_TAGS,
  TAG_NAMES,
  TYPE_BYTES,
  WHOLE_TAGS,
  WHOLE_TYPES,
} from './tiff-tags.ts'

export const TAG_LIMITS = {
  tags: 200,
  /** For one tag that is not a list of blocks: names, GeoKeys, tie points. */
  tagBytes: 2 ** 20,
  /** Maximum blocks of all images together: their offsets and sizes take 64 MiB of memory. */
  blocks: 2 ** 22,
} as const

export type TagValues = Map<number, Float64Array | string>

/** Values still allowed in lists of blocks, shared by all directories of a file. */
interface BlockAllowance {
  values: number
}

export type Peek = (offset: number, length: number) => Promise<DataView>

/** Small reads come from one page of at least 64 KiB, so that a remote header needs few requests. */
export function pageReader(source: ByteSource): Peek {
  let start = 0
  let page: Uint8Array = new Uint8Array(0)
  return async (offset, length) => {
    if (offset < start || offset + length > start + page.length) {
      const wanted = Math.max(length, 65_536)
      page = await source.read(offset, Math.max(length, Math.min(wanted, source.size - offset)))
      start = offset
    }
    return new DataView(page.buffer, page.byteOffset + offset - start, length)
  }
}

export interface TagReader {
  size: number
  peek: Peek
  littleEndian: boolean
  bigTiff: boolean
  allowance: BlockAllowance
}

/**
 * The tags of the directory at byte `at`, and the next directory's offset (0: none). Tags in `WHOLE_TAGS` hold
 * non-negative integers that JavaScript represents exactly; every read lies inside the file.
 */
export async function readTags(reader: TagReader, at: number): Promise<{ tags: TagValues; next: number }> {
  const { size, peek, littleEndian: le, bigTiff: big } = reader
  const entryBytes = big ? 20 : 12
  const countBytes = big ? 8 : 2
  const inside = (end: number) => Number.isSafeInteger(end) && end <= size
  if (!inside(at + countBytes)) {
    throw new RasterError(
      `An image of the file starts at byte ${at}, beyond its end at ${size}. It was probably truncated while copying; send it again.`,
    )
  }
  const first = await peek(at, countBytes)
  const total = big ? Number(first.getBigUint64(0, le)) : first.getUint16(0, le)
  if (total === 0 || total > TAG_LIMITS.tags) {
    throw new RasterError(
      `An image of the file claims ${total} tags, 1 to ${TAG_LIMITS.tags} are allowed; the file is damaged.`,
    )
  }
  if (!inside(at + countBytes + total * entryBytes + (big ? 8 : 4))) {
    throw new RasterError(
      'The file ends within its list of tags. It was probably truncated while copying; send it again.',
    )
  }
  const list = await peek(at + countBytes, total * entryBytes + (big ? 8 : 4))
  const next = big
    ? Number(list.getBigUint64(total * entryBytes, le))
    : list.getUint32(total * entryBytes, le)
  // A copy: `peek` reuses its page.
  const entries = new DataView(new Uint8Array(list.buffer, list.byteOffset, list.byteLength).slice().buffer)
  const tags: TagValues = new Map()
  for (let i = 0; i < total; i++) {
    const p = i * entryBytes
    const tag = entries.getUint16(p, le)
    if (!READ_TAGS.has(tag)) continue
    const optional = OPTIONAL_TAGS.has(tag)
    const type = entries.getUint16(p + 2, le)
    const count = big ? Number(entries.getBigUint64(p + 4, le)) : entries.getUint32(p + 4, le)
    if (optional && (tags.has(tag) || count * (TYPE_BYTES[type] ?? 0) > Math.min(size, TAG_LIMITS.tagBytes)))
      continue
    if (tags.has(tag)) throw damaged(tag, 'appears twice')
    const bytes = requireModest(reader, tag, type, count)
    if (bytes === 0) continue
    const inlineAt = p + (big ? 12 : 8)
    let view: DataView
    if (bytes <= (big ? 8 : 4)) view = new DataView(entries.buffer, inlineAt, bytes)
    else {
      const offset = big ? Number(entries.getBigUint64(inlineAt, le)) : entries.getUint32(inlineAt, le)
      if (!inside(offset + bytes)) {
        if (optional) continue
        throw new RasterError(
          `Tag ${tag} points beyond the end of the file. It was probably truncated while copying; send it again.`,
        )
      }
      view = await peek(offset, bytes)
    }
    const value = decode(view, type, count, le)
    if (typeof value !== 'string' && WHOLE_TAGS.has(tag)) requireWhole(tag, value)
    tags.set(tag, value)
  }
  return { tags, next }
}

/** Bytes of the tag's value, checked before any memory is allocated for it. */
function requireModest({ size, allowance }: TagReader, tag: number, type: number, count: number): number {
  const bytes = count * (TYPE_BYTES[type] ?? 0)
  if (bytes > size) {
    throw new RasterError(
      `Tag ${tag} claims ${count} values, more than the file can hold; the file is damaged.`,
    )
  }
  if (WHOLE_TAGS.has(tag) && (bytes === 0 || !WHOLE_TYPES.has(type)))
    throw damaged(tag, 'does not hold whole numbers')
  if (isBlockList(tag)) {
    allowance.values -= count
    if (allowance.values < 0) {
      throw new RasterError(
        `The raster is stored in more than ${TAG_LIMITS.blocks} blocks; write it with larger ones (gdal_translate -of COG).`,
      )
    }
  } else if (bytes > TAG_LIMITS.tagBytes) {
    throw new RasterError(
      `Tag ${tag} takes ${bytes} bytes, ${TAG_LIMITS.tagBytes} are allowed; write the file again (gdal_translate -of COG).`,
    )
  }
  return bytes
}

function requireWhole(tag: number, values: Float64Array): void {
  for (let i = 0; i < values.length; i++) {
    if (Number.isSafeInteger(values[i]) && values[i] >= 0) continue
    throw damaged(tag, `holds ${values[i]}, but must hold whole numbers of 0 or more`)
  }
}

const damaged = (tag: number, what: string) =>
  new RasterError(
    `Tag ${tag} (${TAG_NAMES.get(tag)}) ${what}; the file is damaged, write it again as a GeoTIFF.`,
  )

function decode(view: DataView, type: number, count: number, le: boolean): Float64Array | string {
  if (type === 2)
    return Buffer.from(view.buffer, view.byteOffset, view.byteLength).toString('latin1').split('\0')[0]
  const bytes = TYPE_BYTES[type]
  const values = new Float64Array(count)
  for (let i = 0; i < count; i++) {
    const p = i * bytes
    if (type === 1 || type === 7) values[i] = view.getUint8(p)
    else if (type === 3) values[i] = view.getUint16(p, le)
    else if (type === 4 || type === 13) values[i] = view.getUint32(p, le)
    else if (type === 5) values[i] = view.getUint32(p, le) / view.getUint32(p + 4, le)
    else if (type === 6) values[i] = view.getInt8(p)
    else if (type === 8) values[i] = view.getInt16(p, le)
    else if (type === 9) values[i] = view.getInt32(p, le)
    else if (type === 10) values[i] = view.getInt32(p, le) / view.getInt32(p + 4, le)
    else if (type === 11) values[i] = view.getFloat32(p, le)
    else if (type === 12) values[i] = view.getFloat64(p, le)
    else if (type === 17) values[i] = Number(view.getBigInt64(p, le))
    else values[i] = Number(view.getBigUint64(p, le))
  }
  return values
}
