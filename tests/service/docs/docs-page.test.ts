import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BASE_PATH } from '#contract/endpoint.ts'
import { type TestService, createTestService } from '../../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await createTestService()
})
afterAll(() => service.close())

const get = (path: string, headers: Record<string, string> = {}, remoteAddress = '192.0.2.9') =>
  service.app.inject({ url: BASE_PATH + path, headers, remoteAddress })

describe('the API page', () => {
  it('loads styles and scripts from this service only, under a strict policy', async () => {
    const { headers, body } = await get('/docs')
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    const policy = String(headers['content-security-policy'])
    expect(policy).toMatch(/^default-src 'none'; /)
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
    expect(body).not.toMatch(/<style|<script>|\son\w+=|\sstyle=/)
    const files = [...body.matchAll(/(?:href|src)="(?!data:,)([^"]+)"/g)].map(([, path]) => path)
    expect(files).toEqual([
      'docs/swagger-ui.css',
      'docs/page.css',
      'docs/swagger-ui-bundle.js',
      'docs/page.js',
    ])
    for (const path of files) {
      const file = await get(`/${path}`)
      expect(file.statusCode, path).toBe(200)
      expect(file.headers['content-type']).toMatch(path.endsWith('.js') ? /^text\/javascript/ : /^text\/css/)
    }
  })
  it('is also found with a slash at the end', async () => {
    const { headers } = await get('/docs/')
    expect(new URL(String(headers.location), `http://host${BASE_PATH}/docs/`).pathname).toBe(
      `${BASE_PATH}/docs`,
    )
  })
})

describe.each([
  ['/openapi.json', '192.0.2.1', '192.0.2.2'],
  ['/docs', '192.0.2.3', '192.0.2.4'],
])('%s', (path, address, another) => {
  it('is sent once to who has it already', async () => {
    const first = await get(path)
    expect(first.statusCode).toBe(200)
    const again = await get(path, { 'if-none-match': String(first.headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect((await get(path, { 'if-none-match': '"another"' })).body).toBe(first.body)
  })
  it('is limited by address', async () => {
    const known = { 'if-none-match': '*' }
    const statuses = new Set<number>()
    // The first ones may fall into the minute before.
    for (let n = 0; n < 1300 && !statuses.has(429); n++)
      statuses.add((await get(path, known, address)).statusCode)
    expect([...statuses]).toEqual([304, 429])
    expect((await get(path, known, another)).statusCode).toBe(304)
  })
})
