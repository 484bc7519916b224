import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hasSession } from '../../web-server/has-session.ts'

let service: Server
let url: string
beforeAll(async () => {
  service = createServer(({ url: path, headers }, response) => {
    const known = path === '/api/v1/users/me' && headers.authorization === 'Bearer known'
    const isBusy = headers.authorization === 'Bearer busy'
    response.writeHead(known ? 200 : isBusy ? 429 : 403).end('{}')
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/api/v1`
})
afterAll(() => service.close())

it.each([
  ['token=known', true],
  ['theme=dark; __Host-token=known; menu=rail', true],
  ['token=forged; __Host-token=known', true],
  ['token=busy', true],
  ['token=forged', false],
  ['other-token=known', false],
  ['token=', false],
  [null, false],
])('the service decides whether %j is a session', async (cookies, expected) => {
  expect(await hasSession(cookies, url)).toBe(expected)
})

it('without the service there is none', async () => {
  expect(await hasSession('token=known', 'http://127.0.0.1:9/api/v1')).toBe(false)
})
