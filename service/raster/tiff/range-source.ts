import { type ByteSource, requireRange } from './byte-source.ts'

/** Bytes of a remote file; never more than `PIECE_BYTES` at once. */
type FetchBytes = (offset: number, length: number) => Promise<Uint8Array>

const PIECE_BYTES = 4 * 2 ** 20
/** A smaller request would take as long. */
const LEAST_BYTES = 2 ** 16
/** For a read of this size, the cost of the request itself is negligible. */
const LARGE_BYTES = 2 ** 18
const AHEAD_BYTES = 8 * 2 ** 20
const KEPT_BYTES = 16 * 2 ** 20

interface Chunk {
  start: number
  end: number
  bytes: Promise<Uint8Array>
}

/**
 * A file that is read by ranges. Reads that follow one another, as of a raster's strips, are fetched together, more and
 * more of them; others exactly. The last chunks are kept, since a chunk serves many small reads.
 */
export function rangeSource(size: number, fetch: FetchBytes): ByteSource {
  let chunks: Chunk[] = []
  let ahead = 0

  async function assemble(start: number, end: number): Promise<Uint8Array> {
    if (end - start <= PIECE_BYTES) return fetch(start, end - start)
    const bytes = new Uint8Array(end - start)
    const starts = Array.from(
      { length: Math.ceil((end - start) / PIECE_BYTES) },
      (_, i) => start + i * PIECE_BYTES,
    )
    await Promise.all(
      starts.map(async (at) => bytes.set(await fetch(at, Math.min(PIECE_BYTES, end - at)), at - start)),
    )
    return bytes
  }

  function fetchChunk(offset: number, length: number): Chunk {
    const last = chunks.at(-1)
    const follows = last && offset >= last.start && offset <= last.end + LEAST_BYTES
    ahead = follows ? Math.min(AHEAD_BYTES, Math.max(2 * LEAST_BYTES, 2 * ahead)) : 0
    const end = Math.min(size, offset + Math.max(length, LEAST_BYTES, ahead))
    const chunk = { start: offset, end, bytes: assemble(offset, end) }
    chunk.bytes.catch(() => (chunks = chunks.filter((one) => one !== chunk)))
    chunks.push(chunk)
    let kept = chunks.reduce((sum, one) => sum + one.end - one.start, 0)
    while (kept > KEPT_BYTES && chunks.length > 1) {
      const [oldest] = chunks.splice(0, 1)
      kept -= oldest.end - oldest.start
    }
    return chunk
  }

  return {
    size,
    async read(offset, length) {
      requireRange(offset, length, size)
      if (length === 0) return new Uint8Array(0)
      const held = chunks.findLast(({ start, end }) => start <= offset && offset + length <= end)
      const chunk = held ?? fetchChunk(offset, length)
      const at = offset - chunk.start
      return (await chunk.bytes).slice(at, at + length)
    },
    close: () => {
      chunks = []
      return Promise.resolve()
    },
  }
}

/** A file whose reads follow one another; large ones are passed on as they are. */
export function readAhead(source: ByteSource): ByteSource {
  const ranges = rangeSource(source.size, (offset, length) => source.read(offset, length))
  return {
    size: source.size,
    read: (offset, length) => (length < LARGE_BYTES ? ranges : source).read(offset, length),
    close: () => source.close(),
  }
}
