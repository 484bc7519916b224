import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from '#drizzle'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jobs, users } from '#service/db/schema.ts'
import { hashPassword } from '#service/domain/accounts/password.ts'
import { buildIfNeeded } from '../../../launcher/build.ts'
import { raster } from '../../fixtures/configuration/country-folder.ts'
import { multipart } from '../../fixtures/configuration/send.ts'
import { freePort } from '../../support/free-port.ts'
import { type TestPerson, createPerson } from '../../support/service.ts'
import { type FaultBench, createFaultBench } from '../support/fault-service.ts'
import { API_NAME, type Nginx, WEB_NAME, hasNginx, startNginx } from '../support/nginx.ts'
import { type Part, run } from '../support/part.ts'
import { until } from '../support/times.ts'
import { type Streamed, VERSIONS, type Version, stream, textOf } from '../support/tls-client.ts'

if (!hasNginx) process.stderr.write('Behind nginx: skipped, because nginx or openssl is not installed.\n')

const PASSWORD = 'Correct-horse-7-battery'
const MIB = 2 ** 20

let bench: FaultBench
let web: Part
let worker: Part
let nginx: Nginx
let person: TestPerson
let ca: Buffer
const ports = { http: 0, https: 0, web: 0, api: 0 }
const originOf = (name: string) => `https://${name}:${ports.https}`

beforeAll(async () => {
  if (!hasNginx) return
  await buildIfNeeded()
  bench = await createFaultBench()
  for (const name of ['http', 'https', 'web'] as const) ports[name] = await freePort()
  const env = {
    APP_URL: originOf(WEB_NAME),
    API_PUBLIC_URL: originOf(API_NAME),
    WEB_TRUST_PROXY: 'loopback',
    TRUST_PROXY: 'loopback',
  }
  const service = await bench.serve(env)
  worker = bench.work(env)
  ports.api = service.port
  web = run('web-server/main.ts', [], { ...env, PORT: String(ports.web), API_URL: service.base })
  nginx = await startNginx(ports)
  ca = readFileSync(join(nginx.folder, 'strata.pem'))
  person = await createPerson(bench.service.services, 'staff')
  const password_hash = await hashPassword(PASSWORD)
  await bench.service.services.db.update(users).set({ password_hash }).where(eq(users.id, person.id))
  await until(
    'the web application answers',
    30_000,
    async () => (await ask('HTTP/1.1', '/healthz')).status === 200,
  )
})
afterAll(async () => {
  await nginx?.end()
  await web?.end()
  await bench?.close()
})

/** What a browser that is logged in sends, through nginx. */
const ask = (version: Version, path: string, sent: Partial<Parameters<typeof stream>[1]> = {}) =>
  stream(version, {
    port: ports.https,
    host: WEB_NAME,
    ca,
    path,
    ...sent,
    headers: {
      cookie: `__Host-token=${person?.token}`,
      // As browsers that have no Sec-Fetch-Site.
      ...(sent.method && { origin: originOf(WEB_NAME) }),
      ...sent.headers,
    },
  })

const change = (id: number, values: Partial<typeof jobs.$inferInsert>) =>
  bench.service.services.db.update(jobs).set(values).where(eq(jobs.id, id))

/** A raster, and bytes behind it that no reader looks at. */
const content = (mebibytes: number) =>
  Buffer.concat([raster((x, y) => x + y), Buffer.alloc(mebibytes * MIB, mebibytes)])
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

describe.skipIf(!hasNginx)('nginx as docs/operations.md prints its configuration', () => {
  it('leads from http to https', async () => {
    const response = await fetch(`http://127.0.0.1:${ports.http}/login?a=1`, {
      headers: { host: WEB_NAME },
      redirect: 'manual',
    })
    expect(response.status).toBe(301)
    expect(response.headers.get('location')).toMatch(/^https:\/\/[^/]+\/login\?a=1$/)
  })

  it('passes calls on to the service, whose links begin with its public address', async () => {
    const headers = { ...person.headers, cookie: '' }
    const me = await ask('HTTP/2', '/api/v1/users/me', { host: API_NAME, headers })
    expect(JSON.parse(await textOf(me))).toMatchObject({ email: person.email })
    const events = await ask('HTTP/2', '/api/v1/modeling/v1/jobs/events', { host: API_NAME, headers })
    expect(await events.body.iterator({ destroyOnReturn: false }).next()).toMatchObject({ done: false })
    events.leave()
  })
})

