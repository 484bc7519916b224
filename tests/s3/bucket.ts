import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  AbortMultipartUploadCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3'
import { parseS3Address } from '../../service/files/s3-address.ts'
import { type S3FileStore, createS3FileStore } from '../../service/files/s3-file-store.ts'

export interface Bucket {
  name: string
  /** A FILES_URL. */
  url: string
  dataDir: string
  store: S3FileStore
  /** Keys in the bucket, by any writer. */
  keys(): Promise<string[]>
  /** Multipart uploads that were started and neither completed nor aborted. */
  unfinished(): Promise<string[]>
  /** Starts a multipart upload and leaves it open; the returned function aborts it. */
  beginUpload(key: string): Promise<() => Promise<unknown>>
  /** Ends all multipart uploads, as a rule of the bucket does with old ones. */
  abortUploads(): Promise<void>
  close(): Promise<void>
}

export const endpoint = (): string => {
  const given = process.env.S3_ENDPOINT
  if (!given) throw new Error('Run these tests with npm run test:s3, which starts the server they need.')
  return given
}

export const urlOf = (bucket: string, options = '') =>
  `s3://${bucket}/strata?endpoint=${endpoint()}&region=us-east-1&forcePathStyle=true${options}`

/** A new, empty bucket on the server of this run. */
export async function createBucket(options = ''): Promise<Bucket> {
  const name = `test-${randomBytes(6).toString('hex')}`
  const client = new S3Client({
    endpoint: endpoint(),
    region: 'us-east-1',
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  })
  await client.send(new CreateBucketCommand({ Bucket: name }))
  const dataDir = await mkdtemp(join(tmpdir(), 'strata-s3-'))
  const url = urlOf(name, options)
  return {
    name,
    url,
    dataDir,
    store: createS3FileStore(parseS3Address(url)),
    keys: async () =>
      ((await client.send(new ListObjectsV2Command({ Bucket: name }))).Contents ?? []).map(({ Key }) => Key!),
    unfinished: async () =>
      ((await client.send(new ListMultipartUploadsCommand({ Bucket: name }))).Uploads ?? []).map(
        ({ Key }) => Key!,
      ),
    async beginUpload(key) {
      const place = { Bucket: name, Key: key }
      const { UploadId } = await client.send(new CreateMultipartUploadCommand(place))
      return () => client.send(new AbortMultipartUploadCommand({ ...place, UploadId }))
    },
    async abortUploads() {
      const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: name }))
      for (const { Key, UploadId } of Uploads)
        await client.send(new AbortMultipartUploadCommand({ Bucket: name, Key, UploadId }))
    },
    async close() {
      client.destroy()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
