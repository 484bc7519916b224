import { existsSync, globSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { percentile } from '../faults/support/times.ts'
import { type WebPart, startWebPart } from './web-part.ts'

const root = join(import.meta.dirname, '../..')
const TOKEN = 'token=stand-in-token'
let part: WebPart
let web = ''
beforeAll(async () => {
  part = await startWebPart()
  web = part.url
})
afterAll(() => part.end())

const alive = async () => {
  expect(part.exitCode()).toBeNull()
  expect((await fetch(`${web}/healthz`)).status).toBe(200)
}

describe('S46 no development resource is served', () => {
  const inside = ['package.json', 'app.config.ts', 'service/main.ts', 'dist/server/server.js', 'etc/passwd']
  it.each([
    ...inside.map((file) => `/@fs/${root}/${file}`),
    '/@fs/etc/passwd',
    '/@id/node:fs',
    '/@id/__x00__virtual:anything',
    '/@vite/client',
    '/@react-refresh',
    '/node_modules/react/package.json',
    '/src/routes/__root.tsx',
    '/service/main.ts',
    '/dist/server/server.js',
    '/server/server.js',
    '/.env',
    '/.git/config',
    '/assets/../../server/server.js',
    '/assets/..%2f..%2fserver/server.js',
    '/assets/%2e%2e/%2e%2e/server/server.js',
    '/assets/....//....//etc/passwd',
    '/assets/%00',
    '/..%5c..%5cpackage.json',
    '/__open-in-editor?file=package.json',
    '/_serverFn/',
    '/_serverFn/x/../../etc/passwd',
    `/_serverFn/${Buffer.from(JSON.stringify({ file: '/@id/node:fs', export: 'readFileSync' })).toString('base64url')}`,
    `/_serverFn/${Buffer.from(JSON.stringify({ file: '/etc/passwd', export: 'default' })).toString('base64')}`,
    `/_serverFn/${'0'.repeat(64)}`,
    `/_serverFn/${'0123456789abcdef'.repeat(4)}`,
    `/_serverFn/${'f'.repeat(64)}/more`,
  ])('%s', async (path) => {
    for (const headers of [
      {} as Record<string, string>,
      { cookie: TOKEN, 'sec-fetch-site': 'same-origin', 'x-tsr-serverfn': 'true' },
    ]) {
      const response = await fetch(web + path, { headers, redirect: 'manual' })
      const text = await response.text()
      expect([307, 400, 403, 404, 405, 500], `${response.status}`).toContain(response.status)
      expect(response.status).not.toBe(500)
      expect(text).not.toMatch(/root:x:0|"dependencies"|import\.meta|readFileSync/)
    }
    await alive()
  })

  it('no source map is built into served files, and none is linked', async () => {
    const client = join(root, 'dist/client')
    expect(existsSync(client)).toBe(true)
    expect(globSync('**/*.map', { cwd: client })).toEqual([])
    const scripts = globSync('assets/*.js', { cwd: client })
    expect(scripts.length).toBeGreaterThan(5)
    for (const script of scripts) {
      expect(readFileSync(join(client, script), 'utf8'), script).not.toContain('sourceMappingURL=')
      expect((await fetch(`${web}/${script}.map`)).status).toBe(404)
    }
  })
})

const functions = () => {
  const dir = join(root, 'dist/server')
  const code = readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(join(dir, name), 'utf8'))
    .join('\n')
  return [...new Set(code.match(/(?<=["'`])[0-9a-f]{64}(?=["'`])/g))]
}

/** Payloads that a hostile client could send instead of seroval's. */
const deep = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth)
const PAYLOADS: [string, string][] = [
  ['nothing', ''],
  ['no JSON', '{"t":'],
  ['null', 'null'],
  ['a number', '7'],
  ['a prototype', '{"__proto__":{"polluted":true}}'],
  [
    'a prototype in a node',
    '{"t":{"t":10,"i":0,"p":{"k":["__proto__","data"],"v":[{"t":10,"i":1,"p":{"k":["polluted"],"v":[{"t":2,"s":2}]},"o":0},{"t":0,"s":1}]},"o":0},"f":31,"m":[]}',
  ],
  [
    'a constructor',
    '{"t":{"t":10,"i":0,"p":{"k":["constructor"],"v":[{"t":10,"i":1,"p":{"k":["prototype"],"v":[{"t":0,"s":1}]},"o":0}]},"o":0},"f":31,"m":[]}',
  ],
  ['a promise that never ends', '{"t":{"t":22,"i":0,"s":1,"f":{"t":0,"s":1}},"f":31,"m":[]}'],
  ['a promise by a constructor', '{"t":{"t":26,"i":0,"s":{"t":25,"i":1,"s":1}},"f":31,"m":[]}'],
  ['a reference to itself', '{"t":{"t":10,"i":0,"p":{"k":["a"],"v":[{"t":4,"i":0}]},"o":0},"f":31,"m":[0]}'],
  ['a reference to nowhere', '{"t":{"t":4,"i":99},"f":31,"m":[]}'],
  ['an unknown node', '{"t":{"t":9999,"i":0},"f":31,"m":[]}'],
  ['a huge array', '{"t":{"t":9,"i":0,"l":4294967295,"a":[],"o":0},"f":31,"m":[]}'],
  ['a regular expression', '{"t":{"t":6,"i":0,"c":"(a+)+$","m":"g"},"f":31,"m":[]}'],
  ['a huge integer', `{"t":{"t":3,"s":"${'9'.repeat(20_000)}"},"f":31,"m":[]}`],
  ['100,000 arrays deep', deep('[', ']', 100_000)],
  ['100,000 nodes deep', `{"t":${deep('{"t":9,"i":0,"l":1,"a":[', '],"o":0}', 20_000)},"f":31,"m":[]}`],
]

describe('S21 payloads of server functions', () => {
  it.each(PAYLOADS)('%s is rejected within 100 ms, and the process survives', async (_name, payload) => {
    const ids = functions()
    expect(ids.length).toBeGreaterThan(20)
    const headers = { cookie: TOKEN, 'sec-fetch-site': 'same-origin', 'x-tsr-serverfn': 'true' }
    const json = { ...headers, 'content-type': 'application/json' }
    const times: number[] = []
    const ask = async (url: string, options: RequestInit) => {
      const start = performance.now()
      const response = await fetch(url, { ...options, signal: AbortSignal.timeout(5000) })
      const text = await response.text()
      times.push(performance.now() - start)
      // 200 is for functions without input: they ignore the payload.
      expect(response.status, `${url} ${text}`).toBeLessThan(500)
      expect(text).not.toMatch(/node_modules|\.js:\d|seroval/)
    }
    for (const id of ids) {
      await ask(`${web}/_serverFn/${id}`, { method: 'POST', headers: json, body: payload })
      if (payload.length < 8000)
        await ask(`${web}/_serverFn/${id}?payload=${encodeURIComponent(payload)}`, { headers })
    }
    // The median of many: a busy machine is not the server's fault.
    expect(percentile(times, 0.5)).toBeLessThan(100)
    await alive()
    // A polluted prototype would show in every later page.
    const page = await fetch(`${web}/login`)
    expect(page.status).toBe(200)
    expect(await page.text()).not.toContain('polluted')
  })

  it('S17 no value of `next` leads to another origin', async () => {
    const words = [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '/%5Cevil.example',
      '\\/\\/evil.example',
      '/..%2F..%2Fevil.example',
      'javascript:alert(1)',
      'data:text/html,x',
      '@evil.example',
      'evil.example?.localhost',
      '%0d%0aLocation:https://evil.example',
      '__proto__',
      'constructor',
      'x'.repeat(5000),
      '/login?next=//evil.example',
      ' //evil.example',
      '/\t/evil.example',
    ]
    for (const word of words)
      for (const query of [
        `next=${encodeURIComponent(word)}`,
        `next=${word.replaceAll(' ', '+')}`,
        `next=a&next=${encodeURIComponent(word)}`,
      ]) {
        const response = await fetch(`${web}/login?${query}`, {
          headers: { cookie: TOKEN },
          redirect: 'manual',
        })
        const location = response.headers.get('location')
        expect([200, 307, 400]).toContain(response.status)
        if (location) expect(new URL(location, web).origin, word).toBe(web)
        expect(response.headers.get('set-cookie') ?? '').not.toContain('evil')
      }
  })
})
