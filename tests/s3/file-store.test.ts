import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { parseS3Address } from '../../service/files/s3-address.ts'
import { createS3FileStore } from '../../service/files/s3-file-store.ts'
import { ServiceError } from '../../service/service-error.ts'
import { describeError } from '../../service/log.ts'
import { type Bucket, createBucket, urlOf } from './bucket.ts'

let bucket: Bucket
beforeAll(async () => {
  bucket = await createBucket()
})
afterAll(() => bucket.close())

const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')
const MIB = 2 ** 20

/** Deterministic bytes for each position of the file and seed, without holding them. */
function* blocks(count: number, bytes = MIB): Generator<Buffer> {
  for (let at = 0; at < count; at++)
    yield Buffer.alloc(bytes, createHash('sha256').update(`block ${at}`).digest())
}

describe('an object store', () => {
  it('exists', async () => {
    await expect(bucket.store.check()).resolves.toBeUndefined()
  })
  it('stores bytes and returns them, whole and in part', async () => {
    const content = randomBytes(100_000)
    const stored = await bucket.store.put('jobs/1/a', content)
    expect(stored).toEqual({
      key: 'jobs/1/a',
      size: 100_000,
      sha256: sha256(content),
      crc32: crc32(content),
    })
    expect(await bucket.keys()).toContain('strata/jobs/1/a')
    expect(await bucket.store.size('jobs/1/a')).toBe(100_000)
    expect(await bucket.store.readAll('jobs/1/a')).toEqual(content)
    const part = async (start: number, end: number) =>
      buffer(await bucket.store.read('jobs/1/a', { start, end }))
    expect(await part(0, 0)).toEqual(content.subarray(0, 1))
    expect(await part(500, 999)).toEqual(content.subarray(500, 1000))
    expect(await part(99_990, 200_000)).toEqual(content.subarray(99_990))
    expect(await part(100_000, 100_001)).toHaveLength(0)
  })
  it('stores an empty file, and text content', async () => {
    expect((await bucket.store.put('empty', Readable.from([]))).size).toBe(0)
    expect(await bucket.store.readAll('empty')).toHaveLength(0)
    expect(await bucket.store.size('empty')).toBe(0)
    expect((await bucket.store.put('text', Readable.from(['Côte ', 'd’Ivoire']))).sha256).toBe(
      sha256(Buffer.from('Côte d’Ivoire')),
    )
  })
  it('reads part of a file from a stream of the file, not the whole', async () => {
    const path = join(bucket.dataDir, 'part.bin')
    await writeFile(path, Buffer.from('0123456789'))
    const stored = await bucket.store.put('part', createReadStream(path, { start: 2, end: 5 }))
    expect(stored.size).toBe(4)
    expect((await bucket.store.readAll('part')).toString()).toBe('2345')
  })
  it('replaces a file whole', async () => {
    await bucket.store.put('again', Buffer.from('first'))
    await bucket.store.put('again', Buffer.from('other'))
    expect((await bucket.store.readAll('again')).toString()).toBe('other')
  })
  it('stores 64 MiB in parts, and returns any range of it', async () => {
    const hash = createHash('sha256')
    let crc = 0
    for (const block of blocks(64)) {
      hash.update(block)
      crc = crc32(block, crc)
    }
    const stored = await bucket.store.put('large', Readable.from(blocks(64)))
    expect(stored).toEqual({ key: 'large', size: 64 * MIB, sha256: hash.digest('hex'), crc32: crc })
    expect(await bucket.unfinished()).toEqual([])
    const read = createHash('sha256')
    for await (const chunk of await bucket.store.read('large')) read.update(chunk as Buffer)
    expect(read.digest('hex')).toBe(stored.sha256)
    // Across the border of two parts of 8 MiB.
    const [at7, at8] = [...blocks(9)].slice(7)
    const border = await buffer(await bucket.store.read('large', { start: 8 * MIB - 10, end: 8 * MIB + 9 }))
    expect(border).toEqual(Buffer.concat([at7.subarray(-10), at8.subarray(0, 10)]))
  })
  it('reports missing keys as not found', async () => {
    const rejected = { kind: 'not-found', message: 'This file is not in the store any more.' }
    await expect(bucket.store.read('nothing')).rejects.toMatchObject(rejected)
    await expect(bucket.store.readAll('nothing')).rejects.toMatchObject(rejected)
    await expect(bucket.store.version('nothing')).rejects.toMatchObject(rejected)
    expect(await bucket.store.size('nothing')).toBeNull()
    await expect(bucket.store.remove('nothing')).resolves.toBeUndefined()
  })
  it('deletes', async () => {
    await bucket.store.put('gone', Buffer.from('x'))
    const found = await bucket.store.version('gone')
    await bucket.store.remove('gone')
    expect(await bucket.store.size('gone')).toBeNull()
    await expect(bucket.store.version('gone')).rejects.toMatchObject({ kind: 'not-found' })
    await expect(bucket.store.readPart(found, 0, 1)).rejects.toMatchObject({ kind: 'not-found' })
  })
  it('accepts no key that it did not generate', async () => {
    for (const key of ['../x', '/x', 'a/../b', 'a b', '', 'x'.repeat(501)])
      await expect(bucket.store.put(key, Buffer.from('x'))).rejects.toThrow('is not a valid file store key')
  })
})

