import { eq, sql } from '#drizzle'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { watchJobs } from '#contract/jobs/jobs.ts'
import { sessions, user_roles, users } from '#service/db/schema.ts'
import { hashToken } from '#service/domain/accounts/sessions/find-session.ts'
import { authenticate } from '#service/http/authenticate.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await createTestService()
})
afterAll(() => service.close())

const me = (person: TestPerson) => service.inject({ url: '/users/me', headers: person.headers })
const age = (person: TestPerson, change: object) =>
  service.services.db
    .update(sessions)
    .set(change)
    .where(eq(sessions.token_hash, hashToken(person.token)))

const expectRefused = (response: { statusCode: number; json(): { detail: string } }) => {
  expect(response.statusCode).toBe(403)
  expect(response.json().detail).toBe('Could not validate credentials')
}

describe('S13: a session', () => {
  it('ends after eight idle hours, not a minute before', async () => {
    const person = await service.logIn('viewer')
    await age(person, { last_used_at: sql`now() - interval '7 hours 59 minutes'` })
    expect((await me(person)).statusCode).toBe(200)
    await age(person, { last_used_at: sql`now() - interval '8 hours'` })
    expectRefused(await me(person))
  })
  it('ends after seven days, even if used', async () => {
    const person = await service.logIn('viewer')
    const [row] = await service.services.db
      .select()
      .from(sessions)
      .where(eq(sessions.token_hash, hashToken(person.token)))
    expect(row.expires_at.getTime() - row.created_at.getTime()).toBe(7 * 86_400_000)
    await age(person, { expires_at: sql`now()` })
    expectRefused(await me(person))
  })
  it('records its use at most once a minute', async () => {
    const person = await service.logIn('viewer')
    const lastUse = async () =>
      (
        await service.services.db
          .select({ at: sql<string>`last_used_at::text` })
          .from(sessions)
          .where(eq(sessions.token_hash, hashToken(person.token)))
      )[0].at
    const first = await lastUse()
    await me(person)
    expect(await lastUse()).toBe(first)
    await age(person, { last_used_at: sql`now() - interval '61 seconds'` })
    const old = await lastUse()
    await me(person)
    expect((await lastUse()) > old).toBe(true)
  })
  it('is not kept alive by a page that is only left open', async () => {
    const person = await service.logIn('viewer')
    await age(person, { last_used_at: sql`now() - interval '7 hours'` })
    const row = () =>
      service.services.db
        .select({ at: sql<string>`last_used_at::text` })
        .from(sessions)
        .where(eq(sessions.token_hash, hashToken(person.token)))
    const before = await row()
    // As a live stream checks at each heartbeat.
    expect(await authenticate(watchJobs, person.token, service.services)).toMatchObject({
      actor: { id: person.id },
    })
    expect(await row()).toEqual(before)
    await age(person, { last_used_at: sql`now() - interval '8 hours'` })
    await expect(authenticate(watchJobs, person.token, service.services)).rejects.toThrow('validate')
  })
  it('ends with the logout, only this one, and a second logout is rejected', async () => {
    const person = await service.logIn('staff')
    const other = await service.logIn('staff')
    const logout = () => service.inject({ method: 'DELETE', url: '/auth/logout', headers: person.headers })
    const response = await logout()
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({ msg: 'You are logged out.' })
    expectRefused(await me(person))
    expectRefused(await logout())
    expect((await me(other)).statusCode).toBe(200)
  })
  it('has changed roles at the next call, and ends with a disabled account', async () => {
    const person = await service.logIn('viewer')
    await service.services.db.insert(user_roles).values({ user_id: person.id, role: 'staff' })
    expect((await me(person)).json().roles).toEqual([{ name: 'staff' }, { name: 'viewer' }])
    await service.services.db
      .update(users)
      .set({ disabled_at: sql`now()` })
      .where(eq(users.id, person.id))
    expectRefused(await me(person))
  })
  it('is not accepted with a forged token, a damaged header or a cookie', async () => {
    const person = await service.logIn('admin')
    const flipped = (person.token[0] === 'A' ? 'B' : 'A') + person.token.slice(1)
    const forged = [
      { authorization: `Bearer ${flipped}` },
      { authorization: `Bearer ${person.token}x` },
      { authorization: `Bearer ${hashToken(person.token).toString('base64url')}` },
      { authorization: `Basic ${person.token}` },
      { authorization: person.token },
      { authorization: 'Bearer ' },
      { authorization: `Bearer ${"' or 1=1 --"}` },
      { cookie: `token=${person.token}; __Host-token=${person.token}` },
      {},
    ]
    for (const headers of forged) expectRefused(await service.inject({ url: '/users/me', headers }))
  })
  it('of one person never shows another', async () => {
    const [one, two] = [await service.logIn('viewer'), await service.logIn('staff')]
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => me(n % 2 ? one : two)))
    answers.forEach((answer, n) => expect(answer.json().id).toBe((n % 2 ? one : two).id))
  })
})

describe('people', () => {
  it('are listed by name without their email, and can be searched', async () => {
    const viewer = await service.logIn('viewer')
    const letIn = { password_hash: '-', admitted_at: new Date() }
    await service.services.db.insert(users).values([
      { email: 'z@strata.example', first_name: 'Zoé', last_name: '100%', ...letIn },
      { email: 'e@strata.example', first_name: 'Émile', last_name: 'Zola', ...letIn },
    ])
    const list = async (query: string) =>
      (await service.inject({ url: `/users${query}`, headers: viewer.headers })).json()
    const all = await list('?sort_order=asc')
    expect(all.content.length).toBe(all.totalElements)
    expect(all.content[0].name).toBe('Émile Zola')
    expect(all.content.at(-1).name).toBe('Zoé 100%')
    expect(JSON.stringify(all)).not.toContain('@')
    expect((await list('?name=0%25')).totalElements).toBe(1)
    expect((await list('?name=émile zola')).content[0].roles).toEqual([])
  })
})
