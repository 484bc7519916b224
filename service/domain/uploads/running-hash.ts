import { createHash, type Hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'

interface Running {
  hash: Hash
  offset: number
}

/** Hashes of uploads that this process has received from the first byte; each takes less than 1 KiB. */
const running = new LRUCache<string, Running>({ max: 200 })

/** The same bytes, hashed as they pass; `kept` states how many of the upload's bytes the store has. */
export function hashing(id: string, from: number, content: AsyncIterable<Uint8Array>) {
  const known = from === 0 ? { hash: createHash('sha256'), offset: 0 } : running.get(id)
  running.delete(id)
  const state = known?.offset === from ? known : null
  async function* bytes() {
    for await (const chunk of content) {
      if (state) {
        state.hash.update(chunk)
        state.offset += chunk.byteLength
      }
      yield chunk
    }
  }
  return {
    bytes: bytes(),
    /** Remembers the hash if exactly the hashed bytes were kept. */
    kept(offset: number) {
      if (state?.offset === offset) running.set(id, state)
    },
    /** The hash of all bytes; null if another process received some of them. */
    digest: (size: number) => (state?.offset === size ? state.hash.copy().digest('hex') : null),
  }
}
