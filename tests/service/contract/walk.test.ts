import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BASE_PATH, type Endpoint, ROLES, defineEndpoint, isForPrograms, isOgc } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { allRoutes, assertComplete } from '#service/http/routes.ts'
import { route } from '#service/http/route.ts'
import { z } from 'zod'
import { byName, everyCase } from '../../support/every-case.ts'
import { anyPathOf } from '../../support/any-path.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'

let service: TestService
const people = {} as Record<string, TestPerson>
beforeAll(async () => {
  service = await createTestService()
  for (const role of ['viewer', 'staff', 'admin'] as const) people[role] = await service.logIn(role)
})
afterAll(() => service.close())

const call = (endpoint: Endpoint, headers: Record<string, string> = {}, query = '') =>
  service.inject({ method: endpoint.method, url: `${anyPathOf(endpoint)}${query}`, headers })

/** These would log out this file's people; each has its own test. */
const ENDS_SESSIONS = new Set(['logout', 'endSession', 'endSessions', 'endUserSessions', 'setUserRoles'])

/** A person with access to the endpoint, with as few rights as possible. */
const reader = (endpoint: Endpoint) =>
  endpoint.access === 'public' || endpoint.access.includes('viewer') ? people.viewer : people.admin

const guarded = endpoints.filter((endpoint) => endpoint.access !== 'public')
const open = endpoints.filter((endpoint) => endpoint.access === 'public')

