import type { RawArray } from './decode-block.ts'

/** Least-recently-used cache of decoded blocks, bounded in bytes; concurrent readers of a block share one decoding. */
export interface BlockCache {
  get(key: string, load: () => Promise<RawArray>): Promise<RawArray>
  readonly bytes: number
}

export function createBlockCache(maxBytes = 128 * 2 ** 20): BlockCache {
  const blocks = new Map<string, RawArray>()
  const loading = new Map<string, Promise<RawArray>>()
  let bytes = 0
  const load = async (key: string, loader: () => Promise<RawArray>) => {
    const block = await loader()
    if (block.byteLength <= maxBytes) {
      blocks.set(key, block)
      bytes += block.byteLength
    }
    for (const [oldest, old] of blocks) {
      if (bytes <= maxBytes) break
      blocks.delete(oldest)
      bytes -= old.byteLength
    }
    return block
  }
  return {
    get bytes() {
      return bytes
    },
    get(key, loader) {
      const known = blocks.get(key)
      if (known) {
        blocks.delete(key)
        blocks.set(key, known)
        return Promise.resolve(known)
      }
      let pending = loading.get(key)
      if (!pending) {
        pending = load(key, loader).finally(() => loading.delete(key))
        loading.set(key, pending)
      }
      return pending
    },
  }
}
