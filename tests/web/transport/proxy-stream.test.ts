// @vitest-environment node
import { globSync, readFileSync } from 'node:fs'
import { type RequestListener, type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from 'undici'
import { writeProblem } from '#common/write-problem.ts'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

const config = vi.hoisted(() => ({ apiUrl: '' }))
const limits = vi.hoisted(() => ({ ms: 60_000 }))
// Session and peer come from the framework's request; address and time limit are those of this test's server.
vi.mock('~/server/http/config.server.ts', () => ({ config }))
const session = vi.hoisted(() => ({ token: 'a-token' as string | undefined }))
vi.mock('~/server/http/session.server.ts', () => ({ readToken: () => session.token }))
vi.mock('~/server/http/peer.server.ts', () => ({ peerHeaders: () => ({ 'x-forwarded-for': '192.0.2.7' }) }))
vi.mock('~/server/http/time-limit.server.ts', () => ({ timeLimitMs: () => limits.ms }))
const { proxy } = await import('~/server/http/proxy.server.ts')
const { callApi } = await import('~/server/http/api.server.ts')
const { endpoints } = await import('#contract/endpoints.ts')
const { getMe } = await import('#contract/accounts/accounts.ts')

let answer: RequestListener
let server: Server
const usual = getGlobalDispatcher()

/** Node's fetch gives up after 300 s without headers or without a chunk; here its default is half a second. */
beforeAll(async () => {
  setGlobalDispatcher(new Agent({ headersTimeout: 500, bodyTimeout: 500 }))
  server = createServer((request, response) => answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  config.apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`
})
afterAll(() => {
  setGlobalDispatcher(usual)
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  session.token = 'a-token'
  limits.ms = 60_000
})

const ask = (path: string, init: RequestInit = {}) =>
  proxy(new Request(`http://web.example/api/v1${path}`, init))

test('passes on an answer that begins late, in the proxy and in server functions', async () => {
  const me = { id: 1, name: 'A B', first_name: 'A', last_name: 'B', email: 'a@b.example', roles: [] }
  answer = (_, response) =>
    void sleep(1500).then(() =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(me)),
    )
  const [proxied, called] = await Promise.all([ask('/users/me'), callApi(getMe, {})])
  expect(proxied.status).toBe(200)
  expect(await proxied.json()).toEqual(me)
  expect(called).toMatchObject({ name: 'A B' })
})

test('passes on all of an answer that pauses between chunks', async () => {
  limits.ms = 1000
  answer = (_, response) => {
    response.write('first ')
    void sleep(1500).then(() => response.end('second'))
  }
  const proxied = await ask('/modeling/v1/jobs/7/download/mean')
  expect(await proxied.text()).toBe('first second')
})

test('answers 504 and disconnects if the answer does not begin within the call’s time limit', async () => {
  limits.ms = 300
  const closed = Promise.withResolvers<void>()
  answer = (_, response) => void response.once('close', closed.resolve)
  const start = performance.now()
  const proxied = await ask('/modeling/v1/jobs/7/download/mean')
  expect(performance.now() - start).toBeLessThan(2000)
  expect(proxied.status).toBe(504)
  expect(proxied.headers.get('content-type')).toBe('application/problem+json')
  expect(await proxied.json()).toEqual({
    detail: 'The service did not answer within 0.3 seconds. Try again in a moment.',
  })
  await closed.promise
})

test("passes on the service's sentence if it ends an upload from which nothing more arrives", async () => {
  limits.ms = 0
  answer = (request) => void request.once('data', () => writeProblem(request.socket, 408, 'Nothing arrived.'))
  const body = new ReadableStream({ start: (sent) => sent.enqueue(new Uint8Array(1000)) })
  const proxied = await ask('/interpolation/raster/check-in', {
    method: 'POST',
    body,
    duplex: 'half',
  } as never)
  expect(proxied.status).toBe(408)
  expect(await proxied.json()).toMatchObject({ detail: 'Nothing arrived.' })
})

test('without a time limit the proxy waits', async () => {
  limits.ms = 0
  answer = (_, response) => void sleep(1200).then(() => response.end('checked in'))
  expect(await (await ask('/interpolation/raster/check-in')).text()).toBe('checked in')
})

test('leaves no timer behind, however the call ends', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  answer = (request, response) => {
    if (request.url?.endsWith('/late')) return
    response.end('ok')
  }
  // The first call makes the timers of the connection pool.
  await (await ask('/users/me')).text()
  const before = timers()
  for (let n = 0; n < 20; n++) {
    await (await ask('/users/me')).text()
    const leave = new AbortController()
    const left = ask('/late', { signal: leave.signal })
    await sleep(5)
    leave.abort()
    expect((await left).status).toBe(499)
  }
  expect(timers()).toBeLessThanOrEqual(before + 2)
})

test.each(['a-token', undefined])('describes uploads to a client with the session %s', async (token) => {
  session.token = token
  const described = { 'tus-version': '1.0.0', 'tus-extension': 'creation', 'tus-max-size': '7' }
  let authorization: string | undefined
  answer = (request, response) => {
    authorization = request.headers.authorization
    response.writeHead(request.method === 'OPTIONS' ? 204 : 500, described).end()
  }
  const proxied = await ask('/uploads', { method: 'OPTIONS' })
  expect(proxied.status).toBe(204)
  expect(Object.fromEntries(proxied.headers)).toMatchObject(described)
  expect(authorization).toBe(token && `Bearer ${token}`)
})

test('answers 502 if the service is unavailable', async () => {
  const { apiUrl } = config
  config.apiUrl = 'http://127.0.0.1:1/api/v1'
  try {
    const proxied = await ask('/users/me')
    expect(proxied.status).toBe(502)
    expect(await proxied.json()).toEqual({
      detail: 'The service does not answer. Try again in a moment.',
    })
  } finally {
    config.apiUrl = apiUrl
  }
})

const PASSED_BACK = {
  'accept-ranges': 'bytes',
  allow: 'GET, HEAD',
  'content-disposition': 'attachment; filename="a.tif"',
  'content-range': 'bytes 0-1/9',
  'content-type': 'image/tiff',
  etag: '"e"',
  'preference-applied': 'respond-async',
  'retry-after': '7',
  'x-accel-buffering': 'no',
  'x-request-id': 'own-request-7',
}

test.each(Object.entries(PASSED_BACK))('the answer keeps %s', async (name, value) => {
  answer = (_, response) => response.writeHead(206, { [name]: value }).end('ab')
  const proxied = await ask('/modeling/v1/jobs/7/download/mean')
  expect(proxied.status).toBe(206)
  expect(proxied.headers.get(name)).toBe(value)
  expect(await proxied.text()).toBe('ab')
})

/** What acts on more than its own answer, and what the web application decides itself. */
const KEPT_BACK = [
  // Other origins read from the service itself.
  'access-control-allow-headers',
  'access-control-allow-methods',
  'access-control-allow-origin',
  'access-control-expose-headers',
  'access-control-max-age',
  'cache-control',
  'clear-site-data',
  'connection',
  'content-security-policy',
  'referrer-policy',
  'vary',
  'x-content-type-options',
  'x-frame-options',
]

test('every header that the service sets is passed back, or is known to be kept back', async () => {
  const read = (pattern: string, names: RegExp) =>
    globSync(pattern, { exclude: ['**/docs/**', '**/mail/**'] }).flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(names)].map(([, name]) => name.toLowerCase()),
    )
  const names = new Set([
    ...read('service/http/**/*.ts', /\.header\(\s*'([^']+)'/g),
    ...read('service/**/*.ts', /headers: \{\s*'([\w-]+)': /g),
    ...read('service/http/{*,answers/*,input/*,limits/*}.ts', /^\s+'([a-z]+-[a-z-]+)': /gm),
  ])
  expect(names.size).toBeGreaterThan(20)
  for (const name of [...names].filter((one) => one !== 'content-length' && one !== 'location')) {
    const value = name === 'connection' ? 'close' : '7'
    answer = (_, response) => response.writeHead(200, { [name]: value }).end()
    const proxied = (await ask('/users/me')).headers
    if (!KEPT_BACK.includes(name)) expect(proxied.get(name), name).toBe(value)
    else expect(proxied.get(name), name).not.toBe(value)
  }
})

test.each([
  [201, '/api/v1/uploads/7', '/api/v1/uploads/7'],
  [202, '/api/v1/raster/v1/assets/7', '/api/v1/raster/v1/assets/7'],
  [202, 'https://evil.example/api/v1/', null],
  [202, '//evil.example', null],
  [302, '/api/v1/uploads/7', null],
])('an answer %i with Location %s leads to %s', async (status, location, passed) => {
  answer = (_, response) => response.writeHead(status, { location }).end()
  const proxied = await ask('/uploads', { method: 'POST' })
  expect(proxied.headers.get('location')).toBe(passed)
})

test('a call that is rejected for a while says for how long', async () => {
  answer = (_, response) =>
    response.writeHead(429, { 'retry-after': '42', 'content-type': 'application/problem+json' }).end('{}')
  const proxied = await ask('/modeling/v1/run/file', { method: 'POST', body: 'x' })
  expect(proxied.status).toBe(429)
  expect(proxied.headers.get('retry-after')).toBe('42')
})

test.each([
  ['set-cookie', 'token=x'],
  ['www-authenticate', 'Basic'],
  ['x-powered-by', 'y'],
  ['access-control-allow-origin', '*'],
  ['x-accel-redirect', '/internal'],
  ['x-sendfile', '/etc/passwd'],
  ['refresh', '0;url=https://evil.example'],
  ['service-worker-allowed', '/'],
  ['strict-transport-security', 'max-age=0'],
])('removes %s from the answer', async (name, value) => {
  answer = (_, response) => response.writeHead(200, { [name]: value }).end()
  const proxied = await ask('/users/me')
  expect(proxied.headers.get(name)).toBeNull()
})

const PASSED_ON = [
  'accept',
  'content-type',
  'idempotency-key',
  'if-none-match',
  'if-range',
  'last-event-id',
  'prefer',
  'range',
  'tus-resumable',
  'upload-length',
  'upload-metadata',
  'upload-offset',
  'x-request-id',
]

test('passes on every header that a call of the contract reads', () => {
  const read = endpoints.flatMap(({ headers = [] }) => headers.map((name) => name.toLowerCase()))
  expect(read).toContain('prefer')
  for (const name of read) expect(PASSED_ON).toContain(name)
})

test('passes on only the headers that the contract names', async () => {
  const sent = Object.fromEntries(PASSED_ON.map((name) => [name, `value of ${name}`]))
  let seen: Record<string, unknown> = {}
  answer = (request, response) => {
    seen = request.headers
    response.end()
  }
  await ask('/users/me', { headers: { ...sent, cookie: 'token=secret', 'x-own': 'x', origin: 'http://o' } })
  expect(seen).toMatchObject({
    ...sent,
    authorization: 'Bearer a-token',
    'accept-encoding': expect.stringMatching(/^identity/),
    'x-forwarded-for': '192.0.2.7',
  })
  for (const name of ['cookie', 'x-own', 'origin']) expect(seen[name]).toBeUndefined()
})
