import argon2 from '@node-rs/argon2'
import { eq, sql } from '#drizzle'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { audit_log, login_failures, sessions, users } from '#service/db/schema.ts'
import { forgetAttempts, returnAttempt, takeAttempt } from '#service/domain/accounts/attempt-limits.ts'
import { type TestService, createTestService } from '../../support/service.ts'
import { logIn } from './mailbox.ts'

const PASSWORD = 'marble kettle horizon'
let service: TestService
let email: string
let id: number
beforeAll(async () => {
  service = await createTestService()
  const password_hash = await argon2.hash(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  const person = await service.logIn('staff')
  ;({ email, id } = person)
  await service.services.db.update(users).set({ password_hash }).where(eq(users.id, id))
})
afterAll(() => service.close())
beforeEach(() => service.services.db.delete(login_failures))

const tries = () => service.services.db.select({ subject: login_failures.subject }).from(login_failures)
const openSessions = () => service.services.db.$count(sessions, eq(sessions.user_id, id))

describe('what a login writes', () => {
  it('is the attempt, visible to all, before anything is compared; the session only after', async () => {
    const before = await openSessions()
    const seen: unknown[] = []
    const real = argon2.verify
    vi.spyOn(argon2, 'verify').mockImplementationOnce(async (...args) => {
      seen.push((await tries()).map(({ subject }) => subject).sort(), await openSessions())
      return real(...args)
    })
    expect((await logIn(service, email, PASSWORD)).statusCode).toBe(200)
    expect(seen).toEqual([[`account:${email}`, 'address:127.0.0.1'], before])
    expect(await openSessions()).toBe(before + 1)
    expect(await tries()).toEqual([])
  })

  it('is atomic: without its audit entry there is no session, and the attempt stays counted', async () => {
    const { db } = service.services
    const before = await openSessions()
    await db.execute(sql`alter table audit_log add constraint no_more check (action <> 'login') not valid`)
    try {
      expect((await logIn(service, email, PASSWORD)).statusCode).toBe(500)
    } finally {
      await db.execute(sql`alter table audit_log drop constraint no_more`)
    }
    expect(await openSessions()).toBe(before)
    expect(await tries()).toHaveLength(2)
    expect((await logIn(service, email, PASSWORD)).statusCode).toBe(200)
  })

  it('is an entry with name, address and request id, right or wrong', async () => {
    const { db } = service.services
    await logIn(service, email, PASSWORD)
    await logIn(service, email, 'another password')
    const entries = await db
      .select()
      .from(audit_log)
      .where(eq(audit_log.action, 'login'))
      .orderBy(audit_log.id)
    const common = { user_id: id, user_name: 'Test staff', address: '127.0.0.1', record: null }
    expect(entries.slice(-2)).toMatchObject([
      { ...common, result: 'ok', detail: null },
      { ...common, result: 'rejected', detail: 'wrong password' },
    ])
    for (const { request_id } of entries.slice(-2)) expect(request_id).toMatch(/^[\w-]{8,}$/)
  })

  it('waits for the disk except for the attempt, which a later commit flushes', async () => {
    const { db } = service.services
    const real = db.transaction.bind(db)
    const modes: string[] = []
    const spy = vi.spyOn(db, 'transaction').mockImplementation((work) =>
      real(async (tx) => {
        await tx.execute(sql`set local synchronous_commit = on`)
        const made = await work(tx)
        const { rows } = await tx.execute<{ now: string }>(
          sql`select current_setting('synchronous_commit') as now`,
        )
        modes.push(rows[0].now)
        return made
      }),
    )
    expect((await logIn(service, email, PASSWORD)).statusCode).toBe(200)
    spy.mockRestore()
    expect(modes).toEqual(['off', 'on'])
  })
})

describe('attempts', () => {
  const limit = (subject: string) => ({ subject, max: 5, windowSeconds: 300 })

  it('are returned to their own subject only', async () => {
    const { db } = service.services
    const first = await takeAttempt(db, [limit('a')], 'No.')
    await takeAttempt(db, [limit('a')], 'No.')
    await returnAttempt(db, first)
    await returnAttempt(db, first)
    expect(await tries()).toEqual([{ subject: 'a' }])
  })

  it("are reset for one subject; yesterday's are deleted at login, a hundred at a time", async () => {
    const { db } = service.services
    await db.insert(login_failures).values([
      ...Array.from({ length: 150 }, (_, n) => ({
        subject: `old-${n}`,
        at: sql`now() - interval '25 hours'`,
      })),
      { subject: 'recent', at: sql`now() - interval '23 hours'` },
    ])
    await forgetAttempts(db, 'old-0')
    expect(await tries()).toHaveLength(150)
    await logIn(service, email, 'another password')
    expect(await tries()).toHaveLength(152)
    await logIn(service, email, PASSWORD)
    // All attempts of the account are gone, one of the address remains.
    expect(await tries()).toHaveLength(49 + 1 + 1)
    await logIn(service, email, PASSWORD)
    expect((await tries()).map(({ subject }) => subject).sort()).toEqual(['address:127.0.0.1', 'recent'])
  })
})
