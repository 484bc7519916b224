import type { S3Client } from '@aws-sdk/client-s3'
import { sentence } from '../sentence.ts'
import { ServiceError } from '../service-error.ts'
import type { FileStore } from './file-store.ts'
import type { Growing, GrowingFile } from './growing-file.ts'
import { tooLong } from './local-growing-file.ts'
import { asStoreError, isAbsent } from './s3-error.ts'
import { absent } from './store-key.ts'
import { watchSource } from './watch-source.ts'

const loadSdk = () => import('@aws-sdk/client-s3')

interface Place {
  Bucket: string
  Key: string
}

interface Part {
  PartNumber: number
  ETag: string
  size: number
}

export async function beginS3File(client: S3Client, place: Place): Promise<string> {
  const { CreateMultipartUploadCommand } = await loadSdk()
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(place))
  if (!UploadId) throw new ServiceError('unavailable', sentence`The file store did not start the upload.`)
  return UploadId
}

/**
 * A multipart upload of parts of equal size. What is left over when a piece ends is an object of its own, named after
 * the number of parts before it, and is read back when the next piece arrives.
 */
export function growS3File(
  connect: () => Promise<S3Client>,
  place: Place,
  { key, size, handle }: Growing,
  store: Pick<FileStore, 'put' | 'readAll' | 'size' | 'remove'>,
  partBytes: number,
): GrowingFile {
  const upload = { ...place, UploadId: handle }
  const tailOf = (parts: number) => `${key}.tail-${parts}`

  async function listParts(): Promise<Part[]> {
    const { ListPartsCommand } = await loadSdk()
    const client = await connect()
    const parts: Part[] = []
    for (let after: string | undefined; ;) {
      const page = await client.send(new ListPartsCommand({ ...upload, PartNumberMarker: after }))
      for (const { PartNumber = 0, ETag = '', Size = 0 } of page.Parts ?? [])
        parts.push({ PartNumber, ETag, size: Size })
      if (!page.IsTruncated || !page.NextPartNumberMarker) return parts
      after = page.NextPartNumberMarker
    }
  }

  async function storePart(number: number, bytes: Uint8Array): Promise<void> {
    const { UploadPartCommand } = await loadSdk()
    const client = await connect()
    await client.send(
      new UploadPartCommand({
        ...upload,
        PartNumber: number,
        Body: bytes,
        ContentLength: bytes.byteLength,
      }),
    )
  }

  async function offset(): Promise<number> {
    try {
      const parts = await listParts()
      return bytesOf(parts) + ((await store.size(tailOf(parts.length))) ?? 0)
    } catch (error) {
      if (!isAbsent(error)) throw asStoreError(error)
      const whole = await store.size(key)
      if (whole === null) throw absent()
      return whole
    }
  }

  async function append(from: number, content: AsyncIterable<Uint8Array>): Promise<void> {
    const parts = await listParts()
    let count = parts.length
    // Left behind if a process was killed right after the part that replaces it.
    if (count > 0) await store.remove(tailOf(count - 1))
    const tail = from > bytesOf(parts) ? await store.readAll(tailOf(count)) : new Uint8Array()
    const part = Buffer.allocUnsafe(partBytes)
    part.set(tail)
    let filled = tail.byteLength
    let at = from
    const flush = async () => {
      await storePart(count + 1, part.subarray(0, filled))
      if (count === parts.length && tail.byteLength > 0) await store.remove(tailOf(count))
      count++
      filled = 0
    }
    let failure: { error: unknown } | undefined
    try {
      for await (const chunk of content) {
        if (at + chunk.byteLength > size) throw tooLong(size)
        at += chunk.byteLength
        for (let taken = 0; taken < chunk.byteLength;) {
          const now = chunk.subarray(taken, taken + partBytes - filled)
          part.set(now, filled)
          filled += now.byteLength
          taken += now.byteLength
          if (filled === partBytes) await flush()
        }
      }
    } catch (error) {
      failure = { error }
    }
    if (filled > 0 && at === size) await flush()
    else if (filled > 0) await store.put(tailOf(count), part.subarray(0, filled))
    if (failure) throw failure.error
  }

  return {
    offset,
    async append(from, content) {
      const source = watchSource(content)
      await append(from, source.bytes).catch((error: unknown) => {
        throw source.failure ?? asStoreError(error)
      })
    },
    async complete() {
      const { CompleteMultipartUploadCommand } = await loadSdk()
      try {
        const parts = await listParts()
        if (bytesOf(parts) !== size) throw new ServiceError('conflict', sentence`The upload is not complete.`)
        const Parts = parts.map(({ PartNumber, ETag }) => ({ PartNumber, ETag }))
        const client = await connect()
        await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }))
        await store.remove(tailOf(parts.length - 1))
      } catch (error) {
        if (isAbsent(error) && (await store.size(key)) === size) return
        throw asStoreError(error)
      }
    },
    async discard() {
      const { AbortMultipartUploadCommand } = await loadSdk()
      try {
        const { length } = await listParts()
        for (const parts of [length, length - 1]) if (parts >= 0) await store.remove(tailOf(parts))
        const client = await connect()
        await client.send(new AbortMultipartUploadCommand(upload))
      } catch (error) {
        if (!isAbsent(error)) throw asStoreError(error)
      }
      await store.remove(key)
    },
  }
}

const bytesOf = (parts: readonly Part[]) => parts.reduce((sum, { size }) => sum + size, 0)
