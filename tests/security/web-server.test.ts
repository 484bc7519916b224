import { type ChildProcess, fork } from 'node:child_process'
import { existsSync, globSync, readFileSync, readdirSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildIfNeeded } from '../../scripts/lib/build.ts'
import { startStandIn } from '../support/stand-in-service.ts'

const root = join(import.meta.dirname, '../..')
const TOKEN = 'token=stand-in-token'
let web = ''
let child: ChildProcess
let service: Awaited<ReturnType<typeof startStandIn>>

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

beforeAll(async () => {
  await buildIfNeeded()
  service = await startStandIn(0)
  const port = await freePort()
  web = `http://127.0.0.1:${port}`
  child = fork(join(root, 'scripts/serve-web.ts'), {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      APP_URL: web,
      API_URL: `http://127.0.0.1:${service.port}/api/v1`,
    },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [],
  })
  for (let n = 0; n < 200; n++) {
    if ((await fetch(`${web}/healthz`).catch(() => null))?.ok) return
    await sleep(50)
  }
  throw new Error('The web server did not start.')
})
afterAll(async () => {
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.disconnect()
  await gone
  await service.close()
})

const alive = async () => {
  expect(child.exitCode).toBeNull()
  expect((await fetch(`${web}/healthz`)).status).toBe(200)
}

describe('S46 nothing of the workshop is served', () => {
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

  it('no source map is built into what is served, and none is pointed at', async () => {
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

/** What a hostile client could send instead of what seroval writes. */
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

describe('S21 what server functions are sent', () => {
  it.each(PAYLOADS)('%s ends in an answer, soon, and the process lives on', async (_name, payload) => {
    const ids = functions()
    expect(ids.length).toBeGreaterThan(5)
    const headers = { cookie: TOKEN, 'sec-fetch-site': 'same-origin', 'x-tsr-serverfn': 'true' }
    for (const id of ids.slice(0, 4)) {
      const start = performance.now()
      const post = await fetch(`${web}/_serverFn/${id}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: payload,
        signal: AbortSignal.timeout(5000),
      })
      await post.text()
      expect(post.status).toBeGreaterThanOrEqual(200)
      if (payload.length < 8000) {
        const get = await fetch(`${web}/_serverFn/${id}?payload=${encodeURIComponent(payload)}`, {
          headers,
          signal: AbortSignal.timeout(5000),
        })
        await get.text()
      }
      expect(performance.now() - start).toBeLessThan(2000)
    }
    await alive()
    // A polluted prototype would show in every later page.
    const page = await fetch(`${web}/login`)
    expect(page.status).toBe(200)
    expect(await page.text()).not.toContain('polluted')
  })

  it('S17 no word of `next` leads to another origin', async () => {
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