describe('the whole contract', () => {
  it('has a route for each call, and no other', () => {
    expect(() => assertComplete(allRoutes, endpoints)).not.toThrow()
  })
  it('is public only for logged-out people and signed links', () => {
    expect(open.map((endpoint) => endpoint.name).sort()).toEqual([
      'confirmEmail',
      'login',
      'openSignedFile',
      'openSignedTile',
      'recoverPassword',
      'register',
      'requestEmailConfirmation',
      'requestPasswordRecovery',
    ])
  })
  it('has unique names, methods and paths', () => {
    expect(new Set(endpoints.map((endpoint) => endpoint.name)).size).toBe(endpoints.length)
    const addresses = endpoints.map(
      ({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}').replace(/\/$/, '')}`,
    )
    expect(new Set(addresses).size).toBe(endpoints.length)
  })

  describe('every guarded call', () => {
    const calls = byName(guarded)
    everyCase(
      'is rejected without a session, with a forged one and with a cookie',
      calls,
      async (endpoint) => {
        const rejected: Record<string, string>[] = [
          {},
          { authorization: `Bearer ${'A'.repeat(43)}` },
          { cookie: `token=${people.admin.token}` },
          { 'sec-fetch-mode': 'no-cors' },
          { 'user-agent': 'Mozilla/5.0' },
        ]
        for (const headers of rejected) {
          const response = await call(endpoint, headers)
          const isAsked = isForPrograms(endpoint) && Object.keys(headers).every((name) => name === 'cookie')
          expect(response.statusCode).toBe(isAsked ? 401 : 403)
          expect(response.headers['www-authenticate']?.slice(0, 6)).toBe(isAsked ? 'Basic ' : undefined)
          expect(response.json().detail).toBe('Could not validate credentials')
          expect(response.headers['cache-control']).toBe('no-store')
        }
      },
    )
    everyCase("allows the contract's roles, and no others", calls, async (endpoint) => {
      if (endpoint.answer === 'events' || ENDS_SESSIONS.has(endpoint.name)) return
      for (const role of ROLES) {
        // Separate people: one person has 60 writes per minute.
        const person = await service.logIn(role)
        const response = await call(endpoint, person.headers)
        if (endpoint.access.includes(role)) {
          // The audit itself quotes the reasons of denials.
          if (response.statusCode === 403) expect(response.body).not.toContain('This needs the role')
          expect(response.statusCode).not.toBe(500)
        } else {
          expect(response.statusCode).toBe(403)
          expect(response.json().detail).toMatch(/^This needs the role/)
        }
      }
    })
    everyCase('rejects an unknown parameter', calls, async (endpoint) => {
      const asker = await service.logIn('admin')
      const response = await call(endpoint, asker.headers, '?no_such_filter=1')
      // A call with a path parameter or a body may reject those first.
      expect(response.statusCode).toBe(isOgc(endpoint) ? 400 : 422)
    })
  })

  const sorted = byName(endpoints.filter((endpoint) => endpoint.query?.shape.sort_by))
  everyCase(
    'every list rejects an invalid page, and names the sorts that exist',
    sorted,
    async (endpoint) => {
      const hostile = [
        'limit=100000',
        'limit=-1',
        'limit=1%20or%201=1',
        'skip=-1',
        'skip=99999999',
        'page=0',
        'size=100000',
      ]
      for (const query of hostile) {
        const response = await call(endpoint, reader(endpoint).headers, `?${query}`)
        expect(response.statusCode, query).toBe(422)
        expect(response.json().errors[0].message.length).toBeGreaterThan(0)
      }
      const sort = (await call(endpoint, reader(endpoint).headers, '?sort_by=nonsense')).json()
      expect(sort.detail).toMatch(/^sort_by must be one of \w+, \w+/)
    },
  )
})

describe('another method', () => {
  const paths = Map.groupBy(endpoints, (endpoint) => anyPathOf(endpoint).replace(/\/$/, ''))
  const byPath = [...paths].map(([path, known]) => [path, path, known.map(({ method }) => method)] as const)
  const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'] as const

  everyCase('is taken by no path', byPath, async (url, known) => {
    const { headers } = await service.logIn('viewer')
    for (const method of METHODS) {
      if ((known as string[]).includes(method === 'HEAD' ? 'GET' : method)) continue
      const response = await service.inject({ method: method as 'GET', url, headers })
      expect(response.statusCode, method).toBe(405)
      const allowed = String(response.headers.allow).split(', ')
      expect(allowed.filter((one) => one !== 'HEAD' && one !== 'OPTIONS').sort()).toEqual([...known].sort())
      if (method !== 'HEAD')
        expect(response.json().detail).toBe(`This address accepts only ${allowed.join(', ')}.`)
      for (const forged of [{}, { authorization: `Bearer ${'A'.repeat(43)}` }]) {
        const unknown = await service.inject({ method: method as 'GET', url, headers: forged })
        expect(unknown.statusCode, method).toBe(404)
        expect(unknown.headers).not.toHaveProperty('allow')
      }
    }
  })
  it('is rejected while the person has used up the calls of a minute', async () => {
    const { headers } = await service.logIn('viewer')
    const ask = () => service.app.inject({ method: 'DELETE', url: `${BASE_PATH}/stac`, headers })
    const statuses = new Set<number>()
    // A few at once, as more than the database serves are rejected; the first ones may fall into the minute before.
    for (let calls = 0; calls <= 1200 && !statuses.has(429); calls += 50)
      for (const { statusCode } of await Promise.all(Array.from({ length: 50 }, ask)))
        statuses.add(statusCode)
    expect([...statuses]).toEqual([405, 429])
  })
  it('is named for uploads with OPTIONS, and a preflight stays unanswered', async () => {
    const { headers } = await service.logIn('staff')
    const rejected = await service.inject({ method: 'PUT', url: '/uploads/1', headers })
    expect(rejected.headers.allow).toBe('OPTIONS, GET, HEAD, PATCH, DELETE')
    const preflight = { ...headers, 'access-control-request-method': 'PUT' }
    for (const url of ['/uploads', '/tags'])
      expect((await service.inject({ method: 'OPTIONS', url, headers: preflight })).statusCode).toBe(404)
  })
})

describe('a record that does not exist', () => {
  const ofRecords = endpoints.filter(
    ({ method, path, access }) =>
      (method === 'GET' || method === 'DELETE') &&
      /\{id\}(\/(?!value)[a-z-]+)?$/.test(path) &&
      access !== 'public',
  )
  everyCase(
    'every call says so in one form',
    ofRecords.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const),
    async ({ method, path }) => {
      const { headers } = await service.logIn('admin')
      const id = path === '/uploads/{id}' ? '00000000-0000-4000-8000-000000000000' : '999999'
      const response = await service.inject({ method, url: path.replace('{id}', id), headers })
      expect(response.statusCode).toBe(404)
      expect(response.json().detail).toMatch(new RegExp(`^(There is|You have) no [a-z ]+ ${id}\\b`))
    },
  )
})

describe('an invalid job id', () => {
  it.each(['undefined', 'null', '', '1.5', '../1', '1;--', '0', '-3', '9999999999', 'NaN'])(
    '%j is rejected with the sentence of the specification',
    async (id) => {
      const response = await service.inject({
        url: `/modeling/v1/jobs/${encodeURIComponent(id)}/download/mean`,
        headers: people.viewer.headers,
      })
      expect(response.statusCode).toBe(422)
      expect(response.json().detail).toBe('Job ID is required and cannot be undefined.')
    },
  )
  it('an invalid type lists the valid ones', async () => {
    const response = await service.inject({
      url: '/modeling/v1/jobs/1/download/exe',
      headers: people.viewer.headers,
    })
    expect(response.json().detail).toMatch(/^type must be one of mean, lower, upper/)
  })
})

