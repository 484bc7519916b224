import { Readable, pipeline } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

export interface ZipPart {
  path: string
  /** Text, in pieces. */
  content: AsyncIterable<string> | Iterable<string>
}

/** Bit 3: sizes follow the data; bit 11: names are UTF-8. */
const FLAGS = 0x0808
const DEFLATE = 8
/** 1980-01-01, so that equal content has equal bytes. */
const DATE = 0x21

interface Entry {
  name: Buffer
  at: number
  crc: number
  size: number
  packed: number
}

/** A ZIP archive of texts, written while they arrive; each is packed, and below 4 GiB. PKWARE APPNOTE 6.3.10, section 4.3. */
export async function* streamZip(parts: Iterable<ZipPart>): AsyncGenerator<Buffer> {
  const entries: Entry[] = []
  let at = 0
  const count = (bytes: Buffer) => {
    at += bytes.length
    return bytes
  }
  for (const { path, content } of parts) {
    const entry: Entry = { name: Buffer.from(path), at, crc: 0, size: 0, packed: 0 }
    entries.push(entry)
    yield count(
      headOf(0x04034b50, 30, entry.name, (head) => {
        head.writeUInt16LE(20, 4)
        head.writeUInt16LE(FLAGS, 6)
      }),
    )
    const deflate = createDeflateRaw()
    pipeline(Readable.from(measured(content, entry), { objectMode: false }), deflate, () => {})
    for await (const piece of deflate as AsyncIterable<Buffer>) {
      entry.packed += piece.length
      yield count(piece)
    }
    const sums = Buffer.alloc(16)
    ;[0x08074b50, entry.crc, entry.packed, entry.size].forEach((value, i) => sums.writeUInt32LE(value, 4 * i))
    yield count(sums)
  }
  const start = at
  for (const entry of entries) yield count(centralHead(entry))
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(at - start, 12)
  end.writeUInt32LE(start, 16)
  yield end
}

async function* measured(content: ZipPart['content'], entry: Entry): AsyncGenerator<Buffer> {
  for await (const text of content) {
    const bytes = Buffer.from(text)
    entry.crc = crc32(bytes, entry.crc)
    entry.size += bytes.length
    yield bytes
  }
}

/** What a local and a central header share begins 2 bytes later in the central one. */
function headOf(signature: number, length: number, name: Buffer, fill: (head: Buffer) => void): Buffer {
  const head = Buffer.alloc(length)
  head.writeUInt32LE(signature, 0)
  fill(head)
  const start = length === 30 ? 8 : 10
  head.writeUInt16LE(DEFLATE, start)
  head.writeUInt16LE(DATE, start + 4)
  head.writeUInt16LE(name.length, start + 18)
  return Buffer.concat([head, name])
}

const centralHead = ({ name, at, crc, size, packed }: Entry) =>
  headOf(0x02014b50, 46, name, (head) => {
    head.writeUInt16LE(20, 4)
    head.writeUInt16LE(20, 6)
    head.writeUInt16LE(FLAGS, 8)
    head.writeUInt32LE(crc, 16)
    head.writeUInt32LE(packed, 20)
    head.writeUInt32LE(size, 24)
    head.writeUInt32LE(at, 42)
  })
