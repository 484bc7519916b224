import { eq, sql } from '#drizzle'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  account_tokens,
  login_failures,
  mail_outbox,
  registrations,
  user_roles,
  users,
} from '#service/db/schema.ts'
import { hashToken } from '#service/domain/accounts/sessions/find-session.ts'
import { type TestService, createTestService } from '../../support/service.ts'
import { type Mailbox, createMailbox, logIn, post } from './mailbox.ts'

const PASSWORD = 'violet anchor tractor'
let service: TestService
let mailbox: Mailbox
beforeAll(async () => {
  service = await createTestService({
    config: { appUrl: 'https://maps.example.org', registrationDomains: ['house.example'] },
  })
  mailbox = createMailbox(service)
})
afterAll(() => service.close())
beforeEach(async () => {
  await service.services.db.delete(login_failures)
  await service.services.db.delete(mail_outbox)
})

const ada = (email: string, more: object = {}) => ({
  email,
  first_name: 'Ada',
  last_name: 'Lovelace',
  password: PASSWORD,
  ...more,
})
const register = (email: string, more: object = {}) => post(service, '/users/open', ada(email, more))
const confirm = (token: string) => post(service, '/auth/confirm-email/', { token })
const userOf = async (email: string) =>
  (
    await service.services.db
      .select()
      .from(users)
      .where(eq(sql`lower(${users.email})`, email))
  )[0]
const rolesOf = async (id: number) =>
  (await service.services.db.select().from(user_roles).where(eq(user_roles.user_id, id))).map(
    ({ role }) => role,
  )

