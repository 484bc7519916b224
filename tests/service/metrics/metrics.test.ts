import { request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadConfig } from '../../../app.config.ts'
import { connect } from '#service/db/client.ts'
import { createLocalFileStore } from '#service/files/local-file-store.ts'
import { createApp } from '#service/http/app.ts'
import { allRoutes } from '#service/http/routes.ts'
import { createLayerFixture } from '../../support/jobs/layer-fixture.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'
import { sendLayers } from '#service/domain/jobs/run-layer/send-layers.ts'

let service: TestService
const people = {} as Record<'viewer' | 'staff' | 'admin', TestPerson>
beforeAll(async () => {
  service = await createTestService({ queue: 'real' })
  for (const role of ['viewer', 'staff', 'admin'] as const) people[role] = await service.logIn(role)
})
afterAll(() => service.close())

const scrape = (options: { headers?: Record<string, string>; remoteAddress?: string } = {}) =>
  service.app.inject({ url: '/metrics', ...options })
const read = async () => (await scrape()).body
const valueOf = (text: string, name: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.slice(name.length + 1),
  )

describe('/metrics', () => {
  it('is Prometheus text with metrics of calls, queue, pool and process', async () => {
    const response = await scrape()
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
    expect(response.headers['cache-control']).toBe('no-store')
    for (const line of response.body.split('\n').filter(Boolean))
      expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{[^}]*\})? [-+.\w]+)$/)
    expect(valueOf(response.body, 'strata_database_up')).toBe(1)
    expect(valueOf(response.body, 'strata_database_connections{state="open"}')).toBeGreaterThan(0)
    expect(response.body).toContain('process_resident_memory_bytes')
    expect(response.body).toContain('nodejs_eventloop_lag_seconds')
  })
  it("counts calls by their route's template, never by text that a person typed", async () => {
    const { headers } = people.staff
    const canary = 'canary-in-the-address'
    await service.inject({ url: `/modeling/v1/jobs/by-key/${canary}?x=${canary}`, headers })
    await service.inject({ url: `/files/signed/${canary}/${canary}.tif` })
    await service.app.inject({ url: `/${canary}` })
    await service.app.inject({ url: `/api/v1/${canary}`, method: 'OPTIONS' })
    await service.inject({ url: '/modeling/v1/jobs/all_status', headers })
    await service.inject({ url: '/modeling/v1/jobs/all_status', headers })
    const text = await read()
    expect(text).not.toContain(canary)
    const count = (method: string, route: string, status: number) =>
      valueOf(
        text,
        `strata_http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`,
      )
    expect(count('GET', '/api/v1/modeling/v1/jobs/all_status', 200)).toBe(2)
    expect(count('GET', '/api/v1/files/signed/:token/:filename', 403)).toBe(1)
    expect(count('GET', 'unknown', 404)).toBe(1)
    // Nothing is open except the current request.
    expect(valueOf(text, 'strata_http_requests_open')).toBe(1)
  })
  it('reports pending and running jobs', async () => {
    const fixture = await createLayerFixture(service.services, people.staff.id)
    const waiting = await fixture.addJob({ datetime_submitted: new Date(Date.now() - 90_000) })
    await fixture.addJob({ status: 'running' })
    await fixture.addJob({ status: 'completed' })
    await service.services.db.transaction((tx) => sendLayers(service.services.queue, tx, [waiting]))
    const text = await read()
    expect(valueOf(text, 'strata_jobs{status="pending"}')).toBe(1)
    expect(valueOf(text, 'strata_jobs{status="running"}')).toBe(1)
    expect(valueOf(text, 'strata_queue_oldest_pending_seconds')).toBeGreaterThan(80)
    expect(valueOf(text, 'strata_queue_tasks{queue="run-layer",state="created"}')).toBe(1)
  })
  it('is closed to other machines and to proxied requests, except for admins', async () => {
    const elsewhere = { remoteAddress: '192.0.2.7' }
    const doors: Parameters<typeof scrape>[0][] = [
      elsewhere,
      { headers: { 'x-forwarded-for': '127.0.0.1' } },
      { headers: { forwarded: 'for=127.0.0.1' } },
      { headers: { 'x-real-ip': '127.0.0.1' } },
      { headers: { via: '1.1 proxy' } },
    ]
    for (const door of doors) {
      const rejected = await scrape(door)
      expect(rejected.statusCode, JSON.stringify(door)).toBe(403)
      expect(rejected.json().detail).toBe('Could not validate credentials')
    }
    for (const role of ['viewer', 'staff'] as const)
      expect((await scrape({ ...elsewhere, headers: people[role].headers })).statusCode).toBe(403)
    expect((await scrape({ ...elsewhere, headers: people.admin.headers })).statusCode).toBe(200)
    for (const remoteAddress of ['127.0.0.1', '127.3.2.1', '::1', '::ffff:127.0.0.1'])
      expect((await scrape({ remoteAddress })).statusCode).toBe(200)
  })
  it('answers without a database, and says so', async () => {
    const db = connect('postgres://nobody:x@127.0.0.1:1/nothing', { connectionTimeoutMs: 500 })
    const { services } = service
    const config = loadConfig({ NODE_ENV: 'test', DATA_DIR: services.config.dataDir })
    const { app } = await createApp(
      { ...services, config, db, files: createLocalFileStore(services.config.dataDir) },
      { routes: allRoutes },
    )
    const response = await app.inject({ url: '/metrics' })
    expect(response.statusCode).toBe(200)
    expect(valueOf(response.body, 'strata_database_up')).toBe(0)
    expect(response.body).not.toMatch(/^strata_jobs\{/m)
    await app.close()
    await db.$client.end()
  })
})

