import { eq, sql } from '#drizzle'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { login_failures, sessions, user_roles, users } from '#service/db/schema.ts'
import { ensureFirstAdmin, nameOf } from '#service/domain/accounts/ensure-first-admin.ts'
import { hashToken } from '#service/domain/accounts/sessions/find-session.ts'
import { hashPassword, isOutdated, verifyPassword } from '#service/domain/accounts/password.ts'
import { createApp } from '#service/http/app.ts'
import { allRoutes } from '#service/http/routes.ts'
import { type TestService, createTestService } from '../../support/service.ts'
import { waitingSessions } from '../../support/waiting-sessions.ts'

const PASSWORD = 'a long enough password'
let service: TestService
beforeAll(async () => {
  service = await createTestService()
  await addUser('ada@strata.example')
})
afterAll(() => service.close())
beforeEach(() => service.services.db.delete(login_failures))

async function addUser(email: string, more: Partial<typeof users.$inferInsert> = {}) {
  const now = new Date()
  const [{ id }] = await service.services.db
    .insert(users)
    .values({
      email,
      first_name: 'Ada',
      last_name: 'Lovelace',
      password_hash: await hashPassword(PASSWORD),
      email_confirmed_at: now,
      admitted_at: now,
      ...more,
    })
    .returning({ id: users.id })
  await service.services.db.insert(user_roles).values({ user_id: id, role: 'staff' })
  return id
}

const login = (username: string, password: string, more: { headers?: object; remoteAddress?: string } = {}) =>
  service.inject({
    method: 'POST',
    url: '/auth/login/access-token',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...more.headers },
    remoteAddress: more.remoteAddress,
    payload: new URLSearchParams({ username, password }).toString(),
  })

describe('logging in', () => {
  it("returns a token for the person's calls, with the email in any case", async () => {
    const response = await login('ADA@strata.example', PASSWORD)
    expect(response.statusCode).toBe(200)
    expect(response.headers['cache-control']).toBe('no-store')
    const { accessToken, token_type, expires_at } = response.json()
    expect(token_type).toBe('bearer')
    expect(Buffer.from(accessToken, 'base64url')).toHaveLength(32)
    expect(Date.parse(expires_at) - Date.now()).toBeGreaterThan(6.99 * 86_400_000)
    const me = await service.inject({ url: '/users/me', headers: { authorization: `Bearer ${accessToken}` } })
    expect(me.json()).toMatchObject({
      name: 'Ada Lovelace',
      email: 'ada@strata.example',
      roles: [{ name: 'staff' }],
    })
  })

  it('stores the token only as a hash', async () => {
    const { accessToken } = (await login('ada@strata.example', PASSWORD)).json()
    const rows = await service.services.db.select().from(sessions)
    expect(JSON.stringify(rows)).not.toContain(accessToken)
    expect(rows.some((row) => row.token_hash.equals(hashToken(accessToken)))).toBe(true)
  })

  it('S02: answers wrong, unknown, unconfirmed, waiting and disabled people the same', async () => {
    await addUser('unconfirmed@strata.example', { email_confirmed_at: null })
    await addUser('waiting@strata.example', { admitted_at: null })
    await addUser('disabled@strata.example', { disabled_at: new Date() })
    // The request id is part of the answer; here it is the same for all.
    const numbered = { headers: { 'x-request-id': 'always-the-same' } }
    const answers = [
      await login('ada@strata.example', 'wrong password', numbered),
      await login('nobody@strata.example', PASSWORD, numbered),
      await login('unconfirmed@strata.example', PASSWORD, numbered),
      await login('waiting@strata.example', PASSWORD, numbered),
      await login('disabled@strata.example', PASSWORD, numbered),
    ]
    for (const answer of answers) {
      expect(answer.statusCode).toBe(400)
      expect(answer.json().detail).toBe('Incorrect email or password')
      expect(answer.body).toBe(answers[0].body)
      expect(Object.keys(answer.headers).sort()).toEqual(Object.keys(answers[0].headers).sort())
    }
  })

  it.each([
    ['no password', { username: 'ada@strata.example' }, 'password'],
    ['an empty password', { username: 'ada@strata.example', password: '' }, 'password'],
    [
      'a password of 129 characters',
      { username: 'ada@strata.example', password: 'x'.repeat(129) },
      'password',
    ],
    ['a NUL in the name', { username: 'ada\0', password: PASSWORD }, undefined],
  ])('rejects %s with 422', async (_case, form, field) => {
    const response = await service.inject({
      method: 'POST',
      url: '/auth/login/access-token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(form as Record<string, string>).toString(),
    })
    expect(response.statusCode).toBe(422)
    expect(response.json().errors[0].field).toBe(field)
  })

  it('rejects a body that is not a form', async () => {
    const response = await service.inject({
      method: 'POST',
      url: '/auth/login/access-token',
      payload: { username: 'ada@strata.example', password: PASSWORD },
    })
    expect(response.statusCode).toBe(415)
    expect(response.json().detail).toContain('application/x-www-form-urlencoded')
  })

  it('rejects a form of 2 MiB with 413', async () => {
    const response = await login('ada@strata.example', 'x'.repeat(2 * 2 ** 20))
    expect(response.statusCode).toBe(413)
  })
})