describe('a put that fails leaves nothing', () => {
  it('(an unfinished upload would be seen)', async () => {
    const abort = await bucket.beginUpload('strata/left-open')
    expect(await bucket.unfinished()).toEqual(['strata/left-open'])
    await abort()
    expect(await bucket.unfinished()).toEqual([])
  })
  const failing = async function* (mib: number) {
    yield* blocks(mib)
    throw new Error('the sender has gone')
  }
  it.each([
    ['a small one', 1],
    ['one in parts', 20],
  ])('%s', async (name, mib) => {
    const key = `aborted-${mib}`
    await expect(bucket.store.put(key, Readable.from(failing(mib))), name).rejects.toThrow(
      'the sender has gone',
    )
    expect(await bucket.store.size(key)).toBeNull()
    expect(await bucket.unfinished()).toEqual([])
    expect(await bucket.keys()).not.toContain(`strata/${key}`)
  })
  it('one that is destroyed while being sent', async () => {
    const source = Readable.from(blocks(200))
    source.once('data', () => {})
    setTimeout(() => source.destroy(), 300)
    await expect(bucket.store.put('destroyed', source)).rejects.toThrow()
    expect(await bucket.store.size('destroyed')).toBeNull()
    expect(await bucket.unfinished()).toEqual([])
  })
  it.each([
    ['at once', 1, 100, '100 bytes'],
    ['in parts', 20, 17 * MIB, '17 MiB'],
  ])('one that is too large, %s', async (_name, mib, maxBytes, limit) => {
    const source = Readable.from(blocks(mib))
    await expect(bucket.store.put('too-large', source, { maxBytes })).rejects.toMatchObject({
      kind: 'too-large',
      message: `The file is larger than ${limit}.`,
    })
    expect(source.destroyed).toBe(true)
    expect(await bucket.store.size('too-large')).toBeNull()
    expect(await bucket.unfinished()).toEqual([])
  })
  it('and the previous content stays', async () => {
    await bucket.store.put('kept', Buffer.from('previous'))
    await expect(bucket.store.put('kept', Readable.from(failing(20)))).rejects.toThrow()
    expect((await bucket.store.readAll('kept')).toString()).toBe('previous')
  })
  it('readAll respects its limit', async () => {
    await bucket.store.put('ten', Buffer.alloc(10))
    await expect(bucket.store.readAll('ten', { maxBytes: 9 })).rejects.toMatchObject({ kind: 'too-large' })
  })
})