describe('the request id', () => {
  const call = (id: string | undefined) =>
    service.inject({
      url: '/modeling/v1/jobs/by-key/nothing-here',
      headers: { ...people.staff.headers, ...(id === undefined ? {} : { 'x-request-id': id }) },
    })
  it('is the caller’s if it is valid, in the header and in the problem', async () => {
    const response = await call('trace-0042.b_7')
    expect(response.headers['x-request-id']).toBe('trace-0042.b_7')
    expect(response.json().request_id).toBe('trace-0042.b_7')
  })
  it.each([
    undefined,
    'short',
    'x'.repeat(65),
    'with space',
    '<script>alert',
    '../../etc/passwd',
    '-leading',
  ])('is generated instead of %j', async (given) => {
    const response = await call(given)
    expect(response.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(response.json().request_id).toBe(response.headers['x-request-id'])
  })
  it('appears in the log, and is passed on to the worker', async () => {
    const lines: Record<string, unknown>[] = []
    const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
    const logged = await createTestService({ log })
    try {
      const { headers } = await logged.logIn('staff')
      await logged.inject({
        url: '/modeling/v1/jobs/all_status',
        headers: { ...headers, 'x-request-id': 'for-the-log-1' },
      })
      // The answer arrives before its line.
      await expect.poll(() => lines.map(({ request_id }) => request_id)).toContain('for-the-log-1')
    } finally {
      await logged.close()
    }
    await service.services.db.transaction((tx) =>
      sendLayers(service.services.queue, tx, [1], 'for-the-worker-1'),
    )
    const { rows } = await service.services.db.$client.query(
      `select data->>'request_id' as request_id from pgboss.job where name = 'run-layer' order by created_on desc limit 1`,
    )
    expect(rows).toEqual([{ request_id: 'for-the-worker-1' }])
  })
  it('with a malicious name cannot inject a header', async () => {
    await service.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = service.app.server.address() as AddressInfo
    const answered = await new Promise<Record<string, unknown>>((resolve, reject) => {
      ask(
        {
          host: '127.0.0.1',
          port,
          path: '/healthz',
          headers: { 'X-Request-Id': ['first-0001', 'second-0002'] },
        },
        (response) => {
          response.resume()
          resolve(response.headers)
        },
      )
        .once('error', reject)
        .end()
    })
    expect(answered['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  })
})
