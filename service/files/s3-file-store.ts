import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import { ServiceError } from '../service-error.ts'
import type { FileStore, StoredFile } from './file-store.ts'
import type { S3Address } from './s3-address.ts'
import { createObjectCache } from './s3-cache.ts'
import { absent, asStoreError, isAbsent } from './s3-error.ts'

const KEY = /^(?!.*\.\.)[A-Za-z0-9][A-Za-z0-9/._-]{0,499}$/
/** At most 10,000 parts an object: 78 GiB. Four parts at once are in memory. */
const PART_BYTES = 8 * 2 ** 20
const PARTS_AT_ONCE = 4
const CONNECT_MS = 5000
const ANSWER_MS = 60_000

export interface S3FileStore extends FileStore {
  /** Throws what is wrong, for whoever sets the service up: no server, no bucket, no rights. */
  check(): Promise<void>
}

/** Counts and hashes on the way. A generator, and no file stream: the uploader would ask a file for its whole size. */
async function* measured(
  content: Readable | Uint8Array,
  maxBytes: number,
  told: { size: number; sha256: string },
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  const chunks = content instanceof Uint8Array ? [content] : (content as AsyncIterable<Uint8Array | string>)
  for await (const chunk of chunks) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    told.size += bytes.byteLength
    if (told.size > maxBytes)
      throw new ServiceError('too-large', `The file is larger than the ${maxBytes} bytes that are allowed.`)
    hash.update(bytes)
    yield bytes
  }
  told.sha256 = hash.digest('hex')
}

/** The client is large; processes that keep their files in a folder never load it. */
const loadSdk = () => import('@aws-sdk/client-s3')

async function connect(address: S3Address): Promise<S3Client> {
  const { S3Client } = await loadSdk()
  return new S3Client({
    region: address.region ?? process.env.AWS_REGION ?? process.env.AWS_DEFAULT_REGION ?? 'us-east-1',
    endpoint: address.endpoint,
    forcePathStyle: address.forcePathStyle,
    // Checksums in trailers are not understood by every server that speaks S3.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 4,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: ANSWER_MS,
      throwOnRequestTimeout: true,
      httpAgent: { maxSockets: 100 },
      httpsAgent: { maxSockets: 100 },
    },
  })
}

/** Objects below a prefix of one bucket, with the promises of the local folder: whole or not at all, never half seen. */
export function createS3FileStore(address: S3Address, dataDir: string): S3FileStore {
  const { bucket, prefix } = address
  const at = (key: string) => {
    if (!KEY.test(key)) throw new Error(`'${key}' is no key of the file store.`)
    return { Bucket: bucket, Key: prefix + key }
  }
  let opened: Promise<S3Client> | undefined
  const client = () => (opened ??= connect(address))
  const cache = createObjectCache(join(dataDir, 'cache', 'objects'), address.cacheBytes)

  async function sizeOf(key: string): Promise<number | null> {
    const place = at(key)
    const { HeadObjectCommand } = await loadSdk()
    try {
      return (await (await client()).send(new HeadObjectCommand(place))).ContentLength ?? 0
    } catch (error) {
      if (isAbsent(error)) return null
      throw asStoreError(error)
    }
  }

  async function put(
    key: string,
    content: Readable | Uint8Array,
    { maxBytes = Infinity }: { maxBytes?: number } = {},
  ): Promise<StoredFile> {
    const place = at(key)
    const told = { size: 0, sha256: '' }
    let ofTheSource: { error: unknown } | undefined
    async function* body() {
      try {
        yield* measured(content, maxBytes, told)
      } catch (error) {
        ofTheSource = { error }
        throw error
      }
    }
    try {
      const { Upload } = await import('@aws-sdk/lib-storage')
      // A failure of any part, or of the content, takes back the parts that are there.
      await new Upload({
        client: await client(),
        params: { ...place, Body: Readable.from(body(), { objectMode: false }) },
        partSize: PART_BYTES,
        queueSize: PARTS_AT_ONCE,
        leavePartsOnError: false,
      }).done()
      await cache.forget(key)
      return { key, ...told }
    } catch (error) {
      if (content instanceof Readable) content.destroy()
      throw ofTheSource ? ofTheSource.error : asStoreError(error)
    }
  }

  async function read(key: string, range?: { start: number; end: number }): Promise<Readable> {
    const place = at(key)
    const { GetObjectCommand } = await loadSdk()
    const Range = range && `bytes=${range.start}-${Number.isFinite(range.end) ? range.end : ''}`
    try {
      const { Body } = await (await client()).send(new GetObjectCommand({ ...place, Range }))
      return Body as Readable
    } catch (error) {
      if ((error as { name?: string }).name === 'InvalidRange') return Readable.from([])
      throw asStoreError(error)
    }
  }

  return {
    put,
    read,
    size: sizeOf,
    async readAll(key, { maxBytes = Infinity } = {}) {
      const size = await sizeOf(key)
      if (size === null) throw absent()
      if (size > maxBytes)
        throw new ServiceError('too-large', `The file is larger than the ${maxBytes} bytes that are allowed.`)
      const chunks: Uint8Array[] = []
      try {
        for await (const chunk of await read(key)) chunks.push(chunk as Uint8Array)
      } catch (error) {
        throw asStoreError(error)
      }
      return Buffer.concat(chunks)
    },
    async localPath(key) {
      const size = await sizeOf(key)
      if (size === null) throw absent()
      return cache.pathOf(key, size, () => read(key))
    },
    async remove(key) {
      const place = at(key)
      const { DeleteObjectCommand } = await loadSdk()
      try {
        await (await client()).send(new DeleteObjectCommand(place))
      } catch (error) {
        if (!isAbsent(error)) throw asStoreError(error)
      }
      await cache.forget(key)
    },
    async check() {
      const { HeadBucketCommand } = await loadSdk()
      try {
        await (await client()).send(new HeadBucketCommand({ Bucket: bucket }))
      } catch (error) {
        const { name, code, $metadata } = error as {
          name?: string
          code?: string
          $metadata?: { httpStatusCode?: number }
        }
        const status = $metadata?.httpStatusCode
        const why =
          status === 404
            ? 'it is not there; make it first'
            : status === 403 || status === 401 || name === 'CredentialsProviderError'
              ? 'the credentials (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY) are missing or do not let this service in'
              : `the store does not answer (${[code ?? name, status].filter(Boolean).join(', ')})`
        throw new Error(
          `FILES_URL names the bucket '${bucket}'${address.endpoint ? ` at ${new URL(address.endpoint).origin}` : ''}, but ${why}.`,
        )
      }
    },
  }
}
