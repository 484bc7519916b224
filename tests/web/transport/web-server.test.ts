// @vitest-environment node
import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { freePort } from '../../support/free-port.ts'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildIfNeeded } from '../../../launcher/build.ts'
import { compressed } from '../../../web-server/compress.ts'
import { startStandIn } from '../../support/web/stand-in-service.ts'

const TOKEN = 'token=stand-in-token'
const SAME = { 'sec-fetch-site': 'same-origin' }
const root = join(import.meta.dirname, '../../..')
const serverDir = join(root, 'dist/server')

let WEB = ''
let child: ChildProcess
let complaints = ''
let service: Awaited<ReturnType<typeof startStandIn>>

/** The production server itself, against a small stand-in of the service. */
beforeAll(async () => {
  await buildIfNeeded()
  service = await startStandIn(0)
  const port = await freePort()
  WEB = `http://localhost:${port}`
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    PORT: String(port),
    API_URL: `http://127.0.0.1:${service.port}/api/v1`,
  }
  child = fork(join(root, 'web-server/main.ts'), { env, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (complaints += text))
  for (let tries = 0; tries < 200; tries++) {
    if (
      await fetch(`${WEB}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return
    await sleep(50)
  }
  throw new Error('The web server did not start.')
}, 120_000)
afterAll(async () => {
  const gone = new Promise((resolve) => child.once('exit', resolve))
  // As when the program that started it dies.
  child.disconnect()
  await gone
  await service.close()
})

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(WEB + path, { headers, redirect: 'manual' })

function serverFunctions(): string[] {
  const code = readdirSync(serverDir, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(join(serverDir, name), 'utf8'))
    .join('\n')
  return [...new Set(code.match(/(?<=["'`])[0-9a-f]{64}(?=["'`])/g))]
}

test.each(['/login', '/nothing/here', '/'])(
  '%s has a policy with its own nonce, which every inline script carries',
  async (path) => {
    const seen = new Set<string>()
    for (let round = 0; round < 2; round++) {
      const response = await get(path, path === '/' ? { cookie: TOKEN } : {})
      const policy = response.headers.get('content-security-policy') ?? ''
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
      expect(policy).toContain(`script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`)
      expect(policy.replace("style-src-attr 'unsafe-inline'", '')).not.toContain('unsafe-inline')
      const html = await response.text()
      for (const [script] of html.matchAll(/<script\b[^>]*>/g)) expect(script).toContain(`nonce="${nonce}"`)
      expect(html).not.toContain('stand-in-token')
      seen.add(nonce)
      expect(response.headers.get('cache-control')).toBe('private, no-store')
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(response.headers.get('x-frame-options')).toBe('DENY')
      expect(response.headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
      expect(response.headers.get('permissions-policy')).toContain('geolocation=()')
      expect(response.headers.get('x-powered-by')).toBeNull()
    }
    expect(seen.size).toBe(2)
  },
)

const DARK_MACHINE = '(prefers-color-scheme: dark)'
test.each([
  ['', 'light', false],
  ['theme=light', 'light', false],
  ['theme=dark', 'dark', false],
  ['theme=system', 'light', true],
  ['theme=%22%3E%3Cscript%3E', 'light', false],
])('with the cookie %j, the first page is %s before it is drawn', async (cookie, theme, asksMachine) => {
  const html = await (await get('/login', { cookie })).text()
  expect(/<html[^>]*>/.exec(html)?.[0]).toContain(`data-theme="${theme}"`)
  const [head = ''] = html.split('</head>')
  expect(head.includes(DARK_MACHINE)).toBe(asksMachine)
  expect(html.slice(head.length)).not.toContain(DARK_MACHINE)
  // A script that waits would let the other theme flash.
  if (asksMachine)
    expect(new RegExp(`<script[^>]*>[^<]*prefers-color-scheme`).exec(head)?.[0]).not.toMatch(
      /async|defer|module/,
    )
})

test.each([
  ['/', '/login?next=Home'],
  ['/modeling/submission', '/login?next=Submission'],
  ['/modeling/product-catalog?status=failed', '/login?next=%2Fmodeling%2Fproduct-catalog%3Fstatus%3Dfailed'],
])('redirects %s to %s when logged out', async (path, target) => {
  const response = await get(path)
  expect(response.status).toBe(307)
  expect(response.headers.get('location')).toBe(target)
})

test.each(['/login?next=https://evil.example', '/login?next=//evil.example', '/modeling/place-groups'])(
  'redirects %s to Home when logged in',
  async (path) => {
    const response = await get(path, { cookie: TOKEN })
    expect(response.status).toBe(307)
    expect(response.headers.get('location')).toBe('/')
  },
)

test.each(['/recover-password?token=secret-word', '/confirm-email?token=secret-word'])(
  'opening %s calls no service, and no Referer contains the token',
  async (path) => {
    const before = service.seen.length
    const page = await get(path)
    expect(page.status).toBe(200)
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(page.headers.get('cache-control')).toBe('private, no-store')
    expect(service.seen).toHaveLength(before)
    // The specification writes the address of the confirmation with a slash at its end.
    const slashed = await get(path.replace('?', '/?'))
    expect(slashed.headers.get('location')).toBe(path)
  },
)

test('an expired token opens the logout page, which ends nothing until it posts', async () => {
  const rejected = await get('/', { cookie: 'token=dead' })
  expect(rejected.headers.get('location')).toBe('/logout?next=Home')
  const page = await get('/logout', { cookie: TOKEN, 'sec-fetch-site': 'cross-site' })
  expect(page.status).toBe(200)
  expect(page.headers.getSetCookie().join()).not.toMatch(/token=;/)
})

const foreign: [string, Record<string, string>][] = [
  ['cross-site', { 'sec-fetch-site': 'cross-site' }],
  ['same-site', { 'sec-fetch-site': 'same-site' }],
  ['another origin', { origin: 'https://app.evil' }],
  ['an origin that begins alike', { origin: 'http://localhost.evil' }],
  ['origin null', { origin: 'null' }],
  ['nothing that identifies the client', {}],
]

test.each(foreign)('no server function and no server route takes a request from %s', async (_, headers) => {
  const ids = serverFunctions()
  expect(ids.length).toBeGreaterThan(5)
  for (const id of ids) {
    for (const method of ['GET', 'POST']) {
      const response = await fetch(`${WEB}/_serverFn/${id}`, {
        method,
        headers: { cookie: TOKEN, 'x-tsr-serverfn': 'true', ...headers },
      })
      expect(response.status, `${method} ${id}`).toBe(403)
    }
  }
  for (const body of [new FormData(), 'text']) {
    const response = await fetch(`${WEB}/api/v1/modeling/v1/run/file`, {
      method: 'POST',
      body,
      headers: { cookie: TOKEN, ...headers },
    })
    expect(response.status).toBe(403)
  }
})

test('the browser keeps nothing but the countries, and no page', async () => {
  const kept: string[] = []
  for (const id of serverFunctions()) {
    const answer = await fetch(`${WEB}/_serverFn/${id}`, {
      headers: { ...SAME, cookie: TOKEN, 'x-tsr-serverfn': 'true' },
    })
    if (answer.headers.get('cache-control') === 'private, no-store') continue
    expect(answer.headers.get('cache-control')).toBe('private, max-age=3600')
    kept.push(await answer.text())
  }
  // With and without regions and bounds.
  expect(kept).toHaveLength(2)
  for (const text of kept) expect(text).toContain('Nigeria')
  const page = await get('/modeling/submission', { cookie: TOKEN })
  expect(await page.text()).toContain('Nigeria')
  expect(page.headers.get('cache-control')).toBe('private, no-store')
})

test('the proxy adds the token, rejects calls without a session, and never reveals the token', async () => {
  const me = await get('/api/v1/users/me', { cookie: TOKEN })
  expect(await me.json()).toMatchObject({ name: 'Ada Lovelace' })
  expect(me.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  const anonymous = await get('/api/v1/users/me')
  expect(anonymous.status).toBe(403)
  expect(await anonymous.json()).toEqual({ detail: 'Could not validate credentials' })
  const login = await fetch(`${WEB}/api/v1/auth/login/access-token`, {
    method: 'POST',
    headers: { ...SAME, cookie: TOKEN },
    body: new URLSearchParams({ username: 'a@b.c', password: 'correct' }),
  })
  expect(login.status).toBe(404)
})

test('passes the real client address to the service, whatever the browser claims', async () => {
  for (const path of ['/', '/api/v1/users/me']) {
    await get(path, { cookie: TOKEN, 'x-forwarded-for': '203.0.113.9', 'user-agent': 'Probe/1' })
    const headers = service.seen.at(-1)
    expect(headers?.['x-forwarded-for']).toMatch(/^(127\.0\.0\.1|::1)$/)
    expect(headers?.['user-agent']).toBe('Probe/1')
  }
})

test('does not log people who leave before the answer', async () => {
  complaints = ''
  let left = 0
  for (let n = 0; n < 40; n++) {
    const request = fetch(`${WEB}/`, {
      headers: { cookie: TOKEN },
      signal: AbortSignal.timeout(1 + (n % 10)),
    })
    await request.then(
      (answer) => answer.body?.cancel(),
      () => left++,
    )
  }
  expect(left).toBeGreaterThan(3)
  expect((await get('/', { cookie: TOKEN })).status).toBe(200)
  expect(complaints).toBe('')
})

test('F26 shows the waiting page without details while the service is down, and recovers with it', async () => {
  await service.close()
  const response = await get('/', { cookie: TOKEN })
  const html = await response.text()
  expect(response.status).toBe(503)
  expect(response.headers.get('retry-after')).toBe('5')
  expect(html).toContain('The service does not answer yet.')
  expect(html).not.toMatch(/ECONNREFUSED|127\.0\.0\.1|node_modules|at .*\.js:\d+/)
  const proxied = await get('/api/v1/users/me', { cookie: TOKEN })
  expect(proxied.status).toBe(502)
  const list = await get('/modeling/product-catalog', { cookie: TOKEN })
  expect(list.status).toBe(503)
  expect(list.headers.get('retry-after')).toBe('5')
  const guests = await get('/login')
  expect(guests.status).toBe(200)
  expect(await guests.text()).toContain('Log In')

  service = await startStandIn(service.port)
  const recovered = await get('/', { cookie: TOKEN })
  expect(recovered.status).toBe(200)
  expect(await recovered.text()).toContain('Ada')
  expect((await get('/api/v1/users/me', { cookie: TOKEN, ...SAME })).status).toBe(200)
})

test.each([
  [429, '', '5'],
  [503, '', '5'],
  [429, '-after-18', '18'],
])('passes on that the service asks to wait with %i%s', async (status, after, seconds) => {
  const response = await get('/', { cookie: `token=answer-${status}${after}` })
  expect(response.status).toBe(status)
  expect(response.headers.get('retry-after')).toBe(seconds)
  expect(response.headers.get('content-security-policy')).toContain("default-src 'self'")
  expect(await response.text()).toContain(
    'Too many calls; wait a moment. This page will continue automatically.',
  )
})

test('answers 500 when the service fails otherwise', async () => {
  const response = await get('/', { cookie: 'token=answer-500' })
  expect(response.status).toBe(500)
  expect(response.headers.get('retry-after')).toBeNull()
  expect(await response.text()).toContain('The service does not answer yet.')
})

test('sends an asset in the smallest form that the browser accepts, cacheable forever', async () => {
  const assets = join(root, 'dist/client/assets')
  const [name = ''] = readdirSync(assets).filter((file) => /^libraries-.+\.js$/.test(file))
  const length = async (encoding: string) => {
    const response = await get(`/assets/${name}`, { 'accept-encoding': encoding })
    expect(response.headers.get('cache-control')).toBe('max-age=31536000, immutable')
    expect(response.headers.get('vary')).toMatch(/accept-encoding/i)
    expect(response.headers.get('content-type')).toMatch(/^text\/javascript/)
    expect(response.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding)
    const bytes = await response.arrayBuffer()
    expect(bytes.byteLength).toBe(readFileSync(join(assets, name)).length)
    return Number(response.headers.get('content-length'))
  }
  expect(await length('br')).toBe(readFileSync(join(assets, `${name}.br`)).length)
  expect(await length('gzip')).toBe(readFileSync(join(assets, `${name}.gz`)).length)
  await length('identity')
  const gone = await get('/assets/index-of-a-previous-build.js')
  expect(gone.status).toBe(404)
  expect(gone.headers.get('cache-control')).toBeNull()
})

test('a page arrives to its end', async () => {
  for (const [path, text] of [
    ['/login', 'Password'],
    ['/modeling/product-catalog', 'Product Catalog'],
  ] as const) {
    const page = await get(path, { cookie: path === '/login' ? '' : TOKEN, 'accept-encoding': 'identity' })
    const html = await page.text()
    expect(html.startsWith('<!DOCTYPE html><html'), path).toBe(true)
    expect(html.endsWith('</html>'), path).toBe(true)
    expect(html, path).toContain(text)
  }
})

test('compresses pages, but not files and events', async () => {
  const ask = (path: string) =>
    new Request(`http://localhost${path}`, { headers: { 'accept-encoding': 'gzip, br' } })
  const answer = (type: string) => new Response('<p>'.repeat(999), { headers: { 'content-type': type } })
  const page = await compressed(ask('/'), answer('text/html; charset=utf-8'))
  expect(page.headers.get('content-encoding')).toBe('br')
  expect(brotliDecompressSync(Buffer.from(await page.arrayBuffer())).toString()).toBe('<p>'.repeat(999))
  const encodingOf = async (request: Request, type: string) =>
    (await compressed(request, answer(type))).headers.get('content-encoding')
  expect(await encodingOf(ask('/api/v1/x'), 'application/json')).toBeNull()
  expect(await encodingOf(ask('/x'), 'text/event-stream')).toBeNull()
  expect(await encodingOf(new Request('http://localhost/'), 'text/html')).toBeNull()
})