describe('a registration', () => {
  it('of a listed domain becomes staff once the address is confirmed, not before', async () => {
    expect((await register('Ada@House.example')).statusCode).toBe(200)
    expect((await logIn(service, 'ada@house.example', PASSWORD)).json().detail).toBe(
      'Incorrect email or password',
    )
    const answer = await confirm(await mailbox.token('/confirm-email/'))
    expect(answer.json().msg).toContain('You can log in now')
    expect((await logIn(service, 'ada@house.example', PASSWORD)).statusCode).toBe(200)
    const { id, email } = await userOf('ada@house.example')
    expect(email).toBe('ada@house.example')
    expect(await rolesOf(id)).toEqual(['staff'])
  })

  it.each([
    'ada@elsewhere.example',
    'ada@sub.house.example',
    'ada@nothouse.example',
    'house.example@evil.example',
  ])('of another domain waits for an admin: %s', async (email) => {
    await register(email)
    const answer = await confirm(await mailbox.token('/confirm-email/'))
    expect(answer.json().msg).toContain('An admin now has to approve your account')
    expect((await logIn(service, email, PASSWORD)).statusCode).toBe(400)
    expect(await rolesOf((await userOf(email)).id)).toEqual([])
  })

  describe('of an address that is not confirmed yet', () => {
    const MALLORY = { first_name: 'Mallory', password: 'somebody elses choice' }
    const resend = (email: string) => post(service, `/auth/email-confirmation-token/${email}`)
    const registrationsOf = async (email: string) =>
      service.services.db
        .select()
        .from(registrations)
        .where(eq(registrations.user_id, (await userOf(email)).id))
    const opens = async (email: string, password: string) =>
      (await logIn(service, email, password)).statusCode === 200

    it.each(['before', 'after'])(
      'has its own link: a stranger %s cannot choose the password',
      async (when) => {
        const email = `${when}@house.example`
        const links: Record<string, string> = {}
        for (const who of when === 'before' ? ['stranger', 'owner'] : ['owner', 'stranger']) {
          await register(email, who === 'owner' ? {} : MALLORY)
          links[who] = await mailbox.token('/confirm-email/')
        }
        expect((await confirm(links.owner)).statusCode).toBe(200)
        expect((await confirm(links.stranger)).json().detail).toBe('Invalid or expired token')
        expect(await userOf(email)).toMatchObject({ first_name: 'Ada' })
        expect(await opens(email, MALLORY.password)).toBe(false)
        expect(await opens(email, PASSWORD)).toBe(true)
        expect(await registrationsOf(email)).toEqual([])
      },
    )

    it('does not change the account until its own link is opened', async () => {
      await register('kept@house.example')
      const before = await userOf('kept@house.example')
      await register('kept@house.example', MALLORY)
      expect(await userOf('kept@house.example')).toEqual({ ...before, registered_again: true })
    })

    it('says whose name it has, and is one of two links at once', async () => {
      await register('race@house.example')
      await register('race@house.example', MALLORY)
      const messages = await mailbox.collect()
      expect(messages.map(({ text }) => /^An account for (\w+)/m.exec(text)?.[1])).toEqual(['Ada', 'Mallory'])
      const answers = await Promise.all(messages.map(({ link }) => confirm(link!.split('token=')[1])))
      expect(answers.map((answer) => answer.statusCode).toSorted((a, b) => a - b)).toEqual([200, 400])
      const won = answers[0].statusCode === 200
      expect(await userOf('race@house.example')).toMatchObject({ first_name: won ? 'Ada' : 'Mallory' })
      expect(await opens('race@house.example', won ? PASSWORD : MALLORY.password)).toBe(true)
      expect(await opens('race@house.example', won ? MALLORY.password : PASSWORD)).toBe(false)
    })

    it('can have its message sent again, which invalidates no other link', async () => {
      await register('again@house.example')
      const first = await mailbox.token('/confirm-email/')
      await resend('again@house.example')
      await confirm(await mailbox.token('/confirm-email/'))
      expect(await opens('again@house.example', PASSWORD)).toBe(true)
      expect((await confirm(first)).json().detail).toBe('Invalid or expired token')
    })

    it('confirms no one’s password with a message sent again after it was registered twice', async () => {
      await register('unsure@house.example', MALLORY)
      await register('unsure@house.example')
      await mailbox.collect()
      await resend('unsure@house.example')
      const token = await mailbox.token('/recover-password')
      expect((await confirm(token)).statusCode).toBe(400)
      const new_password = 'a sentence of my own'
      expect((await post(service, '/auth/recover-password/', { token, new_password })).statusCode).toBe(200)
      expect(await opens('unsure@house.example', MALLORY.password)).toBe(false)
      expect(await opens('unsure@house.example', PASSWORD)).toBe(false)
      expect(await opens('unsure@house.example', new_password)).toBe(true)
      expect(await registrationsOf('unsure@house.example')).toEqual([])
    })
  })

  it.each([
    ['no address', ada('nobody'), 'email'],
    ['a line break in the address', ada('a@b.example\r\nBcc: x@y.example'), 'email'],
    ['a line break in the name', ada('a@b.example', { first_name: 'Ada\r\nX: y' }), 'first_name'],
    ['an empty name', ada('a@b.example', { last_name: '  ' }), 'last_name'],
    ['a short password', ada('a@b.example', { password: '1234567' }), 'password'],
    ['no password', ada('a@b.example', { password: undefined }), 'password'],
  ])('is rejected with %s', async (_case, body, field) => {
    const response = await post(service, '/users/open', body)
    expect(response.statusCode).toBe(422)
    expect(response.json().errors[0].field).toBe(field)
    expect(await service.services.db.select().from(mail_outbox)).toEqual([])
  })

  it('S35: accepts only its four fields', async () => {
    const response = await post(service, '/users/open', {
      ...ada('mass@house.example'),
      roles: [{ name: 'admin' }],
      admitted_at: '2024-01-01',
      id: 1,
    })
    expect(response.statusCode).toBe(422)
    expect(await userOf('mass@house.example')).toBeUndefined()
    const raw = JSON.stringify(ada('mass@house.example')).replace('{', '{"__proto__":{"admin":true},')
    const polluted = await service.inject({
      method: 'POST',
      url: '/users/open',
      headers: { 'content-type': 'application/json' },
      payload: raw,
    })
    expect(polluted.statusCode).toBe(200)
    expect(await userOf('mass@house.example')).toMatchObject({ email_confirmed_at: null, admitted_at: null })
    expect(({} as { admin?: boolean }).admin).toBeUndefined()
  })
})

describe('S04: a registration of an address that has an account', () => {
  it('gets the same answer, changes nothing, and notifies the owner', async () => {
    await register('known@house.example')
    await confirm(await mailbox.token('/confirm-email/'))
    const before = await service.services.db.select().from(users)
    const numbered = { 'x-request-id': 'always-the-same' }
    const body = ada('KNOWN@house.example', { password: 'another fine password', first_name: 'Eve' })
    const known = await post(service, '/users/open', body, numbered)
    expect(await service.services.db.select().from(users)).toEqual(before)
    const fresh = await post(service, '/users/open', { ...body, email: 'fresh@house.example' }, numbered)
    expect(known.statusCode).toBe(fresh.statusCode)
    expect(known.body).toBe(fresh.body)
    expect(Object.keys(known.headers).sort()).toEqual(Object.keys(fresh.headers).sort())
    const messages = await mailbox.collect()
    expect(messages.map(({ to, subject }) => [to, subject])).toEqual([
      ['known@house.example', 'You already have a Strata account'],
      ['fresh@house.example', 'Confirm your email address for Strata'],
    ])
    expect(messages[0].text).not.toContain('token=')
    expect((await logIn(service, 'known@house.example', PASSWORD)).statusCode).toBe(200)
  })

  it('applies to another confirmation message too', async () => {
    const ask = (email: string) =>
      post(service, `/auth/email-confirmation-token/${encodeURIComponent(email)}`, undefined, {
        'x-request-id': 'always-the-same',
      })
    await register('slow@house.example')
    await mailbox.collect()
    const answers = [
      await ask('slow@house.example'),
      await ask('known@house.example'),
      await ask('nobody@house.example'),
      await ask(`${'x'.repeat(300)} no address`),
    ]
    for (const answer of answers) {
      expect(answer.statusCode).toBe(200)
      expect(answer.body).toBe('{"msg":"If the account exists, a message has been sent."}')
    }
    expect((await mailbox.collect()).map(({ to, subject }) => [to, subject])).toEqual([
      ['slow@house.example', 'Confirm your email address for Strata'],
      ['known@house.example', 'You already have a Strata account'],
    ])
    expect(await service.services.db.select().from(mail_outbox)).toEqual([])
  })
})