describe('S01: ten login attempts', () => {
  const sequence = async (email: string) => {
    const statuses: number[] = []
    for (let n = 0; n < 10; n++) statuses.push((await login(email, 'wrong password')).statusCode)
    return statuses
  }

  it('are blocked from the sixth on, known or unknown, even with the right password', async () => {
    const expected = [...Array(5).fill(400), ...Array(5).fill(429)]
    expect(await sequence('ada@strata.example')).toEqual(expected)
    expect(await sequence('nobody@strata.example')).toEqual(expected)
    const right = await login('Ada@strata.example ', PASSWORD)
    expect(right.statusCode).toBe(429)
    expect(right.json().detail).toMatch(/Wait \d min/)
    expect(Number(right.headers['retry-after'])).toBeGreaterThanOrEqual(1)
    expect(Number(right.headers['retry-after'])).toBeLessThanOrEqual(300)
  })

  it('are allowed again after five minutes, and a right one resets the account', async () => {
    await sequence('ada@strata.example')
    await service.services.db.update(login_failures).set({ at: sql`at - interval '240 seconds'` })
    expect((await login('ada@strata.example', PASSWORD)).statusCode).toBe(429)
    await service.services.db.update(login_failures).set({ at: sql`at - interval '60 seconds'` })
    for (let n = 0; n < 4; n++)
      expect((await login('ada@strata.example', 'wrong password')).statusCode).toBe(400)
    expect((await login('ada@strata.example', PASSWORD)).statusCode).toBe(200)
    for (let n = 0; n < 5; n++)
      expect((await login('ada@strata.example', 'wrong password')).statusCode).toBe(400)
  })

  it('count as five when fifty arrive at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => login('ada@strata.example', 'wrong password')),
    )
    expect(answers.filter((answer) => answer.statusCode === 400)).toHaveLength(5)
    expect(answers.filter((answer) => answer.statusCode === 429)).toHaveLength(45)
  })

  it('are counted across processes and restarts', async () => {
    const other = await createApp(service.services, { routes: allRoutes })
    const elsewhere = () =>
      other.app.inject({
        method: 'POST',
        url: '/api/v1/auth/login/access-token',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'username=ada%40strata.example&password=wrong',
      })
    const statuses = [
      ...(await Promise.all([1, 2, 3].map(() => elsewhere()))),
      ...(await Promise.all([1, 2, 3].map(() => login('ada@strata.example', 'wrong password')))),
    ].map((answer) => answer.statusCode)
    expect(statuses.sort((a, b) => a - b)).toEqual([400, 400, 400, 400, 400, 429])
    await other.app.close()
  })

  it('are also counted by address, and a header that names another address changes nothing', async () => {
    const tries = Array.from({ length: 50 }, (_, n) => ({
      subject: 'address:203.0.113.9',
      at: new Date(Date.now() - n),
    }))
    await service.services.db.insert(login_failures).values(tries)
    const from = (n: number) =>
      login('somebody@strata.example', 'wrong', {
        remoteAddress: '203.0.113.9',
        headers: { 'x-forwarded-for': `198.51.100.${n}` },
      })
    for (let n = 0; n < 20; n++) expect((await from(n)).statusCode).toBe(429)
    expect((await login('ada@strata.example', PASSWORD, { remoteAddress: '203.0.113.10' })).statusCode).toBe(
      200,
    )
  })

  it('are returned to the address if the password was right', async () => {
    for (let n = 0; n < 8; n++) await login('ada@strata.example', PASSWORD, { remoteAddress: '203.0.113.11' })
    expect(await service.services.db.select().from(login_failures)).toEqual([])
  })
})

