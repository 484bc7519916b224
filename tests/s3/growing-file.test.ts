import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseS3Address } from '../../service/files/s3-address.ts'
import { createS3FileStore } from '../../service/files/s3-file-store.ts'
import { type Bucket, createBucket } from './bucket.ts'

let bucket: Bucket
beforeAll(async () => {
  bucket = await createBucket()
})
afterAll(() => bucket.close())

const MIB = 2 ** 20
const size = 21 * MIB + 12_345
const content = Buffer.concat(
  Array.from({ length: 22 }, (_, at) =>
    Buffer.alloc(MIB, createHash('sha256').update(`block ${at}`).digest()),
  ),
).subarray(0, size)

async function* chunks(from: number, to: number, failAt = Infinity) {
  for (let at = from; at < to; at += 70_000) {
    if (at > failAt) throw new Error('cut off')
    yield content.subarray(at, Math.min(at + 70_000, to))
  }
}

/** A store that remembers nothing, as after a restart. */
const fresh = (key: string, handle: string) =>
  createS3FileStore(parseS3Address(bucket.url)).grow({ key, size, handle })

describe('a file that arrives in pieces', () => {
  it('continues after any piece and restart, and is whole in the end', async () => {
    const key = 'rasters/pieces'
    const handle = await bucket.store.begin(key)
    expect(await fresh(key, handle).offset()).toBe(0)
    const ends = [1, 100, 5 * MIB, 8 * MIB, 8 * MIB + 1, 16 * MIB - 1, 20 * MIB, size]
    let offset = 0
    for (const end of ends) {
      await fresh(key, handle).append(offset, chunks(offset, end))
      offset = await fresh(key, handle).offset()
      expect(offset).toBe(end)
      expect(await bucket.store.size(key)).toBeNull()
    }
    await fresh(key, handle).complete()
    expect(await fresh(key, handle).offset()).toBe(size)
    await fresh(key, handle).complete()
    expect((await buffer(await bucket.store.read(key))).equals(content)).toBe(true)
    expect(await bucket.keys()).toEqual([`strata/${key}`])
    expect(await bucket.unfinished()).toEqual([])
    await bucket.store.remove(key)
  })

  it('keeps what arrived before it was cut off', async () => {
    const key = 'rasters/cut'
    const handle = await bucket.store.begin(key)
    const file = bucket.store.grow({ key, size, handle })
    await expect(file.append(0, chunks(0, size, 10 * MIB))).rejects.toThrow('cut off')
    const kept = await fresh(key, handle).offset()
    expect(kept).toBeGreaterThan(10 * MIB)
    await fresh(key, handle).append(kept, chunks(kept, size))
    await fresh(key, handle).complete()
    expect((await buffer(await bucket.store.read(key))).equals(content)).toBe(true)
    await bucket.store.remove(key)
  })

  it('is not complete early, takes no byte too many, and leaves nothing when it is discarded', async () => {
    const key = 'rasters/discarded'
    const handle = await bucket.store.begin(key)
    const file = bucket.store.grow({ key, size: 1000, handle })
    await file.append(0, chunks(0, 600))
    await expect(file.complete()).rejects.toThrow('not complete')
    await expect(file.append(600, chunks(600, 1001))).rejects.toThrow(/^More bytes arrived/)
    expect(await bucket.keys()).toEqual([`strata/${key}.tail-0`])
    await file.discard()
    expect([await bucket.keys(), await bucket.unfinished()]).toEqual([[], []])
    await file.discard()
    await expect(file.offset()).rejects.toThrow('not in the store')
  })
})
