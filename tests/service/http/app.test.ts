import { connect as connectSocket, type AddressInfo } from 'node:net'
import type pino from 'pino'
import { sql } from '#drizzle'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { ADMINS, type Endpoint, READERS, WRITERS } from '#contract/endpoint.ts'
import { connect } from '#service/db/client.ts'
import { users } from '#service/db/schema.ts'
import { createApp } from '#service/http/app.ts'
import { createCallLimits } from '#service/http/limits/call-limits.ts'
import { type Route, route } from '#service/http/route.ts'
import { createLog } from '#service/log.ts'
import { sentence } from '#service/sentence.ts'
import { ServiceError } from '#service/service-error.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'

const make = (name: string, access: 'public' | typeof READERS, method: 'GET' | 'POST' = 'GET') =>
  ({
    name,
    resource: 'test',
    summary: '',
    method,
    path: `/test/${name}`,
    access,
    scope: method === 'GET' ? 'read' : 'write',
    rate: method === 'GET' ? 'read' : 'write',
    audit: null,
    record: null,
    ...(method === 'POST' ? { body: z.object({ value: z.string() }) } : {}),
    answer: z.object({ msg: z.string() }),
  }) satisfies Endpoint

const fail = (name: string, error: () => unknown): Route =>
  route(make(name, 'public'), async () => {
    throw error()
  })

const routes: Route[] = [
  route(make('readers', READERS), async () => ({ msg: 'read' })),
  route(make('writers', WRITERS, 'POST'), async () => ({ msg: 'written' })),
  route(make('admins', ADMINS), async () => ({ msg: 'ruled' })),
  route(make('anybody', 'public'), async ({ actor }) => ({ msg: actor ? actor.name : 'nobody' })),
  fail('bug', () => new TypeError('secret of /etc/passwd')),
  fail('string', () => 'thrown text'),
  fail(
    'rejected',
    () => new ServiceError('conflict', sentence`It is taken.`, { headers: { 'X-Hint': 'yes' } }),
  ),
  fail('storage', () => new ServiceError('no-storage', sentence`Not enough storage is left.`)),
  route(make('query', 'public'), async (_call, { db }) => {
    await db.insert(users).values({
      email: 'canary-mail@x',
      first_name: 'canary-name',
      last_name: '',
      password_hash: 'canary-hash',
    })
    await db.insert(users).values({
      email: 'CANARY-MAIL@x',
      first_name: 'canary-name',
      last_name: '',
      password_hash: 'canary-hash',
    })
    return { msg: 'never' }
  }),
  route(make('slow', 'public'), async (_call, { db }) => {
    await db.execute(sql`select set_config('statement_timeout', '50', true), pg_sleep(0)`)
    await db.transaction(async (tx) => {
      await tx.execute(sql`set local statement_timeout = 50`)
      await tx.execute(sql`select pg_sleep(5)`)
    })
    return { msg: 'never' }
  }),
]