describe('the check on boot', () => {
  const extra = defineEndpoint({
    name: 'extra',
    resource: 'test',
    summary: '',
    method: 'GET',
    path: '/extra',
    access: 'public',
    scope: null,
    rate: 'read',
    audit: null,
    record: null,
    answer: z.object({ msg: z.string() }),
  })
  const one = route(extra, async () => ({ msg: '' }))
  it('names missing, duplicate and unknown calls', () => {
    expect(() => assertComplete([], [extra])).toThrow('extra has no route')
    expect(() => assertComplete([one, one], [extra])).toThrow('extra has more than one route')
    expect(() => assertComplete([one], [])).toThrow('extra is not in the contract')
  })
})

describe('OpenAPI', () => {
  it('is public and describes every call with its input and answers', async () => {
    const response = await service.app.inject({ url: `${BASE_PATH}/openapi.json` })
    expect(response.statusCode).toBe(200)
    const document = response.json()
    expect(document.openapi).toBe('3.1.0')
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods as Record<string, { operationId: string }>).map(([method, operation]) => ({
        path,
        method,
        ...operation,
      })),
    )
    expect(operations.map((operation) => operation.operationId).sort()).toEqual(
      endpoints.map(({ name }) => name).sort(),
    )
    const list = document.paths['/modeling/v1/jobs/details'].get
    const parameter = (name: string) => list.parameters.find((one: { name: string }) => one.name === name)
    expect(parameter('sort_by').schema.enum).toContain('datetime_submitted')
    expect(parameter('status').schema).toMatchObject({
      type: 'array',
      items: { enum: expect.arrayContaining(['pending']) },
    })
    expect(parameter('limit').schema).toMatchObject({ type: 'integer', maximum: 1000, default: 10 })
    expect(parameter('limit').required).toBe(false)
    expect(list.responses['200'].content['application/json'].schema).toEqual({
      $ref: '#/components/schemas/Jobs',
    })
    expect(document.components.schemas.Jobs.required).toEqual(['content', 'totalElements'])
    expect(document.paths['/auth/login/access-token'].post.security).toEqual([])
    expect(document.security).toEqual([{ bearer: [] }, { basic: [] }])
    expect(document.components.securitySchemes.basic.scheme).toBe('basic')
    const run = document.paths['/modeling/v1/run/file'].post.requestBody.content['multipart/form-data'].schema
    expect(run.required).toEqual(expect.arrayContaining(['title', 'file']))
    expect(run.properties.surveys.type).toBe('array')
  })
  it("says what paging and sorting are, names every call differently, and has no $id that is not a schema's", async () => {
    const { body } = await service.app.inject({ url: `${BASE_PATH}/openapi.json` })
    expect(body).not.toContain('"$id":')
    const { paths } = JSON.parse(body)
    const wordsFor = (path: string) =>
      Object.fromEntries(
        paths[path].get.parameters.map((one: { name: string; description?: string }) => [
          one.name,
          one.description,
        ]),
      )
    const list = wordsFor('/modeling/v1/jobs/details')
    for (const name of ['limit', 'skip', 'sort_by', 'sort_order', 'then_by'])
      expect(list[name], name).toMatch(/^[a-z]/)
    // There, it is the value of the last colour.
    expect(wordsFor('/modeling/v1/jobs/{id}/difference/{other}/{surface}/tiles/{z}/{x}/{y}').limit).toBe(
      undefined,
    )
    const summaries = endpoints.map(({ summary }) => summary)
    expect(summaries.filter((one, i) => summaries.indexOf(one) !== i)).toEqual([])
  })
  it('has no dangling reference', async () => {
    const { body } = await service.app.inject({ url: `${BASE_PATH}/openapi.json` })
    const references = [...body.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference)
    const { components } = JSON.parse(body) as { components: Record<string, Record<string, unknown>> }
    const names = Object.entries(components).flatMap(([kind, parts]) =>
      Object.keys(parts).map((name) => `#/components/${kind}/${name}`),
    )
    expect(references.length).toBeGreaterThan(100)
    expect([...new Set(references)].filter((reference) => !names.includes(reference))).toEqual([])
  })
})
