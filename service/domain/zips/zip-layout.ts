/**
 * The plan of a zip with stored, uncompressed entries: every byte has its position before any file is read. Sizes and
 * checksums (CRC-32) come before each file: readers of a stream, such as Java's, cannot find the end of a stored file by
 * what follows it. Beyond 4 GiB or 65,535 entries it is Zip64. Source: PKWARE APPNOTE 6.3.10, sections 4.3 and 4.5.3.
 */
interface PlannedEntry {
  path: string
  size: number
}

export type Part =
  | { kind: 'file'; index: number; at: number; length: number }
  /** `crcs` lists the entries whose checksums must be known to write it. */
  | {
      kind: 'bytes'
      at: number
      length: number
      crcs: readonly number[]
      write(crcOf: (index: number) => number): Buffer
    }

export interface ZipLayout {
  size: number
  parts: readonly Part[]
}

const U16 = 0xffff
const U32 = 0xffff_ffff
const MADE_BY_UNIX = 3 << 8
const REGULAR_FILE = 0o100644 * 0x1_0000
/** Bit 11: names are UTF-8. */
const FLAGS = 0x0800

const LOCAL_BYTES = 30
const DIRECTORY_BYTES = 46
const END_BYTES = 22
const END64_BYTES = 56
const LOCATOR64_BYTES = 20

function dosTime(moment: Date): { time: number; date: number } {
  const year = Math.min(Math.max(moment.getUTCFullYear(), 1980), 2107)
  return {
    time: (moment.getUTCHours() << 11) | (moment.getUTCMinutes() << 5) | (moment.getUTCSeconds() >> 1),
    date: ((year - 1980) << 9) | ((moment.getUTCMonth() + 1) << 5) | moment.getUTCDate(),
  }
}

/** 8-byte numbers that do not fit into the plain field's 4 bytes (4.5.3). */
function extra64(values: readonly number[]): Buffer {
  if (values.length === 0) return Buffer.alloc(0)
  const bytes = Buffer.alloc(4 + 8 * values.length)
  bytes.writeUInt16LE(1, 0)
  bytes.writeUInt16LE(8 * values.length, 2)
  values.forEach((value, i) => bytes.writeBigUInt64LE(BigInt(value), 4 + 8 * i))
  return bytes
}

export function planZip(entries: readonly PlannedEntry[], modified: Date): ZipLayout {
  const stamp = dosTime(modified)
  const parts: Part[] = []
  let at = 0
  const bytes = (
    length: number,
    crcs: readonly number[],
    write: (crcOf: (index: number) => number) => Buffer,
  ) => {
    parts.push({ kind: 'bytes', at, length, crcs, write })
    at += length
  }
  const places = entries.map(({ path, size }, index) => {
    const place = { name: Buffer.from(path), size, offset: at, big: size >= U32, index }
    const plain = localHeader(place, stamp, 0)
    bytes(plain.length, [index], (crcOf) => localHeader(place, stamp, crcOf(index)))
    parts.push({ kind: 'file', index, at, length: size })
    at += size
    return place
  })
  const start = at
  for (const place of places) {
    const plain = directoryEntry(place, stamp, 0)
    bytes(plain.length, [place.index], (crcOf) => directoryEntry(place, stamp, crcOf(place.index)))
  }
  const end = endOfZip(places.length, start, at - start)
  bytes(end.length, [], () => end)
  return { size: at, parts }
}

interface Place {
  name: Buffer
  size: number
  offset: number
  big: boolean
  index: number
}
type Stamp = ReturnType<typeof dosTime>

function localHeader({ name, size, big }: Place, { time, date }: Stamp, crc: number): Buffer {
  const extra = extra64(big ? [size, size] : [])
  const header = Buffer.alloc(LOCAL_BYTES)
  header.writeUInt32LE(0x0403_4b50, 0)
  header.writeUInt16LE(big ? 45 : 20, 4)
  header.writeUInt16LE(FLAGS, 6)
  header.writeUInt16LE(time, 10)
  header.writeUInt16LE(date, 12)
  header.writeUInt32LE(crc, 14)
  header.writeUInt32LE(big ? U32 : size, 18)
  header.writeUInt32LE(big ? U32 : size, 22)
  header.writeUInt16LE(name.length, 26)
  header.writeUInt16LE(extra.length, 28)
  return Buffer.concat([header, name, extra])
}

function directoryEntry({ name, size, offset, big }: Place, { time, date }: Stamp, crc: number): Buffer {
  const far = offset >= U32
  const extra = extra64([...(big ? [size, size] : []), ...(far ? [offset] : [])])
  const version = big || far ? 45 : 20
  const header = Buffer.alloc(DIRECTORY_BYTES)
  header.writeUInt32LE(0x0201_4b50, 0)
  header.writeUInt16LE(MADE_BY_UNIX | version, 4)
  header.writeUInt16LE(version, 6)
  header.writeUInt16LE(FLAGS, 8)
  header.writeUInt16LE(time, 12)
  header.writeUInt16LE(date, 14)
  header.writeUInt32LE(crc, 16)
  header.writeUInt32LE(big ? U32 : size, 20)
  header.writeUInt32LE(big ? U32 : size, 24)
  header.writeUInt16LE(name.length, 28)
  header.writeUInt16LE(extra.length, 30)
  header.writeUInt32LE(REGULAR_FILE, 38)
  header.writeUInt32LE(far ? U32 : offset, 42)
  return Buffer.concat([header, name, extra])
}

function endOfZip(count: number, start: number, length: number): Buffer {
  const is64 = count >= U16 || start >= U32 || length >= U32
  const end = Buffer.alloc(END_BYTES)
  end.writeUInt32LE(0x0605_4b50, 0)
  end.writeUInt16LE(Math.min(count, U16), 8)
  end.writeUInt16LE(Math.min(count, U16), 10)
  end.writeUInt32LE(Math.min(length, U32), 12)
  end.writeUInt32LE(Math.min(start, U32), 16)
  if (!is64) return end
  const end64 = Buffer.alloc(END64_BYTES)
  end64.writeUInt32LE(0x0606_4b50, 0)
  end64.writeBigUInt64LE(BigInt(END64_BYTES - 12), 4)
  end64.writeUInt16LE(MADE_BY_UNIX | 45, 12)
  end64.writeUInt16LE(45, 14)
  end64.writeBigUInt64LE(BigInt(count), 24)
  end64.writeBigUInt64LE(BigInt(count), 32)
  end64.writeBigUInt64LE(BigInt(length), 40)
  end64.writeBigUInt64LE(BigInt(start), 48)
  const locator = Buffer.alloc(LOCATOR64_BYTES)
  locator.writeUInt32LE(0x0706_4b50, 0)
  locator.writeBigUInt64LE(BigInt(start + length), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([end64, locator, end])
}
