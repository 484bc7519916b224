import { eq } from '#drizzle'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { user_roles, users } from '#service/db/schema.ts'
import { byName, everyCase } from '../support/every-case.ts'
import { type TestService, createPerson, createTestService } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await createTestService()
})
afterAll(() => service.close())

/** Fields that would grant something if they were written through. */
const TEMPTING = {
  id: fc.constant(1),
  roles: fc.constant([{ name: 'admin' }]),
  role: fc.constant('admin'),
  is_superuser: fc.boolean(),
  email: fc.constant('other@strata.example'),
  email_confirmed: fc.constant(true),
  email_confirmed_at: fc.constant('2020-01-01T00:00:00Z'),
  admitted_at: fc.constant('2020-01-01T00:00:00Z'),
  disabled_at: fc.constant(null),
  password: fc.constant('Correct-horse-7-battery'),
  hashed_password: fc.constant('x'),
  password_hash: fc.constant('x'),
  created_at: fc.constant('2000-01-01T00:00:00Z'),
  user_id: fc.constant(1),
  app_user_id: fc.constant(1),
  constructor: fc.constant({ prototype: { admin: true } }),
}
const extras = fc.record(TEMPTING, { requiredKeys: [] })
const withProto = (body: object) =>
  `{"__proto__":{"roles":[{"name":"admin"}],"admin":true},${JSON.stringify(body).slice(1)}`

const rowOf = async (id: number) => {
  const { db } = service.services
  const [row] = await db.select().from(users).where(eq(users.id, id))
  return {
    row,
    roles: (await db.select().from(user_roles).where(eq(user_roles.user_id, id))).map(({ role }) => role),
  }
}

describe('S35 mass assignment', () => {
  it('PUT /users/me changes the two names and nothing else, whatever else is sent', async () => {
    let person = await createPerson(service.services, 'viewer')
    let calls = 0
    await fc.assert(
      fc.asyncProperty(extras, fc.boolean(), async (more, proto) => {
        // Sixty writes per minute and person.
        if (++calls % 50 === 0) person = await createPerson(service.services, 'viewer')
        const before = await rowOf(person.id)
        const body = { first_name: `Ada ${calls}`, ...more }
        const response = await service.inject({
          method: 'PUT',
          url: '/users/me',
          headers: { ...person.headers, 'content-type': 'application/json' },
          payload: proto ? withProto(body) : JSON.stringify(body),
        })
        const after = await rowOf(person.id)
        expect([200, 422]).toContain(response.statusCode)
        expect(after.roles).toEqual(['viewer'])
        const first_name = response.statusCode === 200 ? `Ada ${calls}` : before.row.first_name
        expect(after.row).toEqual({ ...before.row, first_name })
        expect(({} as Record<string, unknown>).admin).toBeUndefined()
      }),
      { numRuns: 120, seed: 35 },
    )
  })

  it('POST /users/open creates a person without roles, not approved and not confirmed, whatever else is sent', async () => {
    let calls = 0
    await fc.assert(
      fc.asyncProperty(extras, async (more) => {
        const email = `mass-${++calls}@elsewhere.example`
        const { email: _other, password: _password, ...rest } = more
        const body = {
          ...rest,
          email,
          first_name: 'A',
          last_name: 'B',
          password: `Quiet-river-${calls}-stone`,
        }
        const response = await service.app.inject({
          method: 'POST',
          url: '/api/v1/users/open',
          // A different address each time: registration is also limited by address.
          remoteAddress: `10.1.${calls % 250}.${Math.floor(calls / 250) + 1}`,
          headers: { 'content-type': 'application/json' },
          payload: JSON.stringify(body),
        })
        expect([200, 422]).toContain(response.statusCode)
        const [made] = await service.services.db.select().from(users).where(eq(users.email, email))
        if (response.statusCode === 422) expect(made).toBeUndefined()
        if (!made) return
        expect(made).toMatchObject({ email_confirmed_at: null, admitted_at: null })
        expect((await rowOf(made.id)).roles.filter((role) => role !== 'viewer')).toEqual([])
      }),
      { numRuns: 60, seed: 36 },
    )
  })

  const writing = endpoints.filter(
    ({ method, body, encoding, access }) =>
      method !== 'GET' && body && encoding === undefined && access !== 'public',
  )
  everyCase(
    "no field beyond the contract reaches the caller's account",
    byName(writing),
    async (endpoint) => {
      const person = await createPerson(service.services, 'staff')
      const before = await rowOf(person.id)
      const tempting = {
        roles: [{ name: 'admin' }],
        is_superuser: true,
        id: person.id,
        password_hash: 'x',
        admitted_at: null,
      }
      const url = `/api/v1${endpoint.path.replace(/\{\w+\}/g, String(person.id))}`
      const response = await service.app.inject({
        method: endpoint.method,
        url,
        headers: { ...person.headers, 'content-type': 'application/json' },
        payload: withProto(tempting),
      })
      expect(response.statusCode, response.body).toBeLessThan(500)
      expect(await rowOf(person.id)).toEqual(before)
    },
  )
})
