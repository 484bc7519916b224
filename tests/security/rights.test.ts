import { eq } from '#drizzle'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BASE_PATH, type Endpoint, ROLES, type Role, isForPrograms, isOgc } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { jobs, submissions, users } from '#service/db/schema.ts'
import { byName, everyCase } from '../support/every-case.ts'
import { createPerson } from '../support/service.ts'
import { type LayerFixture, createLayerFixture } from '../support/jobs/layer-fixture.ts'
import { type TestPerson, type TestService, createTestService } from '../support/service.ts'

let service: TestService
let fixture: LayerFixture
let owner: TestPerson
let port: number
beforeAll(async () => {
  service = await createTestService()
  owner = await service.logIn('staff')
  fixture = await createLayerFixture(service.services, owner.id)
  // A job of the survey keeps calls from deleting it, because later tests add jobs of it.
  await fixture.addJob()
  await service.app.listen({ host: '127.0.0.1', port: 0 })
  port = (service.app.server.address() as { port: number }).port
})
afterAll(() => service.close())

const FORBIDDEN = 'Could not validate credentials'
const addressOf = (endpoint: Endpoint, id: number) =>
  BASE_PATH +
  endpoint.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => (name === 'id' ? String(id) : 'mean'))

async function ask(endpoint: Endpoint, headers: Record<string, string>, id = 1) {
  if (endpoint.answer !== 'events')
    return service.app.inject({ method: endpoint.method, url: addressOf(endpoint, id), headers })
  // A live stream never ends: its head is enough.
  const stop = new AbortController()
  const answer = await fetch(`http://127.0.0.1:${port}${addressOf(endpoint, id)}`, {
    headers,
    signal: stop.signal,
  })
  const body = answer.status === 200 ? '{}' : await answer.text()
  stop.abort()
  return {
    statusCode: answer.status,
    body,
    json: () => JSON.parse(body) as { detail?: string },
    headers: Object.fromEntries(answer.headers),
  }
}

const guarded = endpoints.filter(({ access }) => access !== 'public')

describe('S20, S36 every call × nobody, viewer, staff, admin', () => {
  everyCase(
    'nobody gets in, and each role only where the contract says so',
    guarded.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const),
    async (endpoint) => {
      const access = endpoint.access as readonly Role[]
      const nobody = await ask(endpoint, {})
      expect(nobody.statusCode).toBe(isForPrograms(endpoint) ? 401 : 403)
      expect(nobody.json().detail).toBe(FORBIDDEN)
      for (const role of ROLES) {
        const person = await createPerson(service.services, role)
        const answer = await ask(endpoint, person.headers)
        if (access.includes(role)) {
          // The audit itself quotes the reasons of denials.
          if (answer.statusCode === 403) expect(answer.body, role).not.toContain('This needs the role')
        } else {
          expect(answer.statusCode, role).toBe(403)
          expect(answer.json().detail, role).toMatch(/^This needs the role /)
        }
        expect(answer.statusCode, role).toBeLessThan(500)
        // S19: the web application's cookie is never accepted here, from any origin.
        const cookie = await ask(endpoint, {
          cookie: `token=${person.token}`,
          origin: 'https://evil.example',
          'sec-fetch-site': 'cross-site',
        })
        expect(cookie.statusCode, role).toBe(403)
        expect(cookie.json().detail).toBe(FORBIDDEN)
      }
    },
  )

  it('a removed role counts at the next call, and a disabled account has no access', async () => {
    const person = await createPerson(service.services, 'admin')
    const admins = guarded.filter(
      ({ access, method, answer }) => method === 'GET' && answer !== 'events' && !access.includes('staff'),
    )
    expect(admins.length).toBeGreaterThan(0)
    const [first] = admins
    expect((await ask(first, person.headers)).statusCode).not.toBe(403)
    await service.services.db.execute(`update user_roles set role = 'staff' where user_id = ${person.id}`)
    for (const endpoint of admins)
      expect((await ask(endpoint, person.headers)).statusCode, endpoint.name).toBe(403)
    await service.services.db.update(users).set({ disabled_at: new Date() }).where(eq(users.id, person.id))
    for (const endpoint of guarded) {
      const answer = await ask(endpoint, person.headers)
      expect([endpoint.name, answer.statusCode, answer.json().detail]).toEqual([
        endpoint.name,
        403,
        FORBIDDEN,
      ])
    }
  })
})

