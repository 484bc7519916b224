import { eq, sql } from '#drizzle'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  account_tokens,
  login_failures,
  mail_outbox,
  signed_link_revocations,
  users,
} from '#service/db/schema.ts'
import { hashPassword } from '#service/domain/accounts/password.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'
import { type Mailbox, createMailbox, logIn, post } from './mailbox.ts'

const OLD = 'the password of before'
const NEW = 'marble kettle horizon'
let service: TestService
let mailbox: Mailbox
let hash: string
beforeAll(async () => {
  service = await createTestService({ config: { registrationDomains: ['strata.example'] } })
  mailbox = createMailbox(service)
  hash = await hashPassword(OLD)
})
afterAll(() => service.close())
beforeEach(async () => {
  await service.services.db.delete(login_failures)
  await service.services.db.delete(mail_outbox)
})

const change = (person: TestPerson, values: Partial<typeof users.$inferInsert>) =>
  service.services.db.update(users).set(values).where(eq(users.id, person.id))
async function somebody(): Promise<TestPerson> {
  const person = await service.logIn('staff')
  await change(person, { password_hash: hash })
  return person
}
const ask = (email: string, headers: object = {}) =>
  post(service, `/auth/password-recovery-token/${encodeURIComponent(email)}`, undefined, headers)
const recover = (token: string, new_password = NEW) =>
  post(service, '/auth/recover-password/', { token, new_password })
async function tokenFor(person: TestPerson): Promise<string> {
  await ask(person.email.toUpperCase())
  return mailbox.token('/recover-password')
}
const me = (person: TestPerson) => service.inject({ url: '/users/me', headers: person.headers })

describe('S03: requesting a password recovery', () => {
  it('gives the same answer for known, unknown, waiting, disabled and malformed addresses', async () => {
    const [known, disabled] = [await somebody(), await somebody()]
    await change(disabled, { disabled_at: new Date() })
    const addresses = [
      known.email,
      disabled.email,
      'nobody@strata.example',
      'x'.repeat(400),
      'x'.repeat(5000),
    ]
    const answers = []
    for (const address of addresses) answers.push(await ask(address, { 'x-request-id': 'always-the-same' }))
    for (const answer of answers) {
      expect(answer.statusCode).toBe(200)
      expect(answer.body).toBe('{"msg":"If the account exists, a message has been sent."}')
      expect(Object.keys(answer.headers).sort()).toEqual(Object.keys(answers[0].headers).sort())
    }
    expect((await mailbox.collect()).map(({ to }) => to)).toEqual([known.email])
    expect(await service.services.db.select().from(mail_outbox)).toEqual([])
  })
  it('puts the same into the outbox for everyone: the account is looked up later', async () => {
    await service.services.db.delete(account_tokens)
    const known = await somebody()
    await ask(known.email)
    await ask('nobody@strata.example')
    const rows = await service.services.db.select().from(mail_outbox).orderBy(mail_outbox.id)
    expect(rows.map(({ kind, data }) => [kind, data])).toEqual([
      ['recover-password', {}],
      ['recover-password', {}],
    ])
    expect(await service.services.db.select().from(account_tokens)).toEqual([])
  })
  it('works even if no mail can be sent, and the message is sent later', async () => {
    const person = await somebody()
    mailbox.breakWith(Object.assign(new Error('down'), { code: 'ECONNREFUSED' }))
    expect((await ask(person.email)).statusCode).toBe(200)
    expect(await mailbox.collect()).toEqual([])
    mailbox.breakWith(null)
    expect(await mailbox.collect()).toEqual([])
    await service.services.db.update(mail_outbox).set({ next_try_at: sql`now()` })
    const token = await mailbox.token('/recover-password')
    expect((await recover(token)).statusCode).toBe(200)
  })
  it('is limited to three per quarter of an hour for an address, ten per hour per requester', async () => {
    const from = (email: string, remoteAddress: string) =>
      service.inject({ method: 'POST', url: `/auth/password-recovery-token/${email}`, remoteAddress })
    for (const email of [(await somebody()).email, 'unknown@strata.example']) {
      const statuses: number[] = []
      for (let n = 0; n < 4; n++) statuses.push((await from(email, `203.0.113.${n}`)).statusCode)
      expect(statuses).toEqual([200, 200, 200, 429])
    }
    await service.services.db.update(login_failures).set({ at: sql`at - interval '15 minutes'` })
    expect((await from('unknown@strata.example', '203.0.113.9')).statusCode).toBe(200)
    for (let n = 0; n < 10; n++) await from(`n${n}@strata.example`, '203.0.113.77')
    const last = await from('one-more@strata.example', '203.0.113.77')
    expect(last.statusCode).toBe(429)
    expect(Number(last.headers['retry-after'])).toBeLessThanOrEqual(3600)
  })
})

