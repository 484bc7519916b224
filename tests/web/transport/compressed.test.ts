// @vitest-environment node
import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { brotliDecompressSync, createBrotliDecompress, createGunzip, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { compressed } from '../../../web-server/compress.ts'

const TEXT = 'a page of Strata '.repeat(200)
interface Asked {
  accept?: string
  method?: string
  path?: string
  headers?: Record<string, string>
  status?: number
}
const answer = ({ accept = 'br, gzip', method = 'GET', path = '/', headers, status = 200 }: Asked = {}) =>
  compressed(
    new Request(`http://strata.test${path}`, { method, headers: { 'accept-encoding': accept } }),
    new Response(TEXT, {
      status,
      headers: { 'content-type': 'text/html', 'content-length': String(TEXT.length), ...headers },
    }),
  )
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

describe('pages and answers of server functions', () => {
  test.each([
    ['br', 'br', brotliDecompressSync],
    ['gzip, deflate', 'gzip', gunzipSync],
    ['gzip, deflate, br', 'br', brotliDecompressSync],
  ])('are compressed for clients that accept %s', async (accept, encoding, expand) => {
    const response = await answer({ accept, status: 404 })
    expect(response.status).toBe(404)
    expect(response.headers.get('content-encoding')).toBe(encoding)
    expect(response.headers.get('vary')).toContain('accept-encoding')
    const bytes = await bytesOf(response)
    expect(response.headers.get('content-length')).toBe(String(bytes.length))
    expect(bytes.length).toBeLessThan(TEXT.length / 4)
    expect(expand(bytes).toString()).toBe(TEXT)
  })
})

test.each([
  ['br', createBrotliDecompress],
  ['gzip', createGunzip],
])('what is written is sent without waiting for the rest (%s)', async (accept, expanding) => {
  let finish = () => {}
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('the first '))
      controller.enqueue(new TextEncoder().encode('part'))
      finish = () => controller.close()
    },
  })
  const response = await compressed(
    new Request('http://strata.test/', { headers: { 'accept-encoding': accept } }),
    new Response(body, { headers: { 'content-type': 'text/html' } }),
  )
  const text = Readable.fromWeb(response.body as NodeReadableStream).pipe(expanding())
  let seen = ''
  for await (const chunk of text) {
    seen += String(chunk)
    if (seen === 'the first part') finish()
  }
  expect(seen).toBe('the first part')
})

describe('passed on unchanged', () => {
  test.each<[string, Asked]>([
    ['for a client that accepts nothing of it', { accept: 'identity' }],
    ['the head alone', { method: 'HEAD' }],
    ['an answer of the API, whose ranges speak of its bytes', { path: '/api/v1/jobs/1/download/mean' }],
    ['a picture', { headers: { 'content-type': 'image/png' } }],
  ])('%s', async (_what, asked) => {
    const response = await answer(asked)
    expect(response.headers.get('content-encoding')).toBeNull()
    expect(response.headers.get('content-length')).toBe(String(TEXT.length))
    expect((await bytesOf(response)).toString()).toBe(TEXT)
  })
  test('already compressed', async () => {
    const response = await answer({ headers: { 'content-encoding': 'zstd' } })
    expect(response.headers.get('content-encoding')).toBe('zstd')
    expect((await bytesOf(response)).toString()).toBe(TEXT)
  })
})
