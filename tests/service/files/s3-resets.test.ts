import type { S3Client } from '@aws-sdk/client-s3'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseS3Address } from '#service/files/s3-address.ts'
import { type S3FileStore, createS3FileStore } from '#service/files/s3-file-store.ts'
import { growS3File } from '#service/files/s3-growing-file.ts'
import { type ObjectStore, startObjectStore } from '../../support/object-store-stand-in.ts'

const AWAY = {
  kind: 'unavailable',
  message: 'The file store cannot be reached at the moment. Try again shortly.',
}

let objects: ObjectStore
let store: S3FileStore
beforeAll(async () => {
  objects = await startObjectStore()
  store = createS3FileStore(parseS3Address(objects.url))
  await store.put('a', Buffer.alloc(300_000, 1))
})
afterAll(() => objects.close())

it('a connection that is reset while an object is read is an error of the file store', async () => {
  objects.cutAfter = 100_000
  await expect(store.read('a').then(buffer)).rejects.toMatchObject(AWAY)
  await expect(store.readAll('a')).rejects.toMatchObject(AWAY)
  objects.cutAfter = Infinity
  expect((await buffer(await store.read('a'))).length).toBe(300_000)
})

it('so is one that is reset while a piece is stored, but not one of the sender', async () => {
  const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
  const client = { send: () => Promise.reject(reset) } as unknown as S3Client
  const place = { Bucket: 'bucket', Key: 'b' }
  const grow = (sdk: S3Client) =>
    growS3File(() => Promise.resolve(sdk), place, { key: 'b', size: 10, handle: 'h' }, store, 5)
  async function* piece() {
    yield Buffer.from('01234')
  }
  await expect(grow(client).append(0, piece())).rejects.toMatchObject(AWAY)
  async function* cutOff() {
    yield Buffer.from('01')
    throw new Error('the sender left')
  }
  const willing = { send: () => Promise.resolve({ Parts: [] }) } as unknown as S3Client
  await expect(grow(willing).append(0, cutOff())).rejects.toThrow('the sender left')
})
