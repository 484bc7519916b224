import { eq, inArray, sql } from '#drizzle'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '#contract/endpoint.ts'
import { files, jobs, submissions, user_roles, users } from '#service/db/schema.ts'
import { disable } from '#service/domain/accounts/disable.ts'
import { hashPassword } from '#service/domain/accounts/password.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'
import { type Mailbox, createMailbox, logIn, post } from './mailbox.ts'

const PASSWORD = 'violet anchor tractor'
let service: TestService
let mailbox: Mailbox
let admin: TestPerson
let hash: string
beforeAll(async () => {
  service = await createTestService()
  mailbox = createMailbox(service)
  admin = await service.logIn('admin')
  hash = await hashPassword(PASSWORD)
})
afterAll(() => service.close())

let count = 0
/** A person who registered and, by default, confirmed the address. */
async function registered(more: Partial<typeof users.$inferInsert> = {}): Promise<number> {
  const [{ id }] = await service.services.db
    .insert(users)
    .values({
      email: `new-${++count}@elsewhere.example`,
      first_name: 'Grace',
      last_name: `Hopper ${count}`,
      password_hash: hash,
      email_confirmed_at: new Date(),
      ...more,
    })
    .returning({ id: users.id })
  return id
}
const emailOf = async (id: number) =>
  (await service.services.db.select().from(users).where(eq(users.id, id)))[0].email
const me = (person: TestPerson) => service.inject({ url: '/users/me', headers: person.headers })
const act = (path: string, payload?: object, by = admin) => post(service, path, payload, by.headers)
const roles = (id: number, wanted: Role[], by = admin) =>
  service.inject({
    method: 'PUT',
    url: `/users/${id}/roles`,
    headers: by.headers,
    payload: { roles: wanted },
  })
const accounts = async (query = '') =>
  (await service.inject({ url: `/users/accounts${query}`, headers: admin.headers })).json()

describe('S36: the list of people', () => {
  it('shows id, name and roles of approved people; admins see everyone', async () => {
    const [viewer, id] = [await service.logIn('viewer'), await registered()]
    const seen = (await service.inject({ url: '/users?limit=1000', headers: viewer.headers })).json()
    expect(seen.content.some((one: { id: number }) => one.id === id)).toBe(false)
    for (const one of seen.content) expect(Object.keys(one).sort()).toEqual(['id', 'name', 'roles'])
    const all = (await service.inject({ url: '/users?limit=1000', headers: admin.headers })).json()
    expect(all.content.some((one: { id: number }) => one.id === id)).toBe(true)
    const byRole = (await service.inject({ url: '/users?role=admin', headers: viewer.headers })).json()
    expect(byRole.content.map((one: { id: number }) => one.id)).toEqual([admin.id])
  })
  it('can be filtered by status by admins only', async () => {
    const staff = await service.logIn('staff')
    const id = await registered()
    const waiting = await service.inject({ url: '/users?status=waiting', headers: admin.headers })
    expect(waiting.json().content.map((one: { id: number }) => one.id)).toContain(id)
    expect((await service.inject({ url: '/users?status=waiting', headers: staff.headers })).statusCode).toBe(
      403,
    )
  })
  it('has all fields for admins, with the status in one word', async () => {
    const made = {
      unconfirmed: await registered({ email_confirmed_at: null }),
      waiting: await registered(),
      disabled: await registered({ admitted_at: new Date(), disabled_at: new Date() }),
      active: (await service.logIn('staff')).id,
    }
    for (const [status, id] of Object.entries(made)) {
      const { content } = await accounts(`?status=${status}&limit=1000`)
      expect(content.map((one: { id: number }) => one.id)).toContain(id)
      for (const one of content) expect(one.status).toBe(status)
    }
    const { content } = await accounts(`?name=${encodeURIComponent(await emailOf(made.waiting))}`)
    expect(content).toMatchObject([
      { id: made.waiting, status: 'waiting', sessions: 0, access_tokens: 0, submissions: 0 },
    ])
    expect(JSON.stringify(await accounts('?limit=1000'))).not.toContain('argon2')
    for (const sort of ['name', 'id', 'email', 'created_at', 'last_used_at'])
      expect((await accounts(`?sort_by=${sort}&sort_order=desc`)).totalElements).toBeGreaterThan(3)
  })
})