let service: TestService
const lines: string[] = []
beforeAll(async () => {
  const log = createLog({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  service = await createTestService({ routes, log: log as pino.Logger })
})
afterAll(() => service.close())

describe('rights', () => {
  const people = {} as Record<'viewer' | 'staff' | 'admin', TestPerson>
  beforeAll(async () => {
    for (const role of ['viewer', 'staff', 'admin'] as const) people[role] = await service.logIn(role)
  })
  const call = (name: string, headers = {}, method: 'GET' | 'POST' = 'GET') =>
    service.inject({
      method,
      url: `/test/${name}`,
      headers,
      ...(method === 'POST' ? { payload: { value: 'x' } } : {}),
    })

  it.each([
    ['readers', 'GET', { viewer: 200, staff: 200, admin: 200 }],
    ['writers', 'POST', { viewer: 403, staff: 200, admin: 200 }],
    ['admins', 'GET', { viewer: 403, staff: 403, admin: 200 }],
  ] as const)('%s: as the contract says', async (name, method, expected) => {
    for (const [role, status] of Object.entries(expected)) {
      const response = await call(name, people[role as 'viewer'].headers, method)
      expect(response.statusCode).toBe(status)
    }
    const nobody = await call(name, {}, method)
    expect(nobody.statusCode).toBe(403)
    expect(nobody.json().detail).toBe('Could not validate credentials')
  })
  it('says which role is needed', async () => {
    const { detail } = (await call('writers', people.viewer.headers, 'POST')).json()
    expect(detail).toBe('This needs the role staff or admin; yours is viewer. An admin can change it.')
  })
  it('identifies the caller on a public call, and ignores a bad token there', async () => {
    expect((await call('anybody', people.staff.headers)).json().msg).toBe('Test staff')
    expect((await call('anybody', { authorization: 'Bearer nonsense' })).json().msg).toBe('nobody')
  })
  it('allows no other origin', async () => {
    const response = await call('readers', { ...people.staff.headers, origin: 'https://evil.example' })
    expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    const cookie = await call('readers', {
      cookie: `token=${people.staff.token}`,
      origin: 'https://evil.example',
    })
    expect(cookie.statusCode).toBe(403)
  })
})

describe('answers', () => {
  it('have the protective headers, and none that reveals versions', async () => {
    const { headers } = await service.inject({ url: '/test/anybody' })
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers).not.toHaveProperty('x-powered-by')
    expect(headers).not.toHaveProperty('server')
  })
  it('of HEAD have the headers and no body', async () => {
    const response = await service.inject({ method: 'HEAD', url: '/test/anybody' })
    expect(response.statusCode).toBe(200)
    expect(response.rawPayload).toHaveLength(0)
  })
  it('to an unknown address, or without a token to a known one with another method, are 404', async () => {
    for (const request of [{ url: '/nowhere' }, { url: '/test/anybody', method: 'PUT' as const }]) {
      const response = await service.inject(request)
      expect(response.statusCode).toBe(404)
      expect(response.json()).toMatchObject({
        status: 404,
        title: 'Not Found',
        detail: 'There is nothing at this address.',
      })
    }
    const response = await service.app.inject({ url: '/%zz' })
    expect(response.statusCode).toBe(400)
    expect(response.json().detail).toBe('The request could not be read.')
  })
})

describe('errors', () => {
  it('in our code show a fixed sentence and the request id', async () => {
    for (const name of ['bug', 'string', 'query']) {
      const response = await service.inject({ url: `/test/${name}` })
      expect(response.statusCode).toBe(500)
      const { detail } = response.json()
      expect(detail).toBe(
        `Something went wrong on our side. If it happens again, report the number ${String(response.headers['x-request-id'])}.`,
      )
      expect(response.body).not.toMatch(/passwd|secret|insert|stack|node_modules|canary/i)
    }
  })
  it('thrown by a verb keep their sentence, status and headers', async () => {
    const rejected = await service.inject({ url: '/test/rejected' })
    expect(rejected.statusCode).toBe(409)
    expect(rejected.json().detail).toBe('It is taken.')
    expect(rejected.headers['x-hint']).toBe('yes')
    expect((await service.inject({ url: '/test/storage' })).statusCode).toBe(507)
  })
  it('of a statement that takes too long are 503', async () => {
    const response = await service.inject({ url: '/test/slow' })
    expect(response.statusCode).toBe(503)
    expect(response.headers['retry-after']).toBe('5')
  })
})

describe('the log', () => {
  it('contains route, status and time, and nothing that a person sent', async () => {
    const person = await service.logIn('staff')
    lines.length = 0
    await service.inject({
      url: '/test/readers?canary-query=1',
      headers: { ...person.headers, cookie: 'token=canary-cookie' },
    })
    await service.inject({ url: '/test/canary-path@x', headers: person.headers })
    await service.inject({ url: '/test/query', headers: person.headers })
    await service.inject({
      method: 'POST',
      url: '/test/writers',
      headers: person.headers,
      payload: { value: 'canary-body\0' },
    })
    await service.app.inject({ url: '/%zz?canary-query' })
    const text = lines.join('')
    expect(text).toContain('"route":"/api/v1/test/readers","status":422')
    expect(text).toContain('users_email_key')
    expect(text.toLowerCase()).not.toContain('canary')
    expect(text).not.toContain(person.token)
  })
})

describe('health', () => {
  it('says that the process is alive and that it can serve', async () => {
    expect((await service.app.inject({ url: '/healthz' })).statusCode).toBe(200)
    expect((await service.app.inject({ url: '/readyz' })).json()).toEqual({ status: 'ok' })
  })
  it('without a database: alive, not ready, calls answer 503 at once', async () => {
    const db = connect('postgresql://strata:x@/strata?host=/nonexistent')
    const { app } = await createApp({ ...service.services, db }, { routes })
    expect((await app.inject({ url: '/healthz' })).statusCode).toBe(200)
    expect((await app.inject({ url: '/readyz' })).json()).toEqual({ status: 'no database' })
    const person = await service.logIn('viewer')
    const response = await app.inject({ url: '/api/v1/test/readers', headers: person.headers })
    expect(response.statusCode).toBe(503)
    expect(response.json().detail).toBe('The database cannot be reached at the moment. Try again shortly.')
    await app.close()
    await db.$client.end()
  })
  it('while draining: not ready any more', async () => {
    const { app, readiness } = await createApp(service.services, { routes: [] })
    readiness.drain()
    const response = await app.inject({ url: '/readyz' })
    expect(response.statusCode).toBe(503)
    expect(response.json()).toEqual({ status: 'stopping' })
    await app.close()
  })
  it('is regained after the database cuts all connections', async () => {
    await service.services.db.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    )
    const person = await service.logIn('viewer')
    expect((await service.inject({ url: '/test/readers', headers: person.headers })).statusCode).toBe(200)
  })
  it('waits for a connection, then answers 503 (all of them in use)', async () => {
    const db = connect(service.database.url, { max: 1, connectionTimeoutMs: 200 })
    const held = await db.$client.connect()
    const { app } = await createApp({ ...service.services, db }, { routes })
    const person = await service.logIn('viewer')
    const ask = () => app.inject({ url: '/api/v1/test/readers', headers: person.headers })
    expect((await ask()).statusCode).toBe(503)
    held.release()
    expect((await ask()).statusCode).toBe(200)
    await app.close()
    await db.$client.end()
  })
})

