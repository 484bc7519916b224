import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { READERS, defineEndpoint } from '#contract/endpoint.ts'
import { parseRange } from '#service/files/byte-range.ts'
import { contentDisposition } from '#service/http/answers/content-disposition.ts'
import { type FileAnswer, route } from '#service/http/route.ts'
import { sentence } from '#service/sentence.ts'
import { ServiceError } from '#service/service-error.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'

const CONTENT = Buffer.from('0123456789'.repeat(10))
const download = defineEndpoint({
  name: 'testDownload',
  resource: 'test',
  summary: '',
  method: 'GET',
  path: '/test/download/{kind}',
  access: READERS,
  scope: 'read',
  rate: 'read',
  audit: null,
  record: null,
  params: z.object({ kind: z.string() }),
  answer: 'file',
})
let opened = 0
const file: FileAnswer = {
  name: 'mean.tif',
  mediaType: 'image/tiff',
  size: CONTENT.length,
  etag: 'abc',
  open(range) {
    opened++
    return Readable.from([range ? CONTENT.subarray(range.start, range.end + 1) : CONTENT])
  },
}

let service: TestService
let person: TestPerson
beforeAll(async () => {
  service = await createTestService({
    routes: [
      route(download, async ({ params }) =>
        params.kind === 'gone'
          ? { ...file, open: () => Promise.reject(new ServiceError('not-found', sentence`It is gone.`)) }
          : params.kind === 'picture'
            ? { ...file, disposition: 'inline' as const, cacheControl: 'private, max-age=60' }
            : file,
      ),
    ],
  })
  person = await service.logIn('viewer')
})
afterAll(() => service.close())

const get = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET', kind = 'x') =>
  service.inject({ method, url: `/test/download/${kind}`, headers: { ...person.headers, ...headers } })

describe('a download', () => {
  it('is sent whole, as an attachment that no browser runs', async () => {
    const response = await get()
    expect(response.statusCode).toBe(200)
    expect(response.rawPayload).toEqual(CONTENT)
    expect(response.headers).toMatchObject({
      'content-type': 'image/tiff',
      'content-length': '100',
      'content-disposition': 'attachment; filename="mean.tif"',
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-store',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      etag: '"abc"',
    })
  })
  it('may be an image to show', async () => {
    const { headers } = await get({}, 'GET', 'picture')
    expect(headers['content-disposition']).toMatch(/^inline/)
    expect(headers['cache-control']).toBe('private, max-age=60')
  })
  it.each([
    ['bytes=0-9', '0123456789', 'bytes 0-9/100'],
    ['bytes=95-', '56789', 'bytes 95-99/100'],
    ['bytes=-3', '789', 'bytes 97-99/100'],
    ['bytes=98-5000', '89', 'bytes 98-99/100'],
  ])('answers %s with 206', async (range, body, header) => {
    const response = await get({ range })
    expect(response.statusCode).toBe(206)
    expect(response.body).toBe(body)
    expect(response.headers['content-range']).toBe(header)
    expect(response.headers['content-length']).toBe(String(body.length))
  })
  it.each(['bytes=100-', 'bytes=500-600', 'bytes=-0'])('answers %s with 416', async (range) => {
    const response = await get({ range })
    expect(response.statusCode).toBe(416)
    expect(response.headers['content-range']).toBe('bytes */100')
  })
  it.each(['bytes=0-1,5-6', 'bytes=9-1', 'lines=1-2', 'bytes=x', 'bytes=-'])(
    'sends the whole for %s',
    async (range) => {
      const response = await get({ range })
      expect(response.statusCode).toBe(200)
      expect(response.rawPayload).toHaveLength(100)
    },
  )
  it('honours a range only for the same file', async () => {
    expect((await get({ range: 'bytes=0-1', 'if-range': '"abc"' })).statusCode).toBe(206)
    expect((await get({ range: 'bytes=0-1', 'if-range': '"other"' })).statusCode).toBe(200)
  })
  it('is not sent again if the client has it', async () => {
    const before = opened
    for (const known of ['"abc"', 'W/"abc"', '"x", "abc"', '*']) {
      const response = await get({ 'if-none-match': known })
      expect(response.statusCode).toBe(304)
      expect(response.rawPayload).toHaveLength(0)
    }
    expect(opened).toBe(before)
    expect((await get({ 'if-none-match': '"x"' })).statusCode).toBe(200)
  })
  it('returns its size to HEAD without being opened', async () => {
    const before = opened
    const response = await get({}, 'HEAD')
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-length']).toBe('100')
    expect(response.rawPayload).toHaveLength(0)
    expect((await get({ range: 'bytes=0-9' }, 'HEAD')).headers['content-length']).toBe('10')
    expect(opened).toBe(before)
  })
})

describe('a download whose file is missing', () => {
  it('is a problem like any other, without any of the file', async () => {
    const response = await get({ range: 'bytes=0-5' }, 'GET', 'gone')
    expect(response.statusCode).toBe(404)
    expect(response.json().detail).toBe('It is gone.')
    for (const name of ['etag', 'content-disposition', 'content-range', 'accept-ranges'])
      expect(response.headers).not.toHaveProperty(name)
  })
})

describe('byte ranges', () => {
  it('of an empty file are unsatisfiable', () => {
    expect(parseRange('bytes=0-', 0)).toBe('unsatisfiable')
    expect(parseRange('bytes=-5', 0)).toBe('unsatisfiable')
    expect(parseRange(undefined, 0)).toBe('whole')
  })
})

describe('the name of a download', () => {
  it.each([
    ['plain.csv', 'attachment; filename="plain.csv"'],
    ['a "b".csv', `attachment; filename="a _b_.csv"; filename*=UTF-8''a%20%22b%22.csv`],
    ['a\r\nX: y.csv', `attachment; filename="a__X: y.csv"; filename*=UTF-8''a%0D%0AX%3A%20y.csv`],
    ['Côte 🌍.tif', `attachment; filename="C_te __.tif"; filename*=UTF-8''C%C3%B4te%20%F0%9F%8C%8D.tif`],
    ["it's (1).csv", 'attachment; filename="it\'s (1).csv"'],
    ['\ud800.csv', `attachment; filename="_.csv"; filename*=UTF-8''%EF%BF%BD.csv`],
  ])('%j cannot inject a header', (name, expected) => {
    const header = contentDisposition('attachment', name)
    expect(header).toBe(expected)
    expect(header).toMatch(/^[\x20-\x7e]+$/)
  })
})
