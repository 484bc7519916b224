import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isOwnOrigin } from '~/server/http/own-origin.ts'
import { sendRaw } from './raw.ts'
import { type WebPart, startWebPart } from './web-part.ts'

let part: WebPart
beforeAll(async () => {
  part = await startWebPart()
})
afterAll(() => part.end())

const ask = async (target: string, hosts: string[], version = '1.1') => {
  const lines = [
    `GET ${target} HTTP/${version}`,
    ...hosts.map((host) => `Host: ${host}`),
    'Connection: close',
  ]
  const { text } = await sendRaw(part.port, [`${lines.join('\r\n')}\r\n\r\n`])
  const [head = ''] = text.split('\r\n\r\n')
  const header = (name: string) => new RegExp(`^${name}: *(.*)$`, 'im').exec(head)?.[1]?.trim()
  return { text, status: Number(text.split(' ')[1]), header }
}

describe('the Host of a request', () => {
  it.each([
    ['a port that no machine has', ['localhost:99999']],
    ['a port of five nines more', ['localhost:999999999']],
    ['two of them', ['localhost', 'evil.example']],
    ['the same one twice', ['localhost', 'localhost']],
    ['a path', ['localhost/evil']],
    ['a person', ['me@evil.example']],
    ['two names', ['localhost, evil.example']],
    ['nothing', ['']],
    ['a blank', ['local host']],
    ['an open bracket', ['[::1']],
    ['no address of version 6', ['[1:2:3]']],
    ['no address of version 4', ['999.1.1.1']],
  ])('%s is a 400 with security headers', async (_, hosts) => {
    for (const target of ['/', '/login', '/api/v1/users/me', '/healthz', '/assets/x.js', '/logo.svg']) {
      const { status, header, text } = await ask(target, hosts)
      expect(status, `${target} ${text}`).toBe(400)
      expect(header('x-content-type-options'), target).toBe('nosniff')
      expect(header('content-security-policy'), target).toContain("default-src 'none'")
      expect(header('x-frame-options'), target).toBe('DENY')
      expect(text).not.toMatch(/node_modules|srvx|\.js:\d/)
    }
  })

  it.each([
    'localhost',
    'localhost:3000',
    '127.0.0.1:65535',
    '[::1]:80',
    'strata.example.org',
    'a-b_c.example',
  ])('%s is accepted', async (host) => {
    expect((await ask('/login', [host])).status).toBe(200)
  })
})

describe("no redirect leads to the Host header's address", () => {
  it.each([
    '//x/',
    '///x/',
    '//evil.example',
    '//evil.example/%2e%2e',
    '/\\evil.example',
    '/\\/evil.example',
    '/%5cevil.example/',
    '/%2fevil.example/',
    '/%2f%2fevil.example/',
    '//',
    '//?a=1',
    '//evil.example?next=/login',
    '/login/',
    '/modeling/submission/',
    '/modeling//submission',
    '/./login',
    '/x/..//evil.example',
    '/%0d%0aLocation:%20http://evil.example',
    'http://evil.example/login/',
    'http://evil.example//x/',
  ])('%s', async (target) => {
    for (const host of ['evil.example', 'evil.example:81']) {
      const { status, header } = await ask(target, [host])
      expect([200, 307, 308, 400, 404]).toContain(status)
      const location = header('location')
      expect(location ?? '/').toMatch(/^\/(?![/\\])/)
      expect(location ?? '').not.toContain(':81')
      expect(header('x-content-type-options')).toBe('nosniff')
    }
  })

  it('an address with two leading slashes redirects to the one with one', async () => {
    const { status, header } = await ask('//modeling/submission?page=2', ['localhost'])
    expect(status).toBe(308)
    expect(header('location')).toBe('/modeling/submission?page=2')
  })
})

describe('the body of a server function', () => {
  const head = (lines: string[]) =>
    [
      `POST /_serverFn/${'0'.repeat(64)} HTTP/1.1`,
      'Host: localhost',
      'Sec-Fetch-Site: same-origin',
      'Content-Type: application/json',
      ...lines,
    ].join('\r\n')

  it.each([
    ['longer than 8 MiB by its own word', ['Content-Length: 8388609'], 413],
    ['longer than 64 KiB without a session', ['Content-Length: 65537'], 413],
    [
      'longer than 64 KiB with a forged session',
      ['Content-Length: 65537', `Cookie: token=${'A'.repeat(43)}`],
      413,
    ],
    ['of a length that it does not say', ['Transfer-Encoding: chunked'], 411],
  ])('%s is not read', async (_, lines, status) => {
    const { text } = await sendRaw(part.port, [`${head(lines)}\r\n\r\n`], { ms: 3000 })
    expect(Number(text.split(' ')[1])).toBe(status)
    expect(text).toMatch(/^connection: close/im)
  })

  it('of a usual length is', async () => {
    const { text } = await sendRaw(part.port, [`${head(['Content-Length: 2'])}\r\n\r\n{}`], { ms: 3000 })
    expect(Number(text.split(' ')[1])).toBe(404)
  })
})