describe('approving a person', () => {
  it('notifies only the admins once a person has confirmed the address', async () => {
    await service.logIn('staff')
    const body = { email: 'late@elsewhere.example', first_name: 'L', last_name: 'M', password: PASSWORD }
    await post(service, '/users/open', body)
    const token = await mailbox.token('/confirm-email/')
    await post(service, '/auth/confirm-email/', { token })
    const messages = await mailbox.collect()
    expect(messages.map(({ to }) => to)).toEqual([admin.email])
    expect(messages[0].subject).toBe('Someone is waiting for approval in Strata')
  })
  it('gives a role, allows the login and notifies the person', async () => {
    const id = await registered()
    const email = await emailOf(id)
    expect((await logIn(service, email, PASSWORD)).statusCode).toBe(400)
    const answer = await act(`/users/${id}/admit`, { role: 'viewer' })
    expect(answer.json()).toMatchObject({ id, status: 'active', roles: [{ name: 'viewer' }] })
    expect((await logIn(service, email, PASSWORD)).statusCode).toBe(200)
    expect((await mailbox.collect()).map(({ to, subject }) => [to, subject])).toEqual([
      [email, 'You can log in to Strata'],
    ])
    expect((await act(`/users/${id}/admit`, { role: 'admin' })).statusCode).toBe(409)
  })
  it('waits for the confirmed address; a registration can be removed, an approved person cannot', async () => {
    const id = await registered({ email_confirmed_at: null })
    expect((await act(`/users/${id}/admit`, { role: 'staff' })).json().detail).toContain('has not confirmed')
    const remove = (who: number) =>
      service.inject({ method: 'DELETE', url: `/users/${who}`, headers: admin.headers })
    expect((await remove(id)).statusCode).toBe(200)
    expect((await remove(id)).statusCode).toBe(404)
    expect((await remove((await service.logIn('staff')).id)).statusCode).toBe(409)
  })
})

describe('S15: roles', () => {
  it('take effect on the next call and end the person’s sessions', async () => {
    const person = await service.logIn('staff')
    const other = await service.logIn('staff')
    const answer = await roles(person.id, ['viewer'])
    expect(answer.json().roles).toEqual([{ name: 'viewer' }])
    const rejected = await me(person)
    expect(rejected.statusCode).toBe(403)
    expect(rejected.json().detail).toBe('Could not validate credentials')
    expect((await me(other)).statusCode).toBe(200)
  })
  it('can be raised without signing the person out', async () => {
    const person = await service.logIn('viewer')
    for (const role of ['staff', 'admin'] as const) {
      expect((await roles(person.id, [role])).statusCode).toBe(200)
      const answer = await me(person)
      expect([answer.statusCode, answer.json().roles]).toEqual([200, [{ name: role }]])
    }
    expect((await roles(person.id, ['staff'])).statusCode).toBe(200)
    expect((await me(person)).statusCode).toBe(403)
  })
  it('end no session if they do not change', async () => {
    const person = await service.logIn('staff')
    expect((await roles(person.id, ['staff', 'staff'])).statusCode).toBe(200)
    expect((await me(person)).statusCode).toBe(200)
  })
  it('of your own account change on the next call, and this session continues', async () => {
    const second = await service.logIn('admin')
    expect((await roles(second.id, ['staff'], second)).statusCode).toBe(200)
    expect((await me(second)).json().roles).toEqual([{ name: 'staff' }])
    const response = await service.inject({ url: '/users/accounts', headers: second.headers })
    expect(response.statusCode).toBe(403)
  })
  it.each([[[]], [['root']], ['admin']])('cannot be %j', async (wanted) => {
    const response = await roles((await service.logIn('staff')).id, wanted as Role[])
    expect(response.statusCode).toBe(422)
  })
  it('can be given by admins only', async () => {
    const staff = await service.logIn('staff')
    expect((await roles(staff.id, ['admin'], staff)).statusCode).toBe(403)
    expect((await me(staff)).json().roles).toEqual([{ name: 'staff' }])
  })
})

describe('the last admin', () => {
  it('cannot lose the role or be disabled', async () => {
    expect((await roles(admin.id, ['staff'])).json().detail).toContain('last admin')
    const second = await service.logIn('admin')
    const disabled = await act(`/users/${admin.id}/disable`, { reason: 'test' }, admin)
    expect(disabled.statusCode).toBe(409)
    expect((await act(`/users/${second.id}/disable`, { reason: 'test' })).statusCode).toBe(200)
    expect((await roles(admin.id, ['staff'])).statusCode).toBe(409)
  })
  it('remains when two disable each other at the same moment', async () => {
    const own = await createTestService()
    try {
      const [one, two] = [await own.logIn('admin'), await own.logIn('admin')]
      const { db } = own.services
      const outcomes = await Promise.allSettled([disable(db, one.id, two.id), disable(db, two.id, one.id)])
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      const rejected = outcomes.find((outcome) => outcome.status === 'rejected')!
      expect(String(rejected.reason)).toContain('last admin')
    } finally {
      await own.close()
    }
  })
  it('remains when two remove each other’s role at the same moment', async () => {
    const own = await createTestService()
    try {
      const [one, two] = [await own.logIn('admin'), await own.logIn('admin')]
      const take = (by: TestPerson, from: TestPerson) =>
        own.inject({
          method: 'PUT',
          url: `/users/${from.id}/roles`,
          headers: by.headers,
          payload: { roles: ['staff'] },
        })
      const answers = await Promise.all([take(one, two), take(two, one)])
      expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
      const left = await own.services.db.select().from(user_roles).where(eq(user_roles.role, 'admin'))
      expect(left).toHaveLength(1)
    } finally {
      await own.close()
    }
  })
})