describe.skipIf(!hasNginx).each(VERSIONS)('the product behind nginx, by %s', (version) => {
  let browser: Browser
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-quic',
        `--host-resolver-rules=MAP *.example.org 127.0.0.1`,
        ...(version === 'HTTP/1.1' ? ['--disable-http2'] : []),
      ],
    })
  })
  afterAll(() => browser?.close())

  it('a person logs in, and sees a change of a job within 3 s', async () => {
    // The worker would run a running layer again that no task belongs to, before a slow login ends.
    const id = await bench.fixture.addJob({ status: 'completed' })
    const context = await browser.newContext({ ignoreHTTPSErrors: true, baseURL: originOf(WEB_NAME) })
    const page = await context.newPage()
    page.setDefaultTimeout(60_000)
    await page.goto('/modeling/product-catalog')
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Log In' }).click()
    await page.getByText('Live', { exact: true }).waitFor()
    const protocol = await page.evaluate(
      () => (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).nextHopProtocol,
    )
    expect(protocol).toBe(version === 'HTTP/2' ? 'h2' : 'http/1.1')
    const step = `Fitting by ${version}`
    const start = performance.now()
    await change(id, { status: 'running', step, fraction: 0.5 })
    await page.getByText(step, { exact: true }).waitFor()
    expect(performance.now() - start).toBeLessThan(3000)
    expect(await page.getByText('Live', { exact: true }).isVisible()).toBe(true)
    await change(id, { status: 'completed', step: null })
    await context.close()
  })

  it('live events arrive within 3 s, and heartbeats in between', async () => {
    const id = await bench.fixture.addJob()
    const events = await ask(version, '/api/v1/modeling/v1/jobs/events')
    expect(events.status).toBe(200)
    const arrived: { text: string; at: number }[] = []
    events.body.on('data', (chunk: Buffer) => arrived.push({ text: chunk.toString(), at: performance.now() }))
    events.body.on('error', () => {})
    const seen = (what: string, ms: number) =>
      until(what, ms, () => arrived.some(({ text }) => text.includes(what)))
    await seen('event: heartbeat', 3000)
    for (const step of ['one', 'two', 'three']) {
      await change(id, { status: 'running', step })
      await seen(`"step":"${step}"`, 3000)
      await sleep(200)
    }
    const [first] = arrived.splice(0)
    await seen('event: heartbeat', 20_000)
    expect(arrived[0].at - first.at).toBeGreaterThan(10_000)
    events.leave()
  }, 60_000)

  it('an upload above 1 MiB passes as it arrives', async () => {
    const bytes = content(8)
    const tus = { 'tus-resumable': '1.0.0' }
    const named = { 'upload-metadata': `filename ${Buffer.from('large.tif').toString('base64')}` }
    const made = await ask(version, '/api/v1/uploads', {
      method: 'POST',
      headers: { ...tus, ...named, 'upload-length': String(bytes.length), 'content-length': '0' },
    })
    expect(made.status).toBe(201)
    expect(made.headers.location).toMatch(/^\/api\/v1\/uploads\//)
    const { id } = JSON.parse(await textOf(made)) as { id: string }
    const body = new PassThrough()
    const sending = ask(version, `/api/v1/uploads/${id}`, {
      method: 'PATCH',
      headers: {
        ...tus,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': '0',
        'content-length': String(bytes.length),
      },
      body,
    })
    const half = bytes.length / 2
    body.write(bytes.subarray(0, half))
    const { dataDir } = bench.service.services.config
    const growing = join(dataDir, 'files', '.growing', `rasters-${id}`)
    const size = async () => (await stat(growing).catch(() => null))?.size ?? 0
    await until(
      'most of the first half is stored before the second is sent',
      20_000,
      async () => (await size()) > half * 0.9,
    )
    body.end(bytes.subarray(half))
    expect((await sending).status).toBe(204)

    const { payload, headers } = multipart({}, [
      { field: 'file', name: `whole-${nameOf(version)}.tif`, content: content(3) },
    ])
    const whole = new PassThrough()
    whole.end(payload)
    const taken = await ask(version, '/api/v1/raster/v1/assets', {
      method: 'POST',
      headers: { ...headers, prefer: 'respond-async', 'content-length': String(payload.length) },
      body: whole,
    })
    expect(taken.status).toBe(202)
    expect(taken.headers['preference-applied']).toBe('respond-async')
    expect(taken.headers.location).toMatch(/^\/api\/v1\/raster\/v1\/assets\/\d+$/)
    const path = String(taken.headers.location)
    const status = async () => JSON.parse(await textOf(await ask(version, path))).status
    await until('the raster is catalogued', 60_000, async () => (await status()) === 'ready')
  }, 120_000)

  it('a download streams at the speed of its reader, and nothing of it is kept on the disk of nginx', async () => {
    const bytes = content(24)
    const id = await store(version, bytes)
    const path = `/api/v1/raster/v1/assets/${id}/download`
    const download = await ask(version, path)
    expect(download.status).toBe(200)
    expect(download.headers['content-length']).toBe(String(bytes.length))
    const hash = createHash('sha256')
    let first = true
    for await (const chunk of download.body) {
      hash.update(chunk as Buffer)
      if (first) {
        first = false
        await sleep(1000)
        expect(spooled()).toEqual([])
      }
    }
    expect(hash.digest('hex')).toBe(sha256(bytes))
    const part = await ask(version, path, { headers: { range: 'bytes=1000-1999' } })
    expect(part.status).toBe(206)
    expect(part.headers['content-range']).toBe(`bytes 1000-1999/${bytes.length}`)
    part.leave()
  }, 120_000)
})

