import { LRUCache } from 'lru-cache'

/** Many people look at the same maps: a few thousand tiles. */
const drawn = new LRUCache<string, Buffer>({
  maxSize: 32 * 2 ** 20,
  sizeCalculation: ({ length }) => length,
})

/** Pictures being drawn for someone. */
const drawing = new Map<string, Promise<Buffer>>()

/**
 * A picture of this name from memory, or drawn. If the person for whom it is being drawn leaves, or has too many
 * waiting, it is drawn for the caller.
 */
export async function drawOnce(name: string, draw: () => Promise<Uint8Array>): Promise<Buffer> {
  const known = drawn.get(name) ?? (await drawing.get(name)?.catch(() => null))
  if (known) return known
  const own = draw().then(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength))
  drawing.set(name, own)
  try {
    const made = await own
    drawn.set(name, made)
    return made
  } finally {
    if (drawing.get(name) === own) drawing.delete(name)
  }
}