describe('S36 another person’s record', () => {
  it('cannot be changed or ended by a colleague, and attempts do not change it', async () => {
    const { db } = service.services
    const stranger = await createPerson(service.services, 'staff')
    const viewer = await createPerson(service.services, 'viewer')
    const mine = await createPerson(service.services, 'staff')
    const id = await fixture.addJob({ app_user_id: mine.id })
    const before = await db.select().from(jobs).where(eq(jobs.id, id))
    const cancel = endpoints.find(({ name }) => name === 'cancelJob')!
    for (const person of [stranger, viewer]) {
      const answer = await ask(cancel, person.headers, id)
      expect([403, 404]).toContain(answer.statusCode)
    }
    expect(await db.select().from(jobs).where(eq(jobs.id, id))).toEqual(before)
    expect((await ask(cancel, mine.headers, id)).statusCode).toBe(200)
  })

  it('in an account (token, session) does not even exist for others', async () => {
    const mine = await createPerson(service.services, 'staff')
    const theirs = await createPerson(service.services, 'admin')
    const made = await service.app.inject({
      method: 'POST',
      url: `${BASE_PATH}/users/me/access-tokens`,
      headers: { ...mine.headers, 'content-type': 'application/json' },
      payload: JSON.stringify({ name: 'script', scopes: ['read'] }),
    })
    expect(made.statusCode).toBe(200)
    const token = made.json<{ id: number; token: string }>()
    const gone = await service.app.inject({
      method: 'DELETE',
      url: `${BASE_PATH}/users/me/access-tokens/${token.id}`,
      headers: theirs.headers,
    })
    expect(gone.statusCode).toBe(404)
    const list = await service.app.inject({
      url: `${BASE_PATH}/users/me/access-tokens`,
      headers: theirs.headers,
    })
    expect(list.body).not.toContain('script')
    const used = await service.app.inject({
      url: `${BASE_PATH}/users/me`,
      headers: { authorization: `Bearer ${token.token}` },
    })
    expect(used.statusCode).toBe(200)
    expect((await db().select().from(submissions)).length).toBeGreaterThan(0)
  })

  it('a read token changes nothing', async () => {
    const mine = await createPerson(service.services, 'admin')
    const made = await service.app.inject({
      method: 'POST',
      url: `${BASE_PATH}/users/me/access-tokens`,
      headers: { ...mine.headers, 'content-type': 'application/json' },
      payload: JSON.stringify({ name: 'reader', scopes: ['read'] }),
    })
    const headers = { authorization: `Bearer ${made.json<{ token: string }>().token}` }
    for (const endpoint of guarded.filter(({ method, scope }) => method !== 'GET' && scope !== 'read')) {
      const answer = await ask(endpoint, headers)
      expect([endpoint.name, answer.statusCode]).toEqual([endpoint.name, 403])
    }
  })
})
const db = () => service.services.db

describe('S19 other origins', () => {
  it('are not allowed by any call, nor by its preflight', async () => {
    for (const endpoint of endpoints) {
      if (endpoint.answer === 'events') continue
      for (const origin of ['https://evil.example', 'null', 'http://localhost.evil.example']) {
        const answer = await service.app.inject({
          method: endpoint.method,
          url: addressOf(endpoint, 1),
          headers: { origin, cookie: `token=${owner.token}` },
        })
        const preflight = await service.app.inject({
          method: 'OPTIONS',
          url: addressOf(endpoint, 1),
          headers: {
            origin,
            'access-control-request-method': endpoint.method,
            'access-control-request-headers': 'authorization',
          },
        })
        for (const { headers } of [answer, preflight])
          expect(
            Object.keys(headers).filter((name) => name.startsWith('access-control')),
            endpoint.name,
          ).toEqual([])
        expect(preflight.statusCode, endpoint.name).toBeGreaterThanOrEqual(400)
      }
    }
  })
})

describe('S40 bodies of every call', () => {
  const writing = endpoints.filter(({ body, encoding }) => body && (encoding ?? 'json') === 'json')
  const BODIES: [string, string, number[]][] = [
    ['2 MiB', `{"a":"${'x'.repeat(2 * 2 ** 20)}"}`, [413]],
    ['100,000 levels', `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, [422, 413]],
    ['NUL', '{"title":"a\\u0000b","name":"\\u0000","token":"\\u0000","email":"\\u0000"}', [422]],
    ['half a character', '{"name":"\\ud800","title":"\\ud800","token":"\\ud800"}', [422]],
    ['1e400', '{"id":1e400,"limit":1e400}', [422]],
    ['cut off', '{"name":"', [400]],
    ['NaN', '{"id":NaN}', [400]],
    ['a list', '[]', [422]],
    ['text', '"x"', [422]],
    ['1,001 ids', JSON.stringify({ job_ids: Array.from({ length: 1001 }, (_, n) => n + 1) }), [422]],
  ]
  everyCase('are rejected if they are invalid', byName(writing), async (endpoint) => {
    for (const [what, payload, statuses] of BODIES) {
      const person = await createPerson(service.services, 'admin')
      const answer = await service.app.inject({
        method: endpoint.method,
        url: addressOf(endpoint, 1),
        headers: {
          ...(endpoint.access === 'public' ? {} : person.headers),
          'content-type': 'application/json',
        },
        payload,
      })
      // A call with only optional fields accepts an object without any of them.
      expect(
        [...statuses, ...(isOgc(endpoint) ? [400] : []), ...(what === '1,001 ids' ? [200, 404] : []), 429],
        `${what}: ${answer.body.slice(0, 200)}`,
      ).toContain(answer.statusCode)
      expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    }
  })
})