describe('S08: a recovery token', () => {
  it('works once, for its purpose only, and a new one invalidates the previous one', async () => {
    const person = await somebody()
    const first = await tokenFor(person)
    const second = await tokenFor(person)
    expect((await recover(first)).json().detail).toBe('Invalid or expired token')
    expect((await post(service, '/auth/confirm-email/', { token: second })).json().detail).toBe(
      'Invalid or expired token',
    )
    expect((await recover(second)).statusCode).toBe(200)
    const again = await recover(second, 'and one more sentence')
    expect(again.statusCode).toBe(400)
    expect(again.json().detail).toBe('Invalid or expired token')
    expect((await logIn(service, person.email, NEW)).statusCode).toBe(200)
  })
  it('is invalid from the moment another one is requested', async () => {
    const person = await somebody()
    const first = await tokenFor(person)
    await ask(person.email)
    expect((await recover(first)).statusCode).toBe(400)
  })
  it('is valid for thirty minutes and not a second longer', async () => {
    const age = (seconds: number) =>
      service.services.db
        .update(account_tokens)
        .set({ expires_at: sql`expires_at - make_interval(secs => ${seconds})` })
    const early = await tokenFor(await somebody())
    await age(1800 - 60)
    expect((await recover(early)).statusCode).toBe(200)
    await mailbox.collect()
    const late = await tokenFor(await somebody())
    await age(1800)
    expect((await recover(late)).json().detail).toBe('Invalid or expired token')
  })
  it('works once if used twice at the same moment, and only that password is valid', async () => {
    const person = await somebody()
    const token = await tokenFor(person)
    const passwords = ['first runner stone', 'second runner stone', 'third runner stone']
    const answers = await Promise.all(passwords.map((password) => recover(token, password)))
    expect(answers.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, 400, 400])
    const winner = answers.findIndex(({ statusCode }) => statusCode === 200)
    for (const [n, password] of passwords.entries())
      expect((await logIn(service, person.email, password)).statusCode).toBe(n === winner ? 200 : 400)
  })
  it('is not used up by a rejected password', async () => {
    const token = await tokenFor(await somebody())
    expect((await recover(token, 'password1234')).statusCode).toBe(422)
    expect((await recover(token, 'x'.repeat(129))).statusCode).toBe(422)
    expect((await recover(token)).statusCode).toBe(200)
  })
  it('of a person who has been disabled since is invalid', async () => {
    const person = await somebody()
    const admin = await service.logIn('admin')
    const token = await tokenFor(person)
    await post(service, `/users/${person.id}/disable`, { reason: 'left the house' }, admin.headers)
    expect((await recover(token)).statusCode).toBe(400)
  })
})