describe('parts of an object', () => {
  it('are exactly the bytes of one version, and of no other', async () => {
    const content = randomBytes(3 * MIB)
    await bucket.store.put('part', content)
    const first = await bucket.store.version('part')
    expect(first).toMatchObject({ key: 'part', size: 3 * MIB, path: null })
    expect(Buffer.from(await bucket.store.readPart(first, MIB, 1000))).toEqual(
      content.subarray(MIB, MIB + 1000),
    )
    await bucket.store.put('part', randomBytes(3 * MIB))
    await expect(bucket.store.readPart(first, MIB, 1000)).rejects.toMatchObject({
      kind: 'conflict',
      message: 'The file was replaced in the store while it was being read. Try again.',
    })
    expect((await bucket.store.version('part')).version).not.toBe(first.version)
  })
  it('of a version that is shorter now are not read', async () => {
    await bucket.store.put('short', Buffer.from('0123456789'))
    const first = await bucket.store.version('short')
    await bucket.store.put('short', Buffer.from('01'))
    await expect(bucket.store.readPart(first, 5, 2)).rejects.toMatchObject({ kind: 'conflict' })
  })
  it('follow what another process wrote, after at most ten seconds', async () => {
    const other = createS3FileStore(parseS3Address(bucket.url))
    await bucket.store.put('shared', Buffer.from('first'))
    expect(await other.version('shared')).toMatchObject({ size: 5 })
    await bucket.store.put('shared', Buffer.from('after!'))
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11_000 })
    try {
      expect(await other.version('shared')).toMatchObject({ size: 6 })
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('a store that is not usable', () => {
  it('stops the start with a sentence: no bucket', async () => {
    const store = createS3FileStore(parseS3Address(urlOf('no-such-bucket-here')))
    await expect(store.check()).rejects.toThrow(
      /^FILES_URL names the bucket 'no-such-bucket-here' at http:.*create it first\.$/,
    )
    await expect(store.put('x', Buffer.from('x'))).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('its bucket is missing'),
    })
  })
  it('wrong credentials: a sentence for the person, a word for the log, no key in either', async () => {
    const { AWS_SECRET_ACCESS_KEY: secret, AWS_ACCESS_KEY_ID: key } = process.env
    process.env.AWS_SECRET_ACCESS_KEY = 'canary-secret'
    process.env.AWS_ACCESS_KEY_ID = 'canary:key'
    try {
      const store = createS3FileStore(parseS3Address(bucket.url))
      await expect(store.check()).rejects.toThrow(/credentials/)
      const error: unknown = await store.read('x').then(
        () => null,
        (caught: unknown) => caught,
      )
      expect(error).toBeInstanceOf(ServiceError)
      expect(error).toMatchObject({
        kind: 'unavailable',
        message: expect.stringContaining('denies access to this service'),
      })
      const logged = JSON.stringify(describeError(error))
      expect(logged).toContain('HTTP 403')
      expect(logged).not.toContain('canary')
    } finally {
      process.env.AWS_SECRET_ACCESS_KEY = secret
      process.env.AWS_ACCESS_KEY_ID = key
    }
  })
  it('no server at the address', async () => {
    const store = createS3FileStore(
      parseS3Address('s3://some-bucket?endpoint=http://127.0.0.1:1&forcePathStyle=true'),
    )
    await expect(store.check()).rejects.toThrow(/does not answer \(ECONNREFUSED/)
    await expect(store.size('x')).rejects.toMatchObject({
      kind: 'unavailable',
      headers: { 'Retry-After': '5' },
    })
  })
  it('a full server answers 507, and an answer cut off in the middle is not a whole file', async () => {
    let answer: 'full' | 'half' = 'full'
    const server = createServer((request, response) => {
      request.resume()
      if (answer === 'full') response.writeHead(507).end()
      else if (request.method === 'HEAD') response.writeHead(200, { 'content-length': 100 }).end()
      else {
        response.writeHead(200, { 'content-length': 100 }).write('0123456789')
        setTimeout(() => response.destroy(), 50)
      }
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const store = createS3FileStore(
      parseS3Address(`s3://some-bucket?endpoint=http://127.0.0.1:${port}&forcePathStyle=true`),
    )
    try {
      await expect(store.put('x', Buffer.from('x'))).rejects.toMatchObject({
        kind: 'no-storage',
        status: 507,
      })
      answer = 'half'
      await expect(store.readAll('x')).rejects.toMatchObject({ kind: 'unavailable' })
      const part = { key: 'x', size: 100, version: '', path: null }
      await expect(store.readPart(part, 0, 100)).rejects.toThrow()
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })
})
