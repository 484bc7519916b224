import { LRUCache } from 'lru-cache'
import { createBlockCache } from './block-cache.ts'
import type { RasterInput } from '../tiff/byte-source.ts'
import { openRaster, type RasterFile } from './read.ts'

interface RasterPool {
  /**
   * Runs `work` on the raster of that name, which is opened on first use and kept open. The name must change whenever
   * the bytes do (a checksum, or path and modification time).
   */
  use<T>(
    name: string,
    open: () => RasterInput | Promise<RasterInput>,
    work: (file: RasterFile) => Promise<T>,
  ): Promise<T>
  close(): Promise<void>
}

interface Held {
  file: Promise<RasterFile>
  users: number
  dropped: boolean
}

/**
 * Keeps the most recently used rasters open with one shared block cache; a raster in use is closed only after its work.
 */
export function createRasterPool({ maxFiles = 32, maxBytes = 128 * 2 ** 20 } = {}): RasterPool {
  const cache = createBlockCache(maxBytes)
  const closeIdle = async (entry: Held) => {
    if (entry.dropped && entry.users === 0)
      await entry.file.then((file) => file.close()).catch(() => undefined)
  }
  const closing = new Set<Promise<void>>()
  const held = new LRUCache<string, Held>({
    max: maxFiles,
    dispose: (entry) => {
      entry.dropped = true
      const closed = closeIdle(entry).finally(() => closing.delete(closed))
      closing.add(closed)
    },
  })
  return {
    async use(name, open, work) {
      const entry = held.get(name) ?? {
        file: Promise.resolve(open()).then((input) => openRaster(input, { cache, key: name })),
        users: 0,
        dropped: false,
      }
      entry.users++
      held.set(name, entry)
      try {
        const file = await entry.file.catch((error: unknown) => {
          if (held.peek(name) === entry) held.delete(name)
          throw error
        })
        return await work(file)
      } finally {
        entry.users--
        await closeIdle(entry)
      }
    },
    async close() {
      held.clear()
      await Promise.all(closing)
    },
  }
}
