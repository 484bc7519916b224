import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { sql } from '#drizzle'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadConfig } from '#config'
import { mail_outbox } from '#service/db/schema.ts'
import { composeMail } from '#service/domain/accounts/compose-mail.ts'
import { createLog } from '#service/log.ts'
import { deliverDue } from '#service/mail/deliver.ts'
import type { Message } from '#service/mail/message.ts'
import { queueMail } from '#service/mail/queue-mail.ts'
import { startMail } from '#service/mail/start-mail.ts'
import { type MailTransport, openTransport } from '#service/mail/transport.ts'
import { type TestService, createTestService } from '../../support/service.ts'
import { post } from '../accounts/mailbox.ts'
import { type SmtpStandIn, startSmtp } from './smtp-stand-in.ts'

let service: TestService
let lines: string[] = []
const log = createLog(
  { level: 'trace' },
  new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  }) as never,
)
beforeAll(async () => {
  service = await createTestService({ log, config: { appUrl: 'https://maps.example.org' } })
})
afterAll(() => service.close())
beforeEach(async () => {
  lines = []
  await service.services.db.delete(mail_outbox)
})

const rows = () => service.services.db.select().from(mail_outbox)
const letter = (to: string, more: Partial<{ subject: string; text: string; link: string }> = {}) =>
  queueMail(service.services.db, { kind: 'letter', to, data: { subject: 'Hello', text: 'Text\n', ...more } })
const due = () => service.services.db.update(mail_outbox).set({ next_try_at: sql`now()` })
const transportTo = (send: (message: Message) => Promise<void>): MailTransport => ({
  kind: 'smtp',
  send,
  close() {},
})
const deliver = (transport: MailTransport) => deliverDue(service.services, transport, composeMail)

describe('without a mail server', () => {
  let dataDir: string
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'strata-mail-'))
  })
  afterEach(() => rm(dataDir, { recursive: true }))
  const open = () => openTransport({ ...service.services.config, smtpUrl: undefined, dataDir })

  it('each message is a file in the outbox that only its owner may read, and its link a line in the log', async () => {
    const { email } = await service.logIn('staff')
    await post(service, `/auth/password-recovery-token/${email}`)
    expect(await deliver(open())).toBe(1)
    const [name, ...others] = await readdir(join(dataDir, 'outbox'))
    expect(others).toEqual([])
    expect(name).toMatch(/^\d{4}-\d\d-\d\dT[\d-]+Z-recover-password-\d+\.eml$/)
    expect((await stat(join(dataDir, 'outbox'))).mode & 0o777).toBe(0o700)
    expect((await stat(join(dataDir, 'outbox', name))).mode & 0o777).toBe(0o600)
    const source = await readFile(join(dataDir, 'outbox', name), 'utf8')
    expect(source).toContain(`To: ${email}\r\n`)
    expect(source).toContain('From: "Strata" <no-reply@localhost>'.replaceAll('"', ''))
    const links = lines.map((line) => JSON.parse(line)).filter(({ link }) => link !== undefined)
    expect(links).toMatchObject([{ level: 30, kind: 'recover-password' }])
    expect(links[0].link).toMatch(/^https:\/\/maps\.example\.org\/recover-password\?token=[\w-]{43}$/)
    expect(await rows()).toEqual([])
  })
  it('continues with the next message if one cannot be written', async () => {
    await letter('a@b.example')
    const { dataDir: _own, ...config } = service.services.config
    const transport = openTransport({ ...config, smtpUrl: undefined, dataDir: '/dev/null' })
    await letter('c@d.example')
    expect(await deliver(transport)).toBe(0)
    expect((await rows()).map(({ attempts, reason }) => [attempts, reason])).toEqual([
      [1, 'ENOTDIR'],
      [1, 'ENOTDIR'],
    ])
  })
})