describe('S08: a confirmation token', () => {
  const fresh = async (email: string) => {
    await register(email)
    return mailbox.token('/confirm-email/')
  }
  it('is 32 random bytes of which only the hash is stored', async () => {
    const token = await fresh('hash@house.example')
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const rows = await service.services.db.select().from(account_tokens)
    expect(rows.some((row) => row.token_hash.equals(hashToken(token)))).toBe(true)
    expect(JSON.stringify(rows)).not.toContain(token)
  })
  it('works once; a GET does not use it up', async () => {
    const token = await fresh('once@house.example')
    expect((await service.app.inject({ url: `/api/v1/auth/confirm-email/?token=${token}` })).statusCode).toBe(
      404,
    )
    expect((await confirm(token)).statusCode).toBe(200)
    const again = await confirm(token)
    expect(again.statusCode).toBe(400)
    expect(again.json().detail).toBe('Invalid or expired token')
  })
  it("is valid for a day and not a second longer, by the database's clock", async () => {
    const age = (seconds: number) =>
      service.services.db
        .update(account_tokens)
        .set({ expires_at: sql`expires_at - make_interval(secs => ${seconds})` })
    const early = await fresh('early@house.example')
    await age(86_400 - 60)
    expect((await confirm(early)).statusCode).toBe(200)
    const late = await fresh('late@house.example')
    await age(86_400)
    expect((await confirm(late)).json().detail).toBe('Invalid or expired token')
  })
  it('sets no password', async () => {
    const token = await fresh('purpose@house.example')
    const payload = { token, new_password: 'quite another sentence' }
    const response = await post(service, '/auth/recover-password/', payload)
    expect(response.statusCode).toBe(400)
    expect(response.json().detail).toBe('Invalid or expired token')
    expect((await confirm(token)).statusCode).toBe(200)
  })
  it('is rejected if it is forged, cut or malformed', async () => {
    for (const token of ['x', 'A'.repeat(43), "' or 1=1 --", 'ü'.repeat(40)])
      expect((await confirm(token)).json().detail).toBe('Invalid or expired token')
    expect((await post(service, '/auth/confirm-email/', { token: 'x'.repeat(300) })).statusCode).toBe(422)
    expect((await post(service, '/auth/confirm-email/', {})).statusCode).toBe(422)
  })
})

describe('S10: the link', () => {
  it('begins with the configured address, whatever the request says', async () => {
    await post(service, '/users/open', ada('host@house.example'), {
      host: 'evil.test',
      'x-forwarded-host': 'evil.test',
      'x-forwarded-proto': 'http',
      forwarded: 'host=evil.test',
      origin: 'https://evil.test',
    })
    const [message] = await mailbox.collect()
    expect(message.link).toMatch(/^https:\/\/maps\.example\.org\/confirm-email\/\?token=/)
    expect(message.text).not.toContain('evil')
  })
})

describe('requesting messages', () => {
  it('is limited per address and per requester', async () => {
    const ask = (email: string, remoteAddress: string) =>
      service.inject({ method: 'POST', url: `/auth/email-confirmation-token/${email}`, remoteAddress })
    const statuses: number[] = []
    for (let n = 0; n < 4; n++) statuses.push((await ask('a@house.example', `203.0.113.${n}`)).statusCode)
    expect(statuses).toEqual([200, 200, 200, 429])
    statuses.length = 0
    for (let n = 0; n < 11; n++) statuses.push((await ask(`b${n}@house.example`, '203.0.113.50')).statusCode)
    expect(statuses).toEqual([...Array(10).fill(200), 429])
  })
})
