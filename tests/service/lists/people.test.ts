import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AccountStatus, listUsers } from '#contract/accounts/accounts.ts'
import type { Role } from '#contract/endpoint.ts'
import { listAccounts } from '#contract/accounts/people.ts'
import { access_tokens, sessions, user_roles, users } from '#service/db/schema.ts'
import { seeded } from '../../support/jobs/layer-fixture.ts'
import { describeList, picker, sorted } from '../../support/database/list-oracle.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'

interface Person {
  id: number
  name: string
  email: string
  created_at: Date
  last_used_at: Date | null
  roles: Role[]
  status: AccountStatus
}
const facts: Person[] = []
let service: TestService
let admin: TestPerson
let viewer: TestPerson

beforeAll(async () => {
  service = await createTestService()
  admin = await service.logIn('admin')
  viewer = await service.logIn('viewer')
  const { db } = service.services
  const { one, maybe, chance, int } = picker(seeded(53))
  const moment = () => new Date(Date.UTC(2026, 3, int(1, 4), 12))
  for (let i = 0; i < 40; i++) {
    const status = one(['active', 'active', 'waiting', 'unconfirmed', 'disabled'] as const)
    const [row] = await db
      .insert(users)
      .values({
        email: `${one(['zoe', 'émile', 'adam', 'Bea'])}${i}@strata.example`,
        first_name: one(['Zoë', 'zoe', 'Émile', 'Adam']),
        last_name: one(['Ö', 'Okoro', 'ali']),
        password_hash: '-',
        email_confirmed_at: status === 'unconfirmed' ? null : moment(),
        admitted_at: status === 'active' || (status === 'disabled' && chance()) ? moment() : null,
        disabled_at: status === 'disabled' ? moment() : null,
        created_at: moment(),
      })
      .returning()
    const roles = (['viewer', 'staff', 'admin'] as const).filter(() => chance(0.4))
    if (roles.length > 0) await db.insert(user_roles).values(roles.map((role) => ({ user_id: row.id, role })))
    const used = [maybe([1, 2, 3], 0.5), maybe([1, 2, 3], 0.5)].map((at) =>
      at === null ? null : new Date(Date.UTC(2026, 4, at)),
    )
    const expires_at = new Date('2026-06-01T00:00:00Z')
    if (used[0])
      await db
        .insert(sessions)
        .values({ token_hash: Buffer.from(`s${i}`), user_id: row.id, last_used_at: used[0], expires_at })
    if (used[1])
      await db.insert(access_tokens).values({
        token_hash: Buffer.from(`t${i}`),
        user_id: row.id,
        name: 'One',
        scopes: ['read'],
        hint: 'abcd',
        last_used_at: used[1],
        expires_at,
      })
    const last = Math.max(...used.map((at) => at?.getTime() ?? 0))
    facts.push({
      ...row,
      name: `${row.first_name} ${row.last_name}`,
      last_used_at: last > 0 ? new Date(last) : null,
      roles,
      status,
    })
  }
  for (const asker of [admin, viewer]) facts.push(await factOf(asker))
})
afterAll(() => service.close())

async function factOf({ id, email, token: _token }: TestPerson): Promise<Person> {
  const url = `/users/accounts?name=${encodeURIComponent(email)}`
  const response = await service.inject({ url, headers: admin.headers })
  const [row] = (
    response.json() as { content: { name: string; created_at: string; roles: { name: Role }[] }[] }
  ).content
  return {
    id,
    email,
    name: row.name,
    created_at: new Date(row.created_at),
    // Now, and so later than everyone else's: these people logged in one after the other.
    last_used_at: new Date(Date.UTC(2999, 0, id)),
    roles: row.roles.map(({ name }) => name),
    status: 'active',
  }
}

const has =
  (...roles: Role[]) =>
  (person: Person) =>
    person.roles.some((role) => roles.includes(role))
const is =
  (...statuses: AccountStatus[]) =>
  ({ status }: Person) =>
    statuses.includes(status)
const statuses: [string, (person: Person) => boolean][] = [
  ['status=active', is('active')],
  ['status=waiting', is('waiting')],
  ['status=unconfirmed&status=disabled', is('unconfirmed', 'disabled')],
]
const roles: [string, (person: Person) => boolean][] = [
  ['role=admin', has('admin')],
  ['role=admin&role=viewer', has('admin', 'viewer')],
]

describeList<Person>('the list of accounts, for admins', {
  endpoint: listAccounts,
  ask: (query) => service.inject({ url: `/users/accounts${query}`, headers: admin.headers }),
  facts: () => facts,
  idOf: ({ id }) => id,
  sorts: {
    name: ({ name }) => name,
    id: ({ id }) => id,
    email: ({ email }) => email,
    created_at: (person) => person.created_at,
    last_used_at: (person) => person.last_used_at,
  },
  facets: {
    ask: (query) => service.inject({ url: `/users/accounts/facets${query}`, headers: admin.headers }),
    values: { role: (person) => person.roles, status: ({ status }) => [status] },
  },
  filters: {
    name: [
      ['name=OKO', ({ name }) => name.toLowerCase().includes('oko')],
      ['name=bea', ({ email }) => email.toLowerCase().includes('bea')],
    ],
    role: roles,
    status: statuses,
  },
})

describeList<Person>('the list of people, for admins', {
  endpoint: listUsers,
  ask: (query) => service.inject({ url: `/users${query}`, headers: admin.headers }),
  facts: () => facts,
  idOf: ({ id }) => id,
  sorts: { name: ({ name }) => name, id: ({ id }) => id },
  filters: { name: [['name=%C3%B6', ({ name }) => /ö/i.test(name)]], role: roles, status: statuses },
})

describe('the list of people, for everyone else', () => {
  it('omits people whom no admin has approved', async () => {
    const response = await service.inject({ url: '/users?limit=1000', headers: viewer.headers })
    const approved = new Set(
      (
        await service.services.db.select({ id: users.id, admitted_at: users.admitted_at }).from(users)
      ).flatMap(({ id, admitted_at }) => (admitted_at ? [id] : [])),
    )
    const wanted = sorted(
      facts,
      ({ name }) => name,
      ({ id }) => id,
      'asc',
    ).filter(({ id }) => approved.has(id))
    expect(wanted.length).toBeLessThan(facts.length)
    expect(response.json().content.map(({ id }: { id: number }) => id)).toEqual(wanted.map(({ id }) => id))
  })
})