describe('over SMTP', () => {
  let smtp: SmtpStandIn
  beforeEach(async () => {
    smtp = await startSmtp()
  })
  afterEach(() => smtp.close())
  const open = () => openTransport({ ...service.services.config, smtpUrl: smtp.url })

  it('a message arrives whole, and its link appears in no log', async () => {
    const { email } = await service.logIn('staff')
    await post(service, `/auth/password-recovery-token/${email}`)
    const transport = open()
    expect(await deliver(transport)).toBe(1)
    transport.close()
    expect(smtp.taken).toHaveLength(1)
    expect(smtp.taken[0].to).toEqual([email])
    expect(smtp.taken[0].source).toContain('Auto-Submitted: auto-generated')
    const unfolded = smtp.taken[0].source.replace(/=\r\n/g, '').replaceAll('=3D', '=')
    const token = /https:\/\/maps\.example\.org\/recover-password\?token=([\w-]{43})/.exec(unfolded)?.[1]
    expect(token).toBeDefined()
    const answer = await post(service, '/auth/recover-password/', {
      token,
      new_password: 'marble kettle sun',
    })
    expect(answer.statusCode).toBe(200)
    expect(lines.join('')).not.toContain(token)
    expect(lines.join('')).not.toContain(email)
  })
  it('S37: a line break in subject or address adds no header and no recipient', async () => {
    await letter('a@b.example', { subject: 'Hello\r\nBcc: evil@example.org\r\n\r\nbody' })
    await letter('a@b.example\r\nBcc: evil@example.org')
    await letter('a@b.example, evil@example.org')
    const transport = open()
    await deliver(transport)
    transport.close()
    expect(smtp.taken).toHaveLength(1)
    for (const { source, to } of smtp.taken) {
      expect(to.join()).not.toContain('evil')
      expect(source.split('\r\n\r\n')[0]).not.toMatch(/^Bcc:/m)
    }
    expect(smtp.taken[0].source).toContain('Subject: Hello Bcc: evil@example.org')
  })
  it('S43: a rejected recipient stays in the outbox with a reason that names nobody', async () => {
    smtp.mode = 'rejecting'
    await letter('canary@b.example', { link: 'https://maps.example.org/canary' })
    expect(await deliver(open())).toBe(0)
    const [row] = await rows()
    expect(row).toMatchObject({ attempts: 1, reason: 'EENVELOPE', failed_at: null })
    expect(lines.join('')).not.toContain('canary')
  })
})

