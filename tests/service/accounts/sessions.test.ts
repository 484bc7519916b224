import { eq, sql } from '#drizzle'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sessions, users } from '#service/db/schema.ts'
import { hashToken } from '#service/domain/accounts/sessions/find-session.ts'
import { hashPassword } from '#service/domain/accounts/password.ts'
import { createCallLimits } from '#service/http/limits/call-limits.ts'
import { getMe, updateMe } from '#contract/accounts/accounts.ts'
import { endpoints } from '#contract/endpoints.ts'
import { runFile } from '#contract/submissions/submissions.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'
import { logIn } from './mailbox.ts'

const PASSWORD = 'violet anchor tractor'
let service: TestService
beforeAll(async () => {
  service = await createTestService()
})
afterAll(() => service.close())

async function withPassword(): Promise<TestPerson> {
  const person = await service.logIn('viewer')
  await service.services.db
    .update(users)
    .set({ password_hash: await hashPassword(PASSWORD) })
    .where(eq(users.id, person.id))
  return person
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const me = (headers: Record<string, string>) => service.inject({ url: '/users/me', headers })
const remove = (url: string, headers: Record<string, string>) =>
  service.inject({ method: 'DELETE', url, headers })
const list = async (headers: Record<string, string>) =>
  (await service.inject({ url: '/users/me/sessions', headers })).json()

const expectRefused = (response: { statusCode: number; json(): { detail: string } }) => {
  expect(response.statusCode).toBe(403)
  expect(response.json().detail).toBe('Could not validate credentials')
}

describe('S11: a login', () => {
  it('sets no cookie: the token is only in the answer, with at least 128 random bits', async () => {
    const person = await withPassword()
    const tokens = new Set<string>()
    for (let n = 0; n < 5; n++) {
      const response = await logIn(service, person.email, PASSWORD)
      expect(response.headers['set-cookie']).toBeUndefined()
      tokens.add(response.json().accessToken)
    }
    expect(tokens.size).toBe(5)
    for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  })
})

describe('S12: an existing token', () => {
  it('is never adopted by a login', async () => {
    const person = await withPassword()
    const preset = 'A'.repeat(43)
    const response = await service.inject({
      method: 'POST',
      url: '/auth/login/access-token',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        cookie: `token=${preset}; __Host-token=${preset}`,
        ...bearer(preset),
      },
      payload: new URLSearchParams({ username: person.email, password: PASSWORD }).toString(),
    })
    expect(response.statusCode).toBe(200)
    expect(response.json().accessToken).not.toBe(preset)
    expectRefused(await me(bearer(preset)))
  })
})

describe('S14: logging out', () => {
  it('is a DELETE, clears what the browser stores, and ends the token', async () => {
    const person = await service.logIn('staff')
    for (const method of ['GET', 'POST'] as const) {
      const response = await service.inject({ method, url: '/auth/logout', headers: person.headers })
      expect(response.statusCode).toBe(405)
    }
    expect((await me(person.headers)).statusCode).toBe(200)
    const response = await remove('/auth/logout', person.headers)
    expect(response.headers['clear-site-data']).toBe('"cache", "storage"')
    expect(response.headers['cache-control']).toBe('no-store')
    expectRefused(await me(person.headers))
  })
})

describe('S15: the own sessions', () => {
  it('are listed with the current one marked, without tokens, and without ended ones', async () => {
    const person = await withPassword()
    const login = await service.inject({
      method: 'POST',
      url: '/auth/login/access-token',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'Other/1.0' },
      remoteAddress: '203.0.113.5',
      payload: new URLSearchParams({ username: person.email, password: PASSWORD }).toString(),
    })
    const other = bearer(login.json().accessToken)
    const idle = await logIn(service, person.email, PASSWORD)
    await service.services.db
      .update(sessions)
      .set({ last_used_at: sql`now() - interval '8 hours'` })
      .where(eq(sessions.token_hash, hashToken(idle.json().accessToken)))
    const { content, totalElements } = await list(other)
    expect(totalElements).toBe(2)
    expect(content.filter((one: { current: boolean }) => one.current)).toMatchObject([
      { user_agent: 'Other/1.0', address: '203.0.113.5' },
    ])
    expect(JSON.stringify(content)).not.toContain(login.json().accessToken)
  })
  it('can be ended one by one, but not those of others', async () => {
    const [person, stranger] = [await withPassword(), await service.logIn('viewer')]
    const other = bearer((await logIn(service, person.email, PASSWORD)).json().accessToken)
    const [mine] = (await list(other)).content.filter((one: { current: boolean }) => one.current)
    expect((await remove(`/users/me/sessions/${mine.id}`, stranger.headers)).statusCode).toBe(404)
    expect((await me(other)).statusCode).toBe(200)
    expect((await remove(`/users/me/sessions/${mine.id}`, person.headers)).statusCode).toBe(200)
    expectRefused(await me(other))
    expect((await me(person.headers)).statusCode).toBe(200)
    expect((await remove(`/users/me/sessions/${mine.id}`, person.headers)).statusCode).toBe(404)
  })
  it('can be ended everywhere else, or everywhere', async () => {
    const [person, stranger] = [await withPassword(), await service.logIn('viewer')]
    const other = bearer((await logIn(service, person.email, PASSWORD)).json().accessToken)
    expect((await remove('/users/me/sessions?keep_current=true', person.headers)).statusCode).toBe(200)
    expectRefused(await me(other))
    expect((await me(person.headers)).statusCode).toBe(200)
    const response = await remove('/users/me/sessions', person.headers)
    expect(response.headers['clear-site-data']).toBe('"cache", "storage"')
    expectRefused(await me(person.headers))
    expect((await me(stranger.headers)).statusCode).toBe(200)
  })
})

describe('S16: answers to logged-in people', () => {
  it('are never cached by intermediaries', async () => {
    const admin = await service.logIn('admin')
    const readable = endpoints.filter(
      ({ method, answer, access, path }) =>
        method === 'GET' && answer !== 'events' && access !== 'public' && !path.includes('{'),
    )
    expect(readable.length).toBeGreaterThan(10)
    for (const { path, name } of readable) {
      const response = await service.inject({ url: path, headers: admin.headers })
      expect(response.headers['cache-control'], name).toMatch(/no-store/)
      expect(response.headers['set-cookie'], name).toBeUndefined()
    }
  })
})

describe('S42: calls per minute', () => {
  const CLOCK = Date.UTC(2025, 0, 1, 12, 0, 0)
  it.each([
    ['reads', getMe, 600],
    ['writes', updateMe, 60],
    ['sent configurations', runFile, 10],
  ] as const)(
    '%s of one person are limited, separately for each person and minute',
    (_kind, endpoint, max) => {
      let now = CLOCK
      const limits = createCallLimits(() => now)
      for (let n = 0; n < max; n++) limits.count(1, endpoint)
      expect(() => limits.count(1, endpoint)).toThrow(
        expect.objectContaining({ status: 429, headers: { 'Retry-After': '60' } }) as Error,
      )
      expect(() => limits.count(2, endpoint)).not.toThrow()
      now += 59_000
      expect(() => limits.count(1, endpoint)).toThrow(
        expect.objectContaining({ headers: { 'Retry-After': '1' } }) as Error,
      )
      now += 1000
      expect(() => limits.count(1, endpoint)).not.toThrow()
    },
  )
})
