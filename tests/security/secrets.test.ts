import { randomBytes } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from '#drizzle'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { users } from '#service/db/schema.ts'
import { multipart } from '../fixtures/configuration/send.ts'
import { type Answered, call } from '../faults/support/call.ts'
import { type ServicePart, startServicePart } from '../faults/support/part.ts'
import { type TestService, createTestService } from '../support/service.ts'

let service: TestService
let part: ServicePart
beforeAll(async () => {
  service = await createTestService()
  part = await startServicePart({
    DATABASE_URL: service.database.url,
    DATA_DIR: service.services.config.dataDir,
    LOG_LEVEL: 'trace',
  })
})
afterAll(async () => {
  await part.end()
  await service.close()
})

/** A canary that is found wherever it should not be. */
const canary = (where: string) => `canary${where}${randomBytes(6).toString('hex')}`

describe('S43 secrets', () => {
  it('that were sent in every part of every call appear neither in the log nor in the audit', async () => {
    const { db } = service.services
    const admin = await service.logIn('admin')
    const words = {
      password: canary('password'),
      token: canary('token'),
      cookie: canary('cookie'),
      bearer: canary('bearer'),
      path: canary('path'),
      query: canary('query'),
      content: canary('content'),
      header: canary('header'),
    }
    const post = (path: string, body: object, headers: Record<string, string> = {}) =>
      call(part.base + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: `token=${words.cookie}`, ...headers },
        body: JSON.stringify(body),
      })
    const answers: Answered[] = []
    answers.push(
      await call(`${part.base}/auth/login/access-token`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': words.header },
        body: new URLSearchParams({ username: 'nobody@strata.example', password: words.password }).toString(),
      }),
      await post('/users/open', {
        email: `${words.path}@elsewhere.example`,
        first_name: 'A',
        last_name: 'B',
        password: words.password,
      }),
      await post(`/auth/password-recovery-token/${words.path}@elsewhere.example`, {}),
      await post(`/auth/email-confirmation-token/${words.path}@elsewhere.example`, {}),
      await post('/auth/recover-password/', { token: words.token, new_password: words.password }),
      await post('/auth/confirm-email/', { token: words.token }),
      await post(
        '/auth/reset-password/',
        { current_password: words.password, new_password: `${words.password}x` },
        admin.headers,
      ),
      await post('/users/me/access-tokens', { name: 'x', scopes: [words.content] }, admin.headers),
      await call(`${part.base}/users/me`, { headers: { authorization: `Bearer ${words.bearer}` } }),
      await call(`${part.base}/files/signed/${words.token}/${words.path}.tif`),
    )
    for (const { method, path, query } of endpoints) {
      const url = `${part.base}${path.replaceAll(/\{\w+\}/g, words.path)}`
      const search = query ? `?${Object.keys(query.shape)[0]}=${words.query}&no_such=${words.query}` : ''
      if (/logout|events/.test(path)) continue
      answers.push(
        await call(url + search, {
          method,
          headers: {
            ...admin.headers,
            cookie: `token=${words.cookie}`,
            referer: `https://x/${words.header}`,
            ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
          },
          ...(method === 'GET'
            ? {}
            : { body: JSON.stringify({ [words.content]: words.content, password: words.password }) }),
        }),
      )
    }
    const { payload, headers } = multipart({ title: words.content }, [
      { field: 'file', name: 'x.csv', content: `${words.content},1\n` },
    ])
    answers.push(
      await call(`${part.base}/modeling/v1/run/file`, {
        method: 'POST',
        headers: { ...headers, ...admin.headers },
        body: payload,
      }),
    )
    expect(
      answers.filter(({ status }) => status >= 500).map(({ status, body }) => `${status} ${body}`),
    ).toEqual([])
    const log = part.said()
    expect(log.split('\n').length).toBeGreaterThan(endpoints.length / 2)
    const { rows } = await db.execute<{ all: string | null }>(
      sql`select string_agg(a::text, ' ') as all from audit_log a`,
    )
    const audit = rows[0].all ?? ''
    // An unconfirmed registration logs its link on purpose, without the email's secret words.
    for (const [name, word] of Object.entries(words)) {
      const lines = log.split('\n').filter((line) => line.includes(word))
      expect(
        name === 'path' ? lines.filter((line) => !/outbox|mail/i.test(line)) : lines,
        `${name} in the log`,
      ).toEqual([])
      // A filter, an extension or a call's address may appear there: they say what was requested.
      if (!['header', 'path', 'query'].includes(name))
        expect(audit.includes(word), `${name} in the audit`).toBe(false)
    }
    expect(log.split('\n').filter((line) => line.includes(admin.token))).toEqual([])
    expect(audit).not.toContain(admin.token)
  })

  it('S06 the database contains no password and no token as it was sent', async () => {
    const { db, config } = service.services
    const word = canary('stored')
    const answer = await call(`${part.base}/users/open`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        email: 'stored@elsewhere.example',
        first_name: 'A',
        last_name: 'B',
        password: word,
      }),
    })
    expect(answer.status).toBe(200)
    const staff = await service.logIn('staff')
    expect((await db.select().from(users)).length).toBeGreaterThan(1)
    const tables = await db.execute<{ name: string }>(
      sql`select table_name as name from information_schema.tables where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`,
    )
    for (const { name } of tables.rows) {
      const schema = await db
        .execute<{ found: number }>(
          sql`select count(*)::int as found from ${sql.raw(`(select t::text as line from public."${name}" t)`)} lines where line like ${`%${word}%`} or line like ${`%${staff.token}%`}`,
        )
        .catch(() => null)
      if (schema) expect(schema.rows[0].found, name).toBe(0)
    }
    for (const entry of readdirSync(config.dataDir, { recursive: true, withFileTypes: true }))
      if (entry.isFile())
        expect(readFileSync(join(entry.parentPath, entry.name), 'latin1').includes(word), entry.name).toBe(
          false,
        )
  })
})