describe('call limits', () => {
  it('let a person make 600 reads and 60 writes per minute, each person separately', () => {
    vi.useFakeTimers({ now: 60_000_000 })
    try {
      const limits = createCallLimits()
      const read = make('a', READERS)
      const write = make('b', READERS, 'POST')
      for (let n = 0; n < 600; n++) limits.count(1, read)
      expect(() => limits.count(1, read)).toThrow('Only 600 calls of this kind')
      limits.count(2, read)
      for (let n = 0; n < 60; n++) limits.count(1, write)
      vi.advanceTimersByTime(15_000)
      try {
        limits.count(1, write)
        expect.unreachable()
      } catch (error) {
        expect(error).toMatchObject({ status: 429, headers: { 'Retry-After': '45' } })
      }
      vi.advanceTimersByTime(45_000)
      limits.count(1, write)
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('malformed HTTP', () => {
  it('is answered with 400 and the service continues', async () => {
    if (!service.app.server.listening) await service.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = service.app.server.address() as AddressInfo
    const said = await new Promise<string>((resolve) => {
      let text = ''
      const socket = connectSocket(port, '127.0.0.1', () => socket.write('GET / HTTP/9.9\r\nbroken\r\n\r\n'))
      socket.on('data', (chunk) => (text += chunk.toString()))
      socket.on('close', () => resolve(text))
    })
    expect(said).toMatch(/^HTTP\/1\.1 400/)
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
  })
})
