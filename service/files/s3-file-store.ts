import { createHash } from 'node:crypto'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import type { S3Client } from '@aws-sdk/client-s3'
import { LRUCache } from 'lru-cache'
import type { FileStore, StoredFile, StoredVersion } from './file-store.ts'
import { replaced } from './replaced.ts'
import type { S3Address } from './s3-address.ts'
import { checkBucket } from './s3-check.ts'
import { asStoreError, isAbsent, isReplaced } from './s3-error.ts'
import { beginS3File, growS3File } from './s3-growing-file.ts'
import { absent, requireKey, requireSize } from './store-key.ts'
import { watchSource } from './watch-source.ts'

/**
 * At most 10,000 parts per object: 78 GiB. Parts in progress are in memory, so there are few at once: four used twice
 * the memory and saved a tenth of the time.
 */
const PART_BYTES = 8 * 2 ** 20
const PARTS_AT_ONCE = 2
const CONNECT_MS = 5000
const ANSWER_MS = 120_000
/** Time without any data: the reader is gone, or the server stopped in the middle. */
const SILENCE_MS = 300_000
/** How long an object's metadata is trusted: a map requests many tiles of one object. */
const BELIEVED_MS = 10_000
const BELIEVED_MAX = 1000

export type S3FileStore = FileStore & Required<Pick<FileStore, 'check'>>

/** Counts and hashes the bytes. A generator, not a file stream: the uploader would ask a file for its total size. */
async function* measured(
  content: AsyncIterable<Uint8Array> | Uint8Array,
  maxBytes: number,
  result: Omit<StoredFile, 'key'>,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  for await (const bytes of content instanceof Uint8Array ? [content] : content) {
    result.size += bytes.byteLength
    requireSize(result.size, maxBytes)
    hash.update(bytes)
    result.crc32 = crc32(bytes, result.crc32)
    yield bytes
  }
  result.sha256 = hash.digest('hex')
}

/** The client is large; processes that store files in a folder never load it. */
const loadSdk = () => import('@aws-sdk/client-s3')

async function connect(address: S3Address): Promise<S3Client> {
  const { S3Client } = await loadSdk()
  return new S3Client({
    region: address.region ?? process.env.AWS_REGION ?? process.env.AWS_DEFAULT_REGION ?? 'us-east-1',
    endpoint: address.endpoint,
    forcePathStyle: address.forcePathStyle,
    // Not every S3-compatible server supports checksums in trailers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 4,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: ANSWER_MS,
      throwOnRequestTimeout: true,
      socketTimeout: SILENCE_MS,
      httpAgent: { maxSockets: 100 },
      httpsAgent: { maxSockets: 100 },
    },
  })
}

/** Exactly these bytes of that version of an object; throws `replaced` if the object is another one now. */
async function readRange(
  client: S3Client,
  place: { Bucket: string; Key: string },
  { size, version }: StoredVersion,
  offset: number,
  length: number,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  const { GetObjectCommand } = await loadSdk()
  const range = `${offset}-${offset + length - 1}`
  const part = new GetObjectCommand({ ...place, Range: `bytes=${range}`, IfMatch: version || undefined })
  const answer = await client.send(part, { abortSignal: signal })
  const body = answer.Body as Readable
  // A store that ignores If-Match still says how long the object is.
  if (answer.ContentRange !== `bytes ${range}/${size}`) {
    body.destroy()
    throw replaced()
  }
  const abort = () => body.destroy(new Error('aborted'))
  signal?.addEventListener('abort', abort, { once: true })
  try {
    const bytes = await buffer(body)
    if (bytes.length !== length) throw new Error('The object arrived incomplete.')
    return bytes
  } finally {
    signal?.removeEventListener('abort', abort)
  }
}

/** The same bytes; what breaks while they arrive is an error of the store. */
function sayWhy(body: Readable): Readable {
  const read = new PassThrough()
  body.once('error', (error) => read.destroy(asStoreError(error)))
  read.once('close', () => body.destroy())
  return body.pipe(read)
}

/**
 * Objects below a prefix of one bucket, with the guarantees of the local folder: whole or not at all, never visible in
 * part.
 */
