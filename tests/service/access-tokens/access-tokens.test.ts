import { eq, sql } from '#drizzle'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { ROLES, SCOPES, SCOPE_ACCESS, type Scope } from '#contract/endpoint.ts'
import { access_tokens } from '#service/db/schema.ts'
import { hashToken } from '#service/domain/accounts/sessions/find-session.ts'
import { anyPathOf } from '../../support/any-path.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await createTestService()
})
afterAll(() => service.close())

const create = (person: { headers: Record<string, string> }, body: object) =>
  service.inject({ method: 'POST', url: '/users/me/access-tokens', headers: person.headers, payload: body })
const list = async (person: TestPerson) =>
  (await service.inject({ url: '/users/me/access-tokens', headers: person.headers })).json()
const me = (headers: Record<string, string>, remoteAddress?: string) =>
  service.inject({ url: '/users/me', headers, remoteAddress })

async function tokenOf(person: TestPerson, ...scopes: Scope[]) {
  const made = (await create(person, { name: 'script', scopes })).json()
  return { ...made, headers: { authorization: `Bearer ${made.token}` } }
}
const expectRefused = (response: { statusCode: number; json(): { detail: string } }) => {
  expect(response.statusCode).toBe(403)
  expect(response.json().detail).toBe('Could not validate credentials')
}

describe('an access token', () => {
  it("is shown once, begins with strata_, and allows its person's calls", async () => {
    const person = await service.logIn('staff')
    const response = await create(person, { name: '  nightly run ', scopes: ['run', 'read', 'read'] })
    const made = response.json()
    expect(response.headers['cache-control']).toBe('no-store')
    expect(made).toMatchObject({ name: 'nightly run', scopes: ['read', 'run'], last_used_at: null })
    expect(made.token).toMatch(/^strata_[A-Za-z0-9_-]{43}$/)
    expect(made.token.startsWith(made.hint)).toBe(true)
    const days = (Date.parse(made.expires_at) - Date.parse(made.created_at)) / 86_400_000
    expect(Math.round(days)).toBe(90)
    const listed = JSON.stringify(await list(person))
    expect(listed).toContain('nightly run')
    expect(listed).not.toContain(made.token)
    const [row] = await service.services.db.select().from(access_tokens).where(eq(access_tokens.id, made.id))
    expect(row.token_hash.equals(hashToken(made.token))).toBe(true)
    expect((await me({ authorization: `Bearer ${made.token}` })).json().id).toBe(person.id)
  })
  it('notes its last use and where from', async () => {
    const person = await service.logIn('viewer')
    const { headers } = await tokenOf(person, 'read')
    await me(headers, '203.0.113.40')
    const { content } = await list(person)
    expect(content[0].last_used_address).toBe('203.0.113.40')
    expect(Date.parse(content[0].last_used_at)).toBeGreaterThan(Date.now() - 60_000)
  })
  it('expires at its time, which is a year at most', async () => {
    const person = await service.logIn('viewer')
    const { headers, id } = await tokenOf(person, 'read')
    expect((await create(person, { name: 'x', scopes: ['read'], expires_in_days: 365 })).statusCode).toBe(200)
    for (const expires_in_days of [0, 366, -1, 1.5])
      expect((await create(person, { name: 'x', scopes: ['read'], expires_in_days })).statusCode).toBe(422)
    await service.services.db
      .update(access_tokens)
      .set({ expires_at: sql`now()` })
      .where(eq(access_tokens.id, id))
    expectRefused(await me(headers))
    expect((await list(person)).totalElements).toBe(1)
  })
  it('can be revoked by its person only, at once', async () => {
    const [person, stranger] = [await service.logIn('viewer'), await service.logIn('admin')]
    const { headers, id } = await tokenOf(person, 'read')
    const revoke = (by: TestPerson) =>
      service.inject({ method: 'DELETE', url: `/users/me/access-tokens/${id}`, headers: by.headers })
    expect((await revoke(stranger)).statusCode).toBe(404)
    expect((await me(headers)).statusCode).toBe(200)
    expect((await revoke(person)).json()).toEqual({ msg: "The access token 'script' was revoked." })
    expectRefused(await me(headers))
    expect((await revoke(person)).statusCode).toBe(404)
  })
  it('cannot be forged', async () => {
    const { token } = await tokenOf(await service.logIn('viewer'), 'read')
    for (const forged of [`${token}x`, token.slice(0, -1), token.toUpperCase(), token.slice(7), 'strata_'])
      expectRefused(await me({ authorization: `Bearer ${forged}` }))
    expectRefused(await me({ cookie: `token=${token}` }))
  })
  it('may be the password of Basic authentication, with any name; a session or a password may not', async () => {
    const person = await service.logIn('viewer')
    const { token } = await tokenOf(person, 'read')
    const basic = (text: string) => me({ authorization: `Basic ${Buffer.from(text).toString('base64')}` })
    expect((await basic(`token:${token}`)).json().id).toBe(person.id)
    expect((await basic(`:${token}`)).json().id).toBe(person.id)
    for (const wrong of [`token:${token}x`, `${token}:`, `a:b:${token}`, `token:${person.token}`, ':', ''])
      expectRefused(await basic(wrong))
    const challenge = (await me({})).headers['www-authenticate']
    expect(challenge).toBeUndefined()
  })
  it.each([
    ['no name', { scopes: ['read'] }],
    ['a name of two lines', { name: 'a\nb', scopes: ['read'] }],
    ['no scope', { name: 'x', scopes: [] }],
    ['an unknown scope', { name: 'x', scopes: ['admin'] }],
    ['something else', { name: 'x', scopes: ['read'], user_id: 1 }],
  ])('is not created with %s', async (_case, body) => {
    expect((await create(await service.logIn('viewer'), body)).statusCode).toBe(422)
  })
  it('is one of fifty at most, even if two are requested at once', async () => {
    const person = await service.logIn('viewer')
    for (let n = 0; n < 49; n++) await create(person, { name: `n${n}`, scopes: ['read'] })
    const last = await Promise.all([1, 2].map(() => create(person, { name: 'last', scopes: ['read'] })))
    expect(last.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, 409])
  })
})