describe('S09: after a recovery', () => {
  it('no session is opened, sessions, access tokens and links are ended, and a notice is sent', async () => {
    const person = await somebody()
    const made = await post(
      service,
      '/users/me/access-tokens',
      { name: 'r', scopes: ['read'] },
      person.headers,
    )
    const script = { authorization: `Bearer ${made.json().token}` }
    expect((await service.inject({ url: '/users/me', headers: script })).statusCode).toBe(200)
    const answer = await recover(await tokenFor(person))
    expect(answer.json()).toEqual({ msg: 'Your password is changed. Log in with the new one.' })
    expect(answer.headers['set-cookie']).toBeUndefined()
    const links = await service.services.db
      .select({ kind: signed_link_revocations.kind })
      .from(signed_link_revocations)
      .where(eq(signed_link_revocations.record_id, String(person.id)))
    expect(links).toEqual([{ kind: 'person' }])
    for (const headers of [person.headers, script]) {
      const response = await service.inject({ url: '/users/me', headers })
      expect(response.statusCode).toBe(403)
      expect(response.json().detail).toBe('Could not validate credentials')
    }
    const [notice] = await mailbox.collect()
    expect(notice.to).toBe(person.email)
    expect(notice.subject).toBe('Your Strata password was changed')
    expect(notice.text).not.toMatch(/token=/)
    expect((await logIn(service, person.email, OLD)).statusCode).toBe(400)
    expect((await logIn(service, person.email, NEW)).statusCode).toBe(200)
  })
  it('earlier failed attempts are forgotten', async () => {
    const person = await somebody()
    for (let n = 0; n < 5; n++) await logIn(service, person.email, 'wrong')
    expect((await logIn(service, person.email, OLD)).statusCode).toBe(429)
    await recover(await tokenFor(person))
    expect((await logIn(service, person.email, NEW)).statusCode).toBe(200)
  })
  it('the address counts as confirmed: reading its messages proves ownership', async () => {
    const person = await somebody()
    await change(person, { email_confirmed_at: null, admitted_at: null })
    await recover(await tokenFor(person))
    expect((await logIn(service, person.email, NEW)).statusCode).toBe(200)
  })
})

describe('S15: changing the own password', () => {
  const reset = (person: TestPerson, current_password: string, new_password: string) =>
    post(service, '/auth/reset-password/', { current_password, new_password }, person.headers)

  it('keeps this session, ends all others and invalidates pending messages', async () => {
    const person = await somebody()
    const other = (await logIn(service, person.email, OLD)).json().accessToken as string
    const token = await tokenFor(person)
    const answer = await reset(person, OLD, NEW)
    expect(answer.statusCode).toBe(200)
    expect((await me(person)).statusCode).toBe(200)
    const elsewhere = { authorization: `Bearer ${other}` }
    expect((await service.inject({ url: '/users/me', headers: elsewhere })).statusCode).toBe(403)
    expect((await recover(token)).statusCode).toBe(400)
    expect((await mailbox.collect()).map(({ subject }) => subject)).toEqual([
      'Your Strata password was changed',
    ])
    expect((await logIn(service, person.email, NEW)).statusCode).toBe(200)
  })
  it('needs the current one, which can be tried five times', async () => {
    const person = await somebody()
    for (let n = 0; n < 5; n++) {
      const wrong = await reset(person, 'not the password', NEW)
      expect(wrong.statusCode).toBe(400)
      expect(wrong.json().errors[0].field).toBe('current_password')
    }
    const held = await reset(person, OLD, NEW)
    expect(held.statusCode).toBe(429)
    expect(held.headers['retry-after']).toBeDefined()
    await service.services.db.delete(login_failures)
    expect((await reset(person, OLD, NEW)).statusCode).toBe(200)
  })
  it('rejects the same one, a common one and a short one', async () => {
    const person = await somebody()
    for (const [password, sentence] of [
      [OLD, 'the same as the current one'],
      ['Password123!', 'too common'],
      ['short', 'at least 8'],
    ]) {
      const response = await reset(person, OLD, password)
      expect(response.statusCode).toBe(422)
      expect(response.json().detail).toContain(sentence)
    }
  })
})
