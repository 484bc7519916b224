import { LRUCache } from 'lru-cache'

/** Many people look at the same maps: a few thousand tiles. */
const pictures = new LRUCache<string, Buffer>({
  maxSize: 32 * 2 ** 20,
  sizeCalculation: ({ length }) => length,
})

/** Pictures being drawn for someone. */
const pending = new Map<string, Promise<Buffer>>()

/**
 * A picture of this name from memory, or drawn. If the person for whom it is being drawn leaves, or has too many
 * waiting, it is drawn for the caller.
 */
export async function drawOnce(name: string, draw: () => Promise<Uint8Array>): Promise<Buffer> {
  const picture = pictures.get(name) ?? (await pending.get(name)?.catch(() => null))
  if (picture) return picture
  const own = draw().then(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength))
  pending.set(name, own)
  try {
    const result = await own
    pictures.set(name, result)
    return result
  } finally {
    if (pending.get(name) === own) pending.delete(name)
  }
}
