import { inflateRawSync } from 'node:zlib'
import { TableError } from './table-error.ts'

const MAX_ENTRIES = 1000
const MAX_RATIO = 100

interface ZipLimit {
  unpackedBytes: number
  /** At most, in a sentence. */
  words: string
}

const CONFIGURATION_LIMIT: ZipLimit = { unpackedBytes: 50 * 2 ** 20, words: '1,000 rows and 50 MiB' }

const END = 0x06054b50
const CENTRAL = 0x02014b50
const LOCAL = 0x04034b50
// Small parts of a workbook compress well without being a bomb.
const RATIO_FROM_BYTES = 2 ** 20

export const damagedWorkbook = (reason: string) =>
  new TableError(
    'invalid',
    `The workbook is damaged: ${reason}. Save it again as .xlsx and send it once more.`,
  )

const damaged = () => damagedWorkbook('its parts cannot be unpacked')

/**
 * Before any reader opens it, rejects an archive that would unpack to far more than it declares or than we allow, one
 * with too many parts, and XML with a document type (used by entity bombs). Layout: APPNOTE.TXT 6.3.10, sections 4.3.7
 * to 4.3.16.
 * @returns the unpacked parts
 */
export function checkZip(bytes: Buffer, limit = CONFIGURATION_LIMIT): Buffer[] {
  const end = findEnd(bytes)
  const entries = bytes.readUInt16LE(end + 10)
  if (entries > MAX_ENTRIES) {
    throw new TableError(
      'too-large',
      `The workbook has ${entries} parts; at most ${MAX_ENTRIES} are read. Copy the rows into a new workbook.`,
    )
  }
  let at = bytes.readUInt32LE(end + 16)
  let unpacked = 0
  const parts: { method: number; packed: number; size: number; offset: number }[] = []
  for (let i = 0; i < entries; i++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== CENTRAL) throw damaged()
    const part = {
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
    }
    if ((bytes.readUInt16LE(at + 8) & 1) !== 0) {
      throw new TableError(
        'invalid',
        'The workbook is protected by a password; save it without one and send it again.',
      )
    }
    unpacked += part.size
    requireModest(unpacked, part.size, part.packed, limit)
    parts.push(part)
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return parts.map((part) => checkPart(bytes, part))
}

function requireModest(total: number, size: number, packed: number, limit: ZipLimit): void {
  const ratio = size / Math.max(1, packed)
  if (total <= limit.unpackedBytes && (size < RATIO_FROM_BYTES || ratio <= MAX_RATIO)) return
  throw new TableError(
    'too-large',
    `The workbook unpacks to more than is allowed (${Math.ceil(total / 2 ** 20)} MiB from ${Math.ceil(packed / 1024)} KiB); at most ${limit.words} are read.`,
  )
}

function checkPart(
  bytes: Buffer,
  part: { method: number; packed: number; size: number; offset: number },
): Buffer {
  if (part.offset + 30 > bytes.length || bytes.readUInt32LE(part.offset) !== LOCAL) throw damaged()
  const from = part.offset + 30 + bytes.readUInt16LE(part.offset + 26) + bytes.readUInt16LE(part.offset + 28)
  if (from + part.packed > bytes.length) throw damaged()
  const packed = bytes.subarray(from, from + part.packed)
  let content: Buffer
  if (part.method === 0) content = packed
  else if (part.method === 8) {
    try {
      content = inflateRawSync(packed, { maxOutputLength: part.size + 1 })
    } catch {
      throw damaged()
    }
  } else throw damaged()
  if (content.length !== part.size) throw damaged()
  if (content.subarray(0, 4096).includes('<!DOCTYPE') || content.subarray(0, 4096).includes('<!ENTITY')) {
    throw new TableError(
      'invalid',
      'The workbook holds a document type declaration, which spreadsheets never need; save it again as .xlsx.',
    )
  }
  return content
}

function findEnd(bytes: Buffer): number {
  const lowest = Math.max(0, bytes.length - 22 - 0xffff)
  for (let at = bytes.length - 22; at >= lowest; at--) {
    if (bytes.readUInt32LE(at) === END) return at
  }
  throw damaged()
}
