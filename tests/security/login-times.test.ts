import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { verify } from '@node-rs/argon2'
import { eq } from '#drizzle'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { login_failures, mail_outbox, users } from '#service/db/schema.ts'
import { hashPassword } from '#service/domain/accounts/password.ts'
import { type ServicePart, startServicePart } from '../faults/support/part.ts'
import { type TestService, createTestService } from '../support/service.ts'
import { type Difference, differences, interleave, median } from './compare-times.ts'

const ROUNDS = 200
/**
 * For the one repetition: a machine that spoiled 200 is busy, and more samples make a sharper test, not a milder one.
 */
const MORE_ROUNDS = 600
const WARM_UP = 12
const PASSWORD = 'marble kettle horizon'

let service: TestService
let part: ServicePart
let hash: string
const people = { known: '', unconfirmed: '' }
let sent = 0
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
beforeAll(async () => {
  service = await createTestService()
  const { db, config } = service.services
  hash = await hashPassword(PASSWORD)
  for (const [who, values] of [
    ['known', {}],
    ['unconfirmed', { email_confirmed_at: null }],
  ] as const) {
    const { id, email } = await service.logIn('staff')
    await db
      .update(users)
      .set({ password_hash: hash, ...values })
      .where(eq(users.id, id))
    people[who] = email
  }
  part = await startServicePart({
    DATABASE_URL: service.database.url,
    DATA_DIR: config.dataDir,
    TRUST_PROXY: 'loopback',
  })
})
afterAll(async () => {
  agent.destroy()
  await part.end()
  await service.close()
})

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: string
  ms: number
}

/** One call over one open connection, with the same request id for all: it is part of the answer. */
const post = (path: string, form?: Record<string, string>): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const body = form ? new URLSearchParams(form).toString() : ''
    const headers: Record<string, string | number> = {
      'x-request-id': 'always-the-same',
      // Calls without a session are limited per address and minute.
      'x-forwarded-for': `198.51.100.${sent++ % 250}`,
      'content-length': body.length,
    }
    if (form) headers['content-type'] = 'application/x-www-form-urlencoded'
    const start = performance.now()
    const asked = request(part.base + path, { method: 'POST', agent, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      answer.on('error', reject)
      answer.on('end', () => {
        const ms = performance.now() - start
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text, ms })
      })
    })
    asked.on('error', reject)
    asked.end(body)
  })

/**
 * The limits would stop such a series after five attempts; the product has no switch for that, so its counters are
 * emptied.
 */
const startAnew = async () => {
  await service.services.db.delete(login_failures)
  await service.services.db.delete(mail_outbox)
}

const headerSet = ({ headers }: Answer) => Object.keys(headers).sort().join(', ')
const outcomes = new Map<string, Set<string>>()
/** Records answers without their time; a header counts by its name. */
function keep(what: string, answer: Answer): number {
  const known = outcomes.get(what) ?? new Set()
  outcomes.set(what, known.add(`${answer.status} ${headerSet(answer)} ${answer.body}`))
  return answer.ms
}

const describeDifferences = (found: readonly Difference[]) =>
  found.map(({ pair, median: ms, p }) => `${pair}: ${ms.toFixed(2)} ms, p ${p.toFixed(3)}`).join('; ')

/**
 * A busy machine may spoil one measurement: the whole of it is repeated once, with more rounds. A leak is found twice.
 */
async function twiceAtMost<T>(
  measure: (rounds: number) => Promise<T>,
  holds: (measured: T) => boolean,
  inWords: (measured: T) => string,
): Promise<{ measured: T; text: string }> {
  const first = await measure(ROUNDS)
  if (holds(first)) return { measured: first, text: inWords(first) }
  const measured = await measure(MORE_ROUNDS)
  return { measured, text: `${inWords(measured)} (at first ${inWords(first)})` }
}

describe('S02: a rejected login', () => {
  const tryIn = (username: string, password: string) => async () =>
    keep('login', await post('/auth/login/access-token', { username, password }))

  async function measure(rounds: number) {
    const calls = {
      unknown: tryIn('nobody@strata.example', PASSWORD),
      'wrong password': tryIn(people.known, 'marble kettle horizoN'),
      unconfirmed: tryIn(people.unconfirmed, PASSWORD),
    }
    const bare: number[] = []
    const between = async () => {
      await startAnew()
      const start = performance.now()
      await verify(hash, PASSWORD)
      bare.push(performance.now() - start)
    }
    await interleave(calls, WARM_UP, between)
    const found = differences(await interleave(calls, rounds, between))
    const bound = 0.05 * median(bare)
    return { found, bound }
  }
  type Measured = Awaited<ReturnType<typeof measure>>
  const holds = ({ found, bound }: Measured) => found.every((one) => one.median < bound && one.p > 0.01)

  it('takes the same time for unknown, wrong and unconfirmed: medians within 5 % of a hash, Mann-Whitney p above 0.01', async () => {
    const inWords = ({ found, bound }: Measured) =>
      `${describeDifferences(found)}; bound ${bound.toFixed(2)} ms`
    const { measured, text } = await twiceAtMost(measure, holds, inWords)
    process.stdout.write(`login: ${text}\n`)
    expect(measured.found).toHaveLength(3)
    expect(holds(measured), text).toBe(true)
    // For every request, the same status, set of headers and body to the byte.
    expect([...outcomes.get('login')!]).toEqual([expect.stringMatching(/^400 .*Incorrect email or password/)])
  }, 600_000)
})

describe('S03: requesting a password recovery', () => {
  const ask = (email: string) => async () =>
    keep('recovery', await post(`/auth/password-recovery-token/${encodeURIComponent(email)}`))

  const measure = async (rounds: number) => {
    const calls = {
      known: ask(people.known),
      unknown: ask('nobody@strata.example'),
      malformed: ask('x'.repeat(400)),
    }
    await interleave(calls, WARM_UP, startAnew)
    return differences(await interleave(calls, rounds, startAnew))
  }
  const holds = (found: Difference[]) => found.every((one) => one.median < 10)

  it('takes the same time for known, unknown and malformed: medians within 10 ms', async () => {
    const { measured, text } = await twiceAtMost(measure, holds, describeDifferences)
    process.stdout.write(`recovery: ${text}\n`)
    expect(measured).toHaveLength(3)
    expect(holds(measured), text).toBe(true)
    expect([...outcomes.get('recovery')!]).toEqual([expect.stringMatching(/^200 .*If the account exists/)])
  }, 600_000)
})
