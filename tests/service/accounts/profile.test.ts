import { eq } from '#drizzle'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { user_roles, users } from '#service/db/schema.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await createTestService()
})
afterAll(() => service.close())

const put = (person: TestPerson, payload: object | string) =>
  service.inject({
    method: 'PUT',
    url: '/users/me',
    headers: { ...person.headers, 'content-type': 'application/json' },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  })
const rowOf = async ({ id }: TestPerson) => ({
  user: (await service.services.db.select().from(users).where(eq(users.id, id)))[0],
  roles: await service.services.db.select().from(user_roles).where(eq(user_roles.user_id, id)),
})

describe('the own profile', () => {
  it('accepts a first and a last name, one or both, and returns the person', async () => {
    const person = await service.logIn('viewer')
    const response = await put(person, { first_name: '  Zoé ', last_name: 'Ngũgĩ' })
    expect(response.json()).toEqual({
      id: person.id,
      name: 'Zoé Ngũgĩ',
      first_name: 'Zoé',
      last_name: 'Ngũgĩ',
      email: person.email,
      roles: [{ name: 'viewer' }],
      default_views: [],
    })
    expect((await put(person, { last_name: '<img src=x onerror=alert(1)>' })).json().name).toBe(
      'Zoé <img src=x onerror=alert(1)>',
    )
    const me = await service.inject({ url: '/users/me', headers: person.headers })
    expect(me.json().first_name).toBe('Zoé')
    expect((await put(person, {})).statusCode).toBe(200)
  })
  it.each([{ first_name: '' }, { first_name: 'a\nb' }, { last_name: 'x'.repeat(101) }, { first_name: null }])(
    'rejects %j',
    async (payload) => {
      expect((await put(await service.logIn('viewer'), payload)).statusCode).toBe(422)
    },
  )
})

describe('S35: whatever else is sent', () => {
  it('changes nothing except the names', async () => {
    const person = await service.logIn('viewer')
    const before = await rowOf(person)
    const response = await put(
      person,
      `{"first_name":"A","roles":[{"name":"admin"}],"is_superuser":true,"id":1,"email_confirmed":true,
        "hashed_password":"x","password_hash":"x","email":"other@strata.example","__proto__":{"id":1}}`,
    )
    expect(response.statusCode).toBe(422)
    expect(response.json().detail).toContain('allowed are first_name, last_name')
    expect(await rowOf(person)).toEqual(before)
    expect(
      (await put(person, '{"first_name":"A","__proto__":{"roles":[]},"constructor":1}')).statusCode,
    ).toBe(200)
    expect(await rowOf(person)).toEqual({ ...before, user: { ...before.user, first_name: 'A' } })
  })
  it('applies to any body', async () => {
    const columns = Object.keys((await rowOf(await service.logIn('viewer'))).user)
    const values = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom('admin', 1, true))
    const bodies = fc.dictionary(
      fc.oneof(fc.constantFrom(...columns, 'roles', 'role'), fc.string()),
      values,
      {
        maxKeys: 5,
      },
    )
    await fc.assert(
      fc.asyncProperty(bodies, async (extra) => {
        // A separate person for each: one person has 60 writes per minute.
        const person = await service.logIn('viewer')
        const before = await rowOf(person)
        const response = await put(person, { ...extra, first_name: 'Grace' })
        expect([200, 422]).toContain(response.statusCode)
        const after = await rowOf(person)
        const { first_name: _first, last_name: _last, ...rest } = after.user
        expect(before.user).toMatchObject(rest)
        expect(after.roles).toEqual(before.roles)
      }),
      { seed: 35, numRuns: 60 },
    )
  })
})