/** Bands are named after files. */
const nameOf = (version: Version) => version.replace(/\W/g, '')

/** Files that nginx wrote. */
const spooled = () =>
  readdirSync(join(nginx.folder, 'temporary'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)

/** Catalogues a raster through nginx; returns the asset's id. */
async function store(version: Version, bytes: Buffer): Promise<number> {
  const { payload, headers } = multipart({}, [
    { field: 'file', name: `stored-${nameOf(version)}.tif`, content: bytes },
  ])
  const body = new PassThrough()
  body.end(payload)
  const answer: Streamed = await ask(version, '/api/v1/raster/v1/assets', {
    method: 'POST',
    headers: { ...headers, 'content-length': String(payload.length) },
    body,
  })
  const text = await textOf(answer)
  expect(answer.status, text).toBe(200)
  return JSON.parse(text).asset.id
}

describe.skipIf(!hasNginx)('a raster whose inspection takes longer than the proxy waits', () => {
  let hasty: Nginx
  const own = { https: 0 }
  beforeAll(async () => {
    own.https = await freePort()
    const changed = { 'proxy_read_timeout 400s': 'proxy_read_timeout 2s' }
    hasty = await startNginx({ ...ports, http: await freePort(), https: own.https }, changed)
    await worker.end()
  })
  afterAll(() => hasty?.end())

  it('is catalogued: the call answers at once, and the asset is followed; one that waits gets 504', async () => {
    const send = async (name: string, headers: Record<string, string>) => {
      const form = multipart({}, [{ field: 'file', name, content: content(2) }])
      const body = new PassThrough()
      body.end(form.payload)
      return ask('HTTP/2', '/api/v1/raster/v1/assets', {
        port: own.https,
        ca: readFileSync(join(hasty.folder, 'strata.pem')),
        method: 'POST',
        headers: { ...form.headers, ...headers, 'content-length': String(form.payload.length) },
        body,
      })
    }
    const waiting = await send('waits.tif', {})
    expect(waiting.status).toBe(504)
    const taken = await send('follows.tif', { prefer: 'respond-async' })
    expect(taken.status).toBe(202)
    const path = String(taken.headers.location)
    const follow = async () => JSON.parse(await textOf(await ask('HTTP/2', path)))
    await sleep(3000)
    expect(await follow()).toMatchObject({ status: 'received', fraction: null })
    bench.work({ TRUST_PROXY: 'loopback' })
    await until('the raster is catalogued', 60_000, async () => (await follow()).status === 'ready')
  }, 120_000)
})