describe('F22: if mail is down or slow', () => {
  it('no call waits for it: the mail server never responds', async () => {
    const smtp = await startSmtp()
    smtp.mode = 'silent'
    const own = await createTestService({ config: { smtpUrl: smtp.url } })
    const mail = startMail(own.services, composeMail)
    try {
      const { email } = await own.logIn('staff')
      const answer = await post(own, `/auth/password-recovery-token/${email}`)
      expect(answer.statusCode).toBe(200)
      await vi.waitFor(async () => {
        const [row] = await own.services.db.select().from(mail_outbox)
        expect(row.attempts).toBe(1)
      }, 5000)
      const again = await post(own, `/auth/password-recovery-token/${email}`)
      expect(again.statusCode).toBe(200)
      expect(await own.services.db.select().from(mail_outbox)).toHaveLength(2)
    } finally {
      await smtp.close()
      await mail.stop()
      await own.close()
    }
  })
  it('retries after half a minute, one, two … an hour, and gives up after a day', async () => {
    const { db } = service.services
    await letter('a@b.example')
    const down = transportTo(async () => {
      throw Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:25'), { code: 'ECONNREFUSED' })
    })
    const waits: number[] = []
    for (let n = 0; n < 9; n++) {
      expect(await deliver(down)).toBe(0)
      const { rows: found } = await db.execute<{ wait: number }>(
        sql`select round(extract(epoch from next_try_at - now()))::int as wait from mail_outbox`,
      )
      waits.push(found[0].wait)
      expect(await deliver(down)).toBe(0)
      await due()
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600, 3600])
    await db.update(mail_outbox).set({ created_at: sql`now() - interval '24 hours 1 minute'` })
    await deliver(down)
    expect((await rows())[0]).toMatchObject({
      attempts: 10,
      reason: 'ECONNREFUSED',
      failed_at: expect.any(Date),
    })
    await due()
    const send = vi.fn(async () => {})
    expect(await deliver(transportTo(send))).toBe(0)
    expect(send).not.toHaveBeenCalled()
    expect(lines.filter((line) => line.includes('a message was abandoned'))).toHaveLength(1)
    await db.update(mail_outbox).set({ failed_at: sql`now() - interval '8 days'` })
    await deliver(down)
    expect(await rows()).toEqual([])
  })
  it('a later message overtakes one that fails', async () => {
    await letter('stuck@b.example')
    await letter('fine@b.example')
    const sent: string[] = []
    await deliver(
      transportTo(async ({ to }) => {
        if (to.startsWith('stuck')) throw new Error('no')
        sent.push(to)
      }),
    )
    expect(sent).toEqual(['fine@b.example'])
    expect(await rows()).toMatchObject([{ recipient: 'stuck@b.example', reason: 'Error' }])
  })
  it("two processes send each message once; a dead one's message is sent later", async () => {
    for (let n = 0; n < 20; n++) await letter(`n${n}@b.example`)
    const sent: string[] = []
    const slow = transportTo(async ({ to }) => {
      await new Promise((resolve) => setImmediate(resolve))
      sent.push(to)
    })
    await Promise.all([deliver(slow), deliver(slow), deliver(slow)])
    expect(sent).toHaveLength(20)
    expect(new Set(sent).size).toBe(20)
    await letter('left@b.example')
    void deliver(transportTo(() => new Promise(() => {})))
    await vi.waitFor(async () => expect((await rows())[0].attempts).toBe(1))
    expect(await deliver(slow)).toBe(0)
    await service.services.db
      .update(mail_outbox)
      .set({ next_try_at: sql`next_try_at - interval '120 seconds'` })
    expect(await deliver(slow)).toBe(1)
  })
  it('an unknown kind is given up like any other, and affects no other', async () => {
    await service.services.db.insert(mail_outbox).values({ kind: 'constructor', recipient: 'x' })
    const { email } = await service.logIn('staff')
    await service.services.db.insert(mail_outbox).values({ kind: 'toString', recipient: email })
    await letter('a@b.example')
    expect(await deliver(transportTo(async () => {}))).toBe(1)
    expect(await rows()).toHaveLength(1)
  })
})

describe('the outbox', () => {
  it('is committed or rolled back with the transaction', async () => {
    const { db } = service.services
    const to = 'a@b.example'
    const undone = db.transaction(async (tx) => {
      await queueMail(tx, { kind: 'approved', to })
      throw new Error('no')
    })
    await expect(undone).rejects.toThrow('no')
    expect(await rows()).toEqual([])
  })
  it('contains no token, whatever is waiting in it', async () => {
    const { email } = await service.logIn('staff')
    await post(service, `/auth/password-recovery-token/${email}`)
    expect((await rows()).map(({ kind, recipient, data }) => ({ kind, recipient, data }))).toEqual([
      { kind: 'recover-password', recipient: email, data: {} },
    ])
  })
})

describe('the settings', () => {
  const load = (env: Record<string, string>) => loadConfig({ NODE_ENV: 'test', ...env })
  it("name the sender, by default with the web application's host", () => {
    expect(load({}).mailFrom).toBe('"Strata" <no-reply@localhost>')
    expect(load({ APP_URL: 'https://maps.example.org', BRAND_NAME: 'Mind "the" gap' }).mailFrom).toBe(
      '"Mind the gap" <no-reply@maps.example.org>',
    )
    expect(load({ MAIL_FROM: 'Maps <maps@example.org>' }).mailFrom).toBe('Maps <maps@example.org>')
  })
  it('list domains, and reject invalid ones', () => {
    expect(load({}).registrationDomains).toEqual([])
    expect(load({ REGISTRATION_DOMAINS: ' Example.org, @maps.example.org ' }).registrationDomains).toEqual([
      'example.org',
      'maps.example.org',
    ])
    expect(() => load({ REGISTRATION_DOMAINS: 'exa mple.org, *' })).toThrow('REGISTRATION_DOMAINS')
  })
})
