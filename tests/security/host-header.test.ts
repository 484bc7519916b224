import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestService, createTestService } from '../support/service.ts'
import { sendRaw, statusOf } from './raw.ts'

let service: TestService
let port = 0
beforeAll(async () => {
  service = await createTestService()
  await service.app.listen({ host: '127.0.0.1', port: 0 })
  port = (service.app.server.address() as AddressInfo).port
})
afterAll(() => service.close())

const get = async (head: string, version = '1.1') =>
  (await sendRaw(port, [`GET /healthz HTTP/${version}\r\n${head}Connection: close\r\n\r\n`])).text

function expectProblem(text: string): void {
  expect(statusOf(text), text).toBe(400)
  expect(text).toMatch(/^content-type: application\/problem\+json/im)
  expect(text).toMatch(/^x-content-type-options: nosniff/im)
  expect(text).toMatch(/^content-security-policy: default-src 'none'/im)
}

describe('the Host header', () => {
  it.each([
    'localhost:99999',
    'localhost:65536',
    'localhost:-1',
    'localhost:',
    'localhost:8092x',
    'local host',
    'a/b',
    'user@host',
    'a,b',
    '[::1',
    '',
    `${'a'.repeat(300)}.example`,
  ])('%j is rejected with the usual headers', async (host) => {
    expectProblem(await get(`Host: ${host}\r\n`))
  })
  it('two of them are rejected, equal or not', async () => {
    expectProblem(await get('Host: localhost\r\nHost: evil.example\r\n'))
    expectProblem(await get('Host: localhost\r\nhost: localhost\r\n'))
  })
  it('none is rejected', async () => expectProblem(await get('')))
  it.each(['localhost', 'localhost:8092', '127.0.0.1:80', '[::1]:8092', 'api.example.org', 'my_host'])(
    '%j is accepted',
    async (host) => {
      expect(statusOf(await get(`Host: ${host}\r\n`))).toBe(200)
    },
  )
})

describe('requests that are not HTTP, or have no valid address', () => {
  it.each([
    [
      'an address that cannot be decoded',
      'GET /api/v1/%zz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    ],
    ['a header line without a name', 'GET / HTTP/1.1\r\nHost: localhost\r\n: x\r\n\r\n'],
    ['something else', 'what is this\r\n\r\n'],
  ])('%s gets a problem with the usual headers', async (_name, text) => {
    expectProblem((await sendRaw(port, [text])).text)
  })
  it('headers that are too long as well', async () => {
    const { text } = await sendRaw(port, [
      `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'y'.repeat(20_000)}\r\n\r\n`,
    ])
    expect(statusOf(text)).toBe(431)
    expect(text).toMatch(/^x-content-type-options: nosniff/im)
  })
})