describe('S07: many logins at once', () => {
  it('are hashed a few at a time; rejected ones lose no attempt', async () => {
    const answers = await Promise.all(
      Array.from({ length: 45 }, (_, n) =>
        // From one address, they would wait in turn instead.
        login(`crowd-${n}@strata.example`, 'wrong', { remoteAddress: `203.0.113.${100 + n}` }),
      ),
    )
    const count = (status: number) => answers.filter((answer) => answer.statusCode === status).length
    expect(count(400) + count(503)).toBe(45)
    expect(count(503)).toBeGreaterThan(0)
    expect(answers.find((answer) => answer.statusCode === 503)!.headers['retry-after']).toBe('1')
    const rows = await service.services.db.select().from(login_failures)
    expect(rows).toHaveLength(2 * count(400))
  })
})

describe('a password that changes while someone logs in with the old one', () => {
  it.each(['commits', 'is undone'])('waits for it: the change %s', async (outcome) => {
    const id = await addUser(`${outcome.replaceAll(' ', '-')}@strata.example`)
    const { db } = service.services
    const client = await db.$client.connect()
    try {
      await client.query('begin')
      await client.query('update users set password_hash = $1 where id = $2', ['changed meanwhile', id])
      await client.query('delete from sessions where user_id = $1', [id])
      // The check still sees the old password; the session waits for the outcome of the change.
      const answer = login(`${outcome.replaceAll(' ', '-')}@strata.example`, PASSWORD)
      await expect.poll(() => waitingSessions(db)).toBe(1)
      await client.query(outcome === 'commits' ? 'commit' : 'rollback')
      const { statusCode } = await answer
      expect(statusCode).toBe(outcome === 'commits' ? 400 : 200)
    } finally {
      client.release()
    }
    const open = await db.select().from(sessions).where(eq(sessions.user_id, id))
    expect(open).toHaveLength(outcome === 'commits' ? 0 : 1)
  })
  it('is not a change if only its hash is replaced: all log in', async () => {
    const { hash } = await import('@node-rs/argon2')
    const weak = await hash(PASSWORD, { memoryCost: 8192, timeCost: 1, parallelism: 1 })
    await addUser('weak@strata.example', { password_hash: weak })
    const answers = await Promise.all([1, 2, 3].map(() => login('weak@strata.example', PASSWORD)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  })
})

describe('S06: passwords', () => {
  it('are argon2id of the required cost, salted', async () => {
    const [one, two] = await Promise.all([hashPassword('same password'), hashPassword('same password')])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(one).not.toBe(two)
    expect(isOutdated(one)).toBe(false)
  })
  it('are compared in full, and none matches an absent hash', async () => {
    const base = 'p'.repeat(79)
    const stored = await hashPassword(`${base}a`)
    expect(await verifyPassword(stored, `${base}a`)).toBe(true)
    expect(await verifyPassword(stored, `${base}b`)).toBe(false)
    expect(await verifyPassword(null, 'anything')).toBe(false)
    expect(await verifyPassword('-', '-')).toBe(false)
  })
  it('are rehashed at login if the cost was different', async () => {
    const { hash } = await import('@node-rs/argon2')
    const weak = await hash(PASSWORD, { memoryCost: 8192, timeCost: 1, parallelism: 1 })
    const id = await addUser('old@strata.example', { password_hash: weak })
    expect((await login('old@strata.example', PASSWORD)).statusCode).toBe(200)
    const [row] = await service.services.db.select().from(users).where(eq(users.id, id))
    expect(isOutdated(row.password_hash)).toBe(false)
    expect((await login('old@strata.example', PASSWORD)).statusCode).toBe(200)
  })
  it('keep their hash if rehashing fails: the right one still logs in', async () => {
    const { hash } = await import('@node-rs/argon2')
    const { db } = service.services
    const weak = await hash(PASSWORD, { memoryCost: 8192, timeCost: 1, parallelism: 1 })
    const id = await addUser('stuck@strata.example', { password_hash: weak })
    await db.execute(sql`create function refuse_hash() returns trigger language plpgsql as $$
      begin raise exception 'no' using errcode = '55P03'; end $$`)
    await db.execute(sql`create trigger refuse_hash before update of password_hash on users
      for each row execute function refuse_hash()`)
    try {
      expect((await login('stuck@strata.example', PASSWORD)).statusCode).toBe(200)
    } finally {
      await db.execute(sql`drop function refuse_hash cascade`)
    }
    const [row] = await db.select().from(users).where(eq(users.id, id))
    expect(row.password_hash).toBe(weak)
    expect(await db.$count(login_failures)).toBe(0)
  })
  it('wait for each other, and too many are rejected with a time to retry', async () => {
    const results = await Promise.allSettled(Array.from({ length: 40 }, () => verifyPassword(null, 'x')))
    const rejected = results.filter((result) => result.status === 'rejected')
    expect(rejected.length).toBe(40 - 22)
    expect(rejected[0].reason).toMatchObject({ status: 503, headers: { 'Retry-After': '1' } })
    expect(await verifyPassword(null, 'x')).toBe(false)
  })
})

describe('the first account', () => {
  it('is created once, with a working one-time password', async () => {
    const fresh = await createTestService()
    try {
      const { db } = fresh.services
      const admin = { email: 'first@strata.example', password: undefined }
      const made = await Promise.all([ensureFirstAdmin(db, { admin }), ensureFirstAdmin(db, { admin })])
      const [account] = made.filter((one) => one !== null)
      expect(made).toContain(null)
      const response = await fresh.inject({
        method: 'POST',
        url: '/auth/login/access-token',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ username: account.email, password: account.password! }).toString(),
      })
      expect(response.statusCode).toBe(200)
      const headers = { authorization: `Bearer ${response.json().accessToken}` }
      expect((await fresh.inject({ url: '/users/me', headers })).json().roles).toEqual([{ name: 'admin' }])
      expect(await ensureFirstAdmin(db, { admin })).toBeNull()
    } finally {
      await fresh.close()
    }
  })
  it.each([
    ['ada.lovelace@strata.example', {}, 'Ada', 'Lovelace'],
    ['mary_ann-evans@strata.example', {}, 'Mary', 'Ann Evans'],
    ['ada@strata.example', {}, 'Ada', 'Account'],
    ['admin@strata.example', {}, 'Admin', 'Account'],
    ['42@strata.example', {}, 'Admin', 'Account'],
    ['admin@strata.example', { firstName: 'Ada', lastName: 'Lovelace' }, 'Ada', 'Lovelace'],
    ['ada.lovelace@strata.example', { firstName: 'Augusta' }, 'Augusta', 'Lovelace'],
  ])('%s with %j is %s %s', (email, settings, first_name, last_name) => {
    expect(nameOf({ email, ...settings })).toEqual({ first_name, last_name })
  })
  it('uses the configured password and does not print it', async () => {
    const fresh = await createTestService()
    const admin = { email: 'first@strata.example', password: 'chosen by somebody' }
    expect(await ensureFirstAdmin(fresh.services.db, { admin })).toEqual({
      email: admin.email,
      password: null,
    })
    await fresh.close()
  })
})
