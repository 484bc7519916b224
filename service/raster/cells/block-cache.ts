import { LRUCache } from 'lru-cache'
import type { RawArray } from '../data-types.ts'

/** Least-recently-used cache of decoded blocks, bounded in bytes; concurrent readers of a block share one decoding. */
export interface BlockCache {
  get(key: string, load: () => Promise<RawArray>): Promise<RawArray>
  readonly bytes: number
}

export function createBlockCache(maxBytes = 128 * 2 ** 20): BlockCache {
  const blocks = new LRUCache<string, RawArray, () => Promise<RawArray>>({
    // The library rejects sizes of 0; a cache of one byte holds no block.
    maxSize: Math.max(1, maxBytes),
    sizeCalculation: (block) => Math.max(1, block.byteLength),
    fetchMethod: (_key, _stale, { context: load }) => load(),
    // A block evicted while it is being decoded still reaches its readers.
    ignoreFetchAbort: true,
  })
  return {
    get bytes() {
      return blocks.calculatedSize
    },
    get: (key, load) => blocks.forceFetch(key, { context: load }),
  }
}