export function createS3FileStore(address: S3Address): S3FileStore {
  const { bucket, prefix } = address
  const at = (key: string) => ({ Bucket: bucket, Key: prefix + requireKey(key) })
  let opened: Promise<S3Client> | undefined
  const client = () => (opened ??= connect(address))

  async function versionOf(key: string): Promise<StoredVersion | null> {
    const place = at(key)
    const { HeadObjectCommand } = await loadSdk()
    try {
      const { ContentLength, ETag } = await (await client()).send(new HeadObjectCommand(place))
      return { key, size: ContentLength ?? 0, version: ETag ?? '', path: null }
    } catch (error) {
      if (isAbsent(error)) return null
      throw asStoreError(error)
    }
  }

  const believed = new LRUCache<string, StoredVersion>({
    max: BELIEVED_MAX,
    ttl: BELIEVED_MS,
    // The clock of the rest of the service.
    perf: { now: () => Date.now() },
  })
  async function lastVersionOf(key: string): Promise<StoredVersion> {
    const known = believed.get(key)
    if (known) return known
    const version = await versionOf(key)
    if (!version) throw absent()
    believed.set(key, version)
    return version
  }
  async function put(
    key: string,
    content: AsyncIterable<Uint8Array> | Uint8Array,
    { maxBytes = Infinity }: { maxBytes?: number } = {},
  ): Promise<StoredFile> {
    const place = at(key)
    const result = { size: 0, sha256: '', crc32: 0 }
    const source = watchSource(measured(content, maxBytes, result))
    try {
      const { Upload } = await import('@aws-sdk/lib-storage')
      // If a part or the content fails, the parts already stored are removed.
      await new Upload({
        client: await client(),
        params: { ...place, Body: Readable.from(source.bytes, { objectMode: false }) },
        partSize: PART_BYTES,
        queueSize: PARTS_AT_ONCE,
        leavePartsOnError: false,
      }).done()
      believed.delete(key)
      return { key, ...result }
    } catch (error) {
      if (content instanceof Readable) content.destroy()
      throw source.failure ?? asStoreError(error)
    }
  }

  async function open(key: string, range?: { start: number; end: number }) {
    const place = at(key)
    const { GetObjectCommand } = await loadSdk()
    const Range = range && `bytes=${range.start}-${Number.isFinite(range.end) ? range.end : ''}`
    try {
      const { Body, ContentLength = 0 } = await (
        await client()
      ).send(new GetObjectCommand({ ...place, Range }))
      return { body: Body as Readable, size: ContentLength }
    } catch (error) {
      if ((error as { name?: string }).name === 'InvalidRange') return { body: Readable.from([]), size: 0 }
      throw asStoreError(error)
    }
  }
  const read = async (...asked: Parameters<typeof open>) => sayWhy((await open(...asked)).body)

  const store: S3FileStore = {
    put,
    read,
    size: async (key) => (await versionOf(key))?.size ?? null,
    async readAll(key, { maxBytes = Infinity } = {}) {
      const { body, size } = await open(key)
      const chunks: Uint8Array[] = []
      try {
        requireSize(size, maxBytes)
        for await (const chunk of body) chunks.push(chunk as Uint8Array)
      } catch (error) {
        body.destroy()
        throw asStoreError(error)
      }
      return Buffer.concat(chunks)
    },
    version: lastVersionOf,
    async readPart(of, offset, length, signal) {
      const place = at(of.key)
      try {
        return await readRange(await client(), place, of, offset, length, signal)
      } catch (error) {
        if (isAbsent(error) || isReplaced(error)) believed.delete(of.key)
        throw isReplaced(error) ? replaced() : asStoreError(error)
      }
    },
    async remove(key) {
      const place = at(key)
      const { DeleteObjectCommand } = await loadSdk()
      try {
        await (await client()).send(new DeleteObjectCommand(place))
      } catch (error) {
        if (!isAbsent(error)) throw asStoreError(error)
      }
      believed.delete(key)
    },
    begin: async (key) =>
      beginS3File(await client(), at(key)).catch((error: unknown) => {
        throw asStoreError(error)
      }),
    grow: (file) => growS3File(client, at(file.key), file, store, PART_BYTES),
    check: async () => checkBucket(await client(), address),
  }
  return store
}
