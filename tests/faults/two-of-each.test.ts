import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from '#drizzle'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { users } from '#service/db/schema.ts'
import { hashPassword } from '#service/domain/accounts/password.ts'
import { waitUntilEnded } from '../support/jobs/wait-for-job.ts'
import { call } from './support/call.ts'
import { type FaultBench, createFaultBench } from './support/fault-service.ts'
import type { ServicePart } from './support/part.ts'
import { rounds } from './support/times.ts'

let bench: FaultBench
let parts: ServicePart[]
beforeAll(async () => {
  bench = await createFaultBench()
  parts = await Promise.all([bench.serve(), bench.serve()])
})
afterAll(() => bench.close())

const logIn = (part: ServicePart, username: string, password: string, headers: Record<string, string> = {}) =>
  call(`${part.base}/auth/login/access-token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams({ username, password }).toString(),
  })

describe('two services and two workers on one database', () => {
  it.each(rounds)(
    'S01 five concurrent failed logins over both are five; a restart forgets none (round %i)',
    async (n) => {
      const { db } = bench.service.services
      const person = await bench.service.logIn('staff')
      const password = `Right-${n}-horse-battery`
      await db
        .update(users)
        .set({ password_hash: await hashPassword(password) })
        .where(eq(users.id, person.id))
      await db.execute('delete from login_failures')
      const tries = await Promise.all(
        Array.from({ length: 20 }, (_, at) =>
          logIn(parts[at % 2], person.email, 'wrong', { 'x-forwarded-for': `203.0.113.${at}` }),
        ),
      )
      const counted = tries.filter(({ status }) => status === 400)
      expect(counted).toHaveLength(5)
      for (const { body } of counted) expect(JSON.parse(body).detail).toBe('Incorrect email or password')
      for (const answer of tries.filter(({ status }) => status !== 400)) {
        expect(answer.status).toBe(429)
        const wait = Number(answer.headers['retry-after'])
        expect(wait).toBeGreaterThan(0)
        expect(wait).toBeLessThanOrEqual(300)
      }
      await parts[0].end()
      parts = [await bench.serve(), parts[1]]
      for (const part of parts) expect((await logIn(part, person.email, password)).status).toBe(429)
      await db.execute(`update login_failures set at = at - interval '301 seconds'`)
      expect((await logIn(parts[1], person.email, password)).status).toBe(200)
    },
  )

  it('a session opened at one is valid at the other, and ends for both', async () => {
    const { db } = bench.service.services
    const person = await bench.service.logIn('staff')
    const password = 'Right-9-horse-battery'
    await db
      .update(users)
      .set({ password_hash: await hashPassword(password) })
      .where(eq(users.id, person.id))
    const { accessToken } = JSON.parse((await logIn(parts[0], person.email, password)).body) as {
      accessToken: string
    }
    const headers = { authorization: `Bearer ${accessToken}` }
    const me = (part: ServicePart) => call(`${part.base}/users/me`, { headers })
    expect((await me(parts[1])).status).toBe(200)
    expect((await call(`${parts[1].base}/auth/logout`, { method: 'DELETE', headers })).status).toBe(200)
    for (const part of parts) expect((await me(part)).status).toBe(403)
  })

  it('layers that both received are computed once each, and both report the same', async () => {
    const { db } = bench.service.services
    const journal = join(bench.service.services.config.dataDir, 'two')
    const ids: number[] = []
    for (let n = 0; n < 60; n++) ids.push(await bench.submit({ layer: { seed: 50_000 + n } }))
    const workers = [1, 2].map((n) => bench.worker({ ms: 20, note: `worker ${n}`, journal, empty: true }))
    const rows = await waitUntilEnded(db, ids)
    expect(rows.every(({ status, attempt }) => status === 'completed' && attempt === 1)).toBe(true)
    const computed = (await readFile(journal, 'utf8')).trim().split('\n')
    expect(computed.length).toBe(60)
    expect(new Set(computed).size).toBe(60)
    expect(new Set(rows.map(({ diagnostics }) => diagnostics?.note)).size).toBe(2)
    const lists = await Promise.all(
      parts.map((part) => call(`${part.base}/modeling/v1/jobs/details?limit=100&sort_by=id`, bench.owner)),
    )
    expect(lists[0].status).toBe(200)
    expect(lists[0].body).toBe(lists[1].body)
    for (const worker of workers) worker.kill('SIGTERM')
  })
})