describe('S15: access tokens', () => {
  it('end with a change of role and with a disabled account', async () => {
    const admin = await service.logIn('admin')
    const [changed, disabled] = [await service.logIn('staff'), await service.logIn('staff')]
    const tokens = [await tokenOf(changed, 'read'), await tokenOf(disabled, 'read')]
    await service.inject({
      method: 'PUT',
      url: `/users/${changed.id}/roles`,
      headers: admin.headers,
      payload: { roles: ['viewer'] },
    })
    await service.inject({
      method: 'POST',
      url: `/users/${disabled.id}/disable`,
      headers: admin.headers,
      payload: { reason: 'test' },
    })
    for (const { headers } of tokens) expectRefused(await me(headers))
  })
})

describe('S15: a token of scripts', () => {
  it("neither lists nor revokes its person's tokens, whatever its scopes", async () => {
    const person = await service.logIn('staff')
    const other = (await create(person, { name: 'other', scopes: ['read'] })).json() as { id: number }
    const { headers } = await tokenOf(person, 'read', 'run', 'write')
    const calls = [
      { method: 'DELETE', url: `/users/me/access-tokens/${other.id}` },
      { method: 'GET', url: '/users/me/access-tokens' },
    ] as const
    for (const call of calls) {
      const response = await service.inject({ ...call, headers })
      expect(response.statusCode).toBe(403)
      expect(response.json().detail).toContain('An access token cannot do this')
    }
  })
})

describe('scopes', () => {
  const guarded = endpoints.filter(({ access, answer }) => access !== 'public' && answer !== 'events')

  it('follow from the contract', () => {
    const table = Object.fromEntries(endpoints.map((endpoint) => [endpoint.name, endpoint.scope]))
    expect(table).toMatchObject({
      listJobs: 'read',
      listAudit: 'read',
      runFile: 'run',
      validateConfiguration: 'run',
      cancelJob: 'write',
      updateMe: 'write',
    })
    const personal = Object.keys(table).filter((name) => table[name] === 'session')
    expect(personal).toEqual(
      expect.arrayContaining([
        'listAccessTokens',
        'createAccessToken',
        'revokeAccessToken',
        'resetPassword',
        'setUserRoles',
        'endSessions',
        'logout',
      ]),
    )
    const reads = endpoints.filter(({ scope }) => scope === 'read')
    // The one read whose parameters a standard sends as a body.
    expect(reads.filter(({ method }) => method !== 'GET').map(({ name }) => name)).toEqual(['postStacSearch'])
  })

  it.each(['read', 'run', 'write'] as const)(
    '%s allows calls of its kind and no others',
    async (scope) => {
      let headers: Record<string, string> = {}
      for (const [i, endpoint] of guarded.entries()) {
        // Another admin every 40 calls: one person may make 60 writes a minute.
        if (i % 40 === 0) ({ headers } = await tokenOf(await service.logIn('admin'), scope))
        const response = await service.inject({
          method: endpoint.method,
          url: anyPathOf(endpoint, '999999'),
          headers,
        })
        const needed = endpoint.scope
        const said = response.statusCode === 403 ? (response.json().detail as string) : ''
        if (needed === scope) expect(said, endpoint.name).not.toMatch(/access token/)
        else if (needed === 'session') expect(said, endpoint.name).toContain('An access token cannot do this')
        else expect(said, endpoint.name).toContain(`lacks the scope '${needed}'`)
      }
    },
    60_000,
  )

  it('belong to the roles that may make one of their calls', async () => {
    for (const scope of SCOPES) {
      const roles = ROLES.filter((role) =>
        endpoints.some((one) => one.scope === scope && one.access.includes(role)),
      )
      expect(SCOPE_ACCESS[scope], scope).toEqual(roles)
    }
    const response = await create(await service.logIn('viewer'), { name: 'x', scopes: ['read', 'run'] })
    expect(response.statusCode).toBe(422)
    expect(response.json().detail).toBe(
      "The scope 'run' needs the role staff or admin. Leave it out, or ask an admin for the role.",
    )
  })

  it("grant no more than the person's role", async () => {
    const { headers } = await tokenOf(await service.logIn('viewer'), 'read', 'write')
    const response = await service.inject({ url: '/audit', headers })
    expect(response.json().detail).toMatch(/^This needs the role admin/)
  })
})