describe('S15: a disabled person', () => {
  it('loses every session and access token at once, and can be enabled again', async () => {
    const person = await service.logIn('staff')
    await service.services.db.update(users).set({ password_hash: hash }).where(eq(users.id, person.id))
    const made = await post(
      service,
      '/users/me/access-tokens',
      { name: 'x', scopes: ['read'] },
      person.headers,
    )
    const script = { authorization: `Bearer ${made.json().token}` }
    const answer = await act(`/users/${person.id}/disable`, { reason: 'left the house' })
    expect(answer.json()).toMatchObject({ status: 'disabled', sessions: 0, access_tokens: 0 })
    for (const headers of [person.headers, script])
      expect((await service.inject({ url: '/users/me', headers })).statusCode).toBe(403)
    expect((await logIn(service, person.email, PASSWORD)).json().detail).toBe('Incorrect email or password')
    expect((await act(`/users/${person.id}/enable`)).json().status).toBe('active')
    expect((await me(person)).statusCode).toBe(403)
    expect((await logIn(service, person.email, PASSWORD)).statusCode).toBe(200)
  })
  it('can be logged out everywhere without being disabled', async () => {
    const person = await service.logIn('staff')
    const response = await service.inject({
      method: 'DELETE',
      url: `/users/${person.id}/sessions`,
      headers: admin.headers,
    })
    expect(response.json()).toEqual({ msg: '1 session was logged out.' })
    expect((await me(person)).statusCode).toBe(403)
  })
  it.each(['disable', 'enable', 'admit', 'hand-over'])(
    '%s of an unknown person is not found',
    async (verb) => {
      const body = {
        disable: { reason: 'x' },
        admit: { role: 'staff' },
        'hand-over': { to_user_id: admin.id },
      }
      const response = await act(`/users/999999/${verb}`, body[verb as keyof typeof body])
      expect(response.statusCode).toBe(404)
    },
  )
})

describe('handing over', () => {
  async function submissionOf(person: TestPerson): Promise<{ id: number; jobId: number }> {
    const { db } = service.services
    const [file] = await db
      .insert(files)
      .values({ key: `k${++count}`, name: 'c.csv', media_type: 'text/csv', size: 1, sha256: 'x' })
      .returning()
    const [{ id }] = await db
      .insert(submissions)
      .values({ title: 'Work', app_user_id: person.id, config_file_id: file.id })
      .returning()
    const { rows } = await db.execute<{ id: number }>(sql`
      insert into jobs (submission_id, app_user_id, config_row, iso3_code, target, source, source_wave, round,
                        stack_name, method, layer)
      values (${id}, ${person.id}, 2, 'NGA', 'water', 'DHS', '8', '1', 'nga', 'binomial', '{"stack_version": 1}') returning id`)
    return { id, jobId: rows[0].id }
  }
  const cancel = (person: TestPerson, jobId: number) =>
    service.inject({ method: 'POST', url: `/modeling/v1/jobs/${jobId}/cancel`, headers: person.headers })

  it('moves the right to cancel, keeps the author, and can be repeated to a third person', async () => {
    const [author, heir, third] = [
      await service.logIn('staff'),
      await service.logIn('staff'),
      await service.logIn('staff'),
    ]
    const [one, two] = [await submissionOf(author), await submissionOf(author)]
    expect((await cancel(heir, one.jobId)).statusCode).toBe(403)
    await act(`/users/${author.id}/disable`, { reason: 'left the house' })
    const answer = await act(`/users/${author.id}/hand-over`, { to_user_id: heir.id })
    expect(answer.json()).toEqual({ msg: '2 submissions were handed over.', submissions: 2, jobs: 2 })
    const listed = await service.inject({
      url: `/modeling/v1/jobs/details?id=${one.jobId}`,
      headers: heir.headers,
    })
    expect(listed.json().content).toMatchObject([{ app_user_id: author.id, owner_id: heir.id }])
    expect((await cancel(third, one.jobId)).statusCode).toBe(403)
    expect((await cancel(heir, one.jobId)).statusCode).toBe(200)
    await act(`/users/${heir.id}/hand-over`, { to_user_id: third.id })
    expect((await cancel(heir, two.jobId)).statusCode).toBe(403)
    expect((await cancel(third, two.jobId)).statusCode).toBe(200)
    const rows = await service.services.db
      .select()
      .from(jobs)
      .where(inArray(jobs.id, [one.jobId, two.jobId]))
    expect(rows.map((row) => row.app_user_id)).toEqual([author.id, author.id])
    const { content } = await accounts('?limit=1000')
    const owned = (id: number) => content.find((row: { id: number }) => row.id === id).submissions
    expect([author, heir, third].map(({ id }) => owned(id))).toEqual([0, 0, 2])
  })
  it('needs a person who may continue the work', async () => {
    const [author, viewer] = [await service.logIn('staff'), await service.logIn('viewer')]
    expect((await act(`/users/${author.id}/hand-over`, { to_user_id: viewer.id })).statusCode).toBe(409)
    expect((await act(`/users/${author.id}/hand-over`, { to_user_id: author.id })).statusCode).toBe(409)
    expect((await act(`/users/${author.id}/hand-over`, { to_user_id: 999_999 })).statusCode).toBe(404)
  })
})