describe('S18, S19 a browser that sends no Sec-Fetch-Site', () => {
  const SCREEN = '/modeling/submission'
  const parts: Record<string, WebPart> = {}
  const addresses = {
    'https://strata.example.org': 'https://strata.example.org',
    'https://example.org:8443': 'https://example.org:8443',
    'http://strata.lan': 'http://strata.lan',
  }
  beforeAll(async () => {
    for (const [origin, APP_URL] of Object.entries(addresses)) parts[origin] = await startWebPart({ APP_URL })
  })
  afterAll(() => Promise.all(Object.values(parts).map((one) => one.end())))

  /** Behind a proxy, Host is that of APP_URL and the connection has no TLS. */
  const post = async (app: string, sent: Record<string, string>, path = '/api/v1/unknown') => {
    const { host, protocol } = new URL(app)
    const cookie = protocol === 'https:' ? '__Host-token=stand-in-token' : 'token=stand-in-token'
    const lines = Object.entries({ cookie, 'x-tsr-serverfn': 'true', ...sent })
    const { text } = await sendRaw(parts[app].port, [
      [
        `POST ${path} HTTP/1.1`,
        `Host: ${host}`,
        'Connection: close',
        'Content-Length: 0',
        ...lines.map(([name, value]) => `${name}: ${value}`),
        '\r\n',
      ].join('\r\n'),
    ])
    return { status: Number(text.split(' ')[1]), isForeign: text.includes('came from another site') }
  }

  it.each(Object.keys(addresses))('may send from %s, which is APP_URL', async (app) => {
    const own: Record<string, string>[] = [
      { origin: app },
      { referer: app + SCREEN },
      { 'sec-fetch-site': 'same-origin' },
    ]
    for (const sent of own) {
      expect(await post(app, sent), JSON.stringify(sent)).toEqual({ status: 404, isForeign: false })
      const call = await post(app, sent, `/_serverFn/${'0'.repeat(64)}`)
      expect(call, JSON.stringify(sent)).toEqual({ status: 404, isForeign: false })
    }
  })

  it('may open the application by another name of the machine on plain HTTP', async () => {
    const [app] = Object.keys(addresses).slice(2)
    const direct = { origin: 'http://192.0.2.7:3000', host: '192.0.2.7:3000' }
    const { text } = await sendRaw(parts[app].port, [
      `POST /api/v1/unknown HTTP/1.1\r\nHost: ${direct.host}\r\nOrigin: ${direct.origin}\r\nCookie: token=stand-in-token\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
    ])
    expect(text).toMatch(/^HTTP\/1.1 404/)
  })

  const foreign = (app: string): Record<string, string>[] => {
    const { host, hostname } = new URL(app)
    return [
      {},
      ...[
        'null',
        'https://app.evil',
        `https://${hostname}.evil`,
        `https://${host}.evil`,
        `https://evil-${host}`,
        `https://evil.${host}`,
        `https://${host}:444`,
        `https://${host}@app.evil`,
        `https://${host}, https://app.evil`,
        'http://127.0.0.1',
        '',
        // A page at http could have been changed on its way.
        ...(app.startsWith('https:') ? [`http://${host}`] : [`https://${host}`]),
      ].map((origin) => ({ origin })),
      { referer: 'https://app.evil/' },
      { referer: `https://${host}.evil/` },
      { referer: 'no address' },
      { origin: 'https://app.evil', referer: app + SCREEN },
      { origin: app, 'sec-fetch-site': 'cross-site' },
      { origin: app, 'sec-fetch-site': 'same-site' },
    ]
  }
  it.each(Object.keys(addresses))('may send nothing to %s from elsewhere', async (app) => {
    for (const sent of foreign(app))
      for (const path of ['/api/v1/unknown', `/_serverFn/${'0'.repeat(64)}`])
        expect(await post(app, sent, path), `${path} ${JSON.stringify(sent)}`).toEqual({
          status: 403,
          isForeign: true,
        })
  })

  it('may send from the origin of APP_URL with a path', () => {
    const app = 'https://example.org/strata'
    expect(isOwnOrigin('https://example.org', 'http://example.org/strata/login', app)).toBe(true)
    for (const origin of ['https://example.org.evil.test', 'http://example.org', 'null'])
      expect(isOwnOrigin(origin, 'http://example.org/strata/login', app), origin).toBe(false)
  })
})
