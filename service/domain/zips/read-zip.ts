import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import type { Part, ZipLayout } from './zip-layout.ts'

/** The source of a zip's files and their checksums. */
export interface ZipSource {
  open(index: number, range?: { start: number; end: number }): Promise<Readable | Uint8Array[]>
  sha256Of(index: number): string
  /** Null until it is known. */
  crcOf(index: number): number | null
  /** Called when a file was read whole and its SHA-256 was right. */
  learn(index: number, crc: number): void
}

/** The file has changed since the zip was planned: no further byte may follow, or the zip would appear complete. */
export class ChangedFileError extends Error {
  constructor(index: number) {
    super(`File ${index} of a zip is gone or has changed since the zip was planned.`)
  }
}

type Range = { start: number; end: number }

/** Headers and the directory are a few dozen bytes each: they are sent together. */
const TOGETHER_BYTES = 16 * 1024

/** A zip's bytes from `start` to `end`, both included; parts outside cost nothing. */
export async function* readZip(
  { parts, size }: ZipLayout,
  source: ZipSource,
  { start, end }: Range = { start: 0, end: size - 1 },
): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = []
  let waitingBytes = 0
  const take = () => {
    const together = waiting.length === 1 ? waiting[0] : Buffer.concat(waiting)
    waiting = []
    waitingBytes = 0
    return together
  }
  for (let i = firstPart(parts, start); i < parts.length && parts[i].at <= end; i++) {
    const part = parts[i]
    const from = Math.max(start - part.at, 0)
    const to = Math.min(end - part.at, part.length - 1)
    if (from > to) continue
    if (part.kind === 'file') {
      if (waitingBytes > 0) yield take()
      yield* readPart(part, source, { start: from, end: to })
      continue
    }
    const bytes = (await writePart(part, source)).subarray(from, to + 1)
    waiting.push(bytes)
    waitingBytes += bytes.length
    if (waitingBytes >= TOGETHER_BYTES) yield take()
  }
  if (waitingBytes > 0) yield take()
}

/** The last part that begins at or before this byte. */
function firstPart(parts: readonly Part[], byte: number): number {
  let low = 0
  let high = parts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (parts[middle].at <= byte) low = middle
    else high = middle - 1
  }
  // Empty files begin at the same byte as their neighbour.
  while (low > 0 && parts[low - 1].at === parts[low].at) low--
  return low
}

async function* readPart(
  { index, length }: Extract<Part, { kind: 'file' }>,
  source: ZipSource,
  range: Range,
): AsyncGenerator<Uint8Array> {
  const whole = range.start === 0 && range.end === length - 1
  const known = source.crcOf(index)
  const hash = whole && known === null ? createHash('sha256') : null
  let left = range.end - range.start + 1
  let crc = 0
  for await (const chunk of (await source.open(
    index,
    whole ? undefined : range,
  )) as AsyncIterable<Uint8Array>) {
    left -= chunk.length
    if (left < 0) throw new ChangedFileError(index)
    if (whole) crc = crc32(chunk, crc)
    hash?.update(chunk)
    yield chunk
  }
  if (left !== 0) throw new ChangedFileError(index)
  if (!whole) return
  if (known !== null && known !== crc) throw new ChangedFileError(index)
  if (hash && hash.digest('hex') !== source.sha256Of(index)) throw new ChangedFileError(index)
  if (known === null) source.learn(index, crc)
}

async function writePart(part: Extract<Part, { kind: 'bytes' }>, source: ZipSource): Promise<Buffer> {
  for (const index of part.crcs) if (source.crcOf(index) === null) await readThrough(index, source)
  return part.write((index) => source.crcOf(index) as number)
}

/**
 * A download that resumes in the middle has not read the earlier files: their checksums are computed by reading them.
 */
async function readThrough(index: number, source: ZipSource): Promise<void> {
  const hash = createHash('sha256')
  let crc = 0
  for await (const chunk of (await source.open(index)) as AsyncIterable<Uint8Array>) {
    crc = crc32(chunk, crc)
    hash.update(chunk)
  }
  if (hash.digest('hex') !== source.sha256Of(index)) throw new ChangedFileError(index)
  source.learn(index, crc)
}
