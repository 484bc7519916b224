import { eq, sql } from '#drizzle'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { AuditEntry } from '#contract/audit.ts'
import { endpoints } from '#contract/endpoints.ts'
import { ADMINS, READERS, WRITERS, defineEndpoint } from '#contract/endpoint.ts'
import { audit_log, users } from '#service/db/schema.ts'
import { escapeControls, record } from '#service/domain/audit/record.ts'
import { hashPassword } from '#service/domain/accounts/password.ts'
import { createApp } from '#service/http/app.ts'
import { noteAudit } from '#service/http/record-calls.ts'
import { route } from '#service/http/route.ts'
import { sentence } from '#service/sentence.ts'
import { ServiceError } from '#service/service-error.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'
import { createMailbox, logIn, post } from '../accounts/mailbox.ts'

const PASSWORD = 'canary-password-violet-anchor'
let service: TestService
let admin: TestPerson
beforeAll(async () => {
  service = await createTestService()
  admin = await service.logIn('admin')
})
afterAll(() => service.close())

const audit = async (query = '') =>
  (await service.inject({ url: `/audit${query}`, headers: admin.headers })).json() as {
    content: AuditEntry[]
    totalElements: number
  }
const latest = async (query = '') => (await audit(query)).content[0]

async function withPassword(): Promise<TestPerson> {
  const person = await service.logIn('staff')
  await service.services.db
    .update(users)
    .set({ password_hash: await hashPassword(PASSWORD) })
    .where(eq(users.id, person.id))
  return person
}

describe('S44: the audit', () => {
  it('records logins, right and wrong, and logging out', async () => {
    const person = await withPassword()
    const response = await service.inject({
      method: 'POST',
      url: '/auth/login/access-token',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-request-id': 'request-of-login' },
      remoteAddress: '203.0.113.21',
      payload: new URLSearchParams({ username: person.email, password: PASSWORD }).toString(),
    })
    expect(await latest()).toMatchObject({
      user_id: person.id,
      user_name: 'Test staff',
      action: 'login',
      result: 'ok',
      record: null,
      address: '203.0.113.21',
      request_id: 'request-of-login',
    })
    await logIn(service, person.email, 'wrong one')
    expect(await latest()).toMatchObject({ user_id: person.id, result: 'rejected', detail: 'wrong password' })
    await logIn(service, 'canary-nobody@strata.example', 'wrong one')
    expect(await latest()).toMatchObject({ user_id: null, result: 'rejected', detail: 'unknown account' })
    const headers = { authorization: `Bearer ${response.json().accessToken}` }
    await service.inject({ method: 'DELETE', url: '/auth/logout', headers })
    expect(await latest()).toMatchObject({ user_id: person.id, action: 'logout', result: 'ok' })
  })
  it('records roles, disabling, handing over and access tokens, with the record', async () => {
    const [person, heir] = [await service.logIn('staff'), await service.logIn('staff')]
    const record = `people:${person.id}`
    await service.inject({
      method: 'PUT',
      url: `/users/${person.id}/roles`,
      headers: admin.headers,
      payload: { roles: ['viewer', 'staff'] },
    })
    expect(await latest()).toMatchObject({
      user_id: admin.id,
      action: 'roles',
      record,
      detail: 'viewer, staff',
    })
    await post(service, `/users/${person.id}/hand-over`, { to_user_id: heir.id }, admin.headers)
    expect(await latest()).toMatchObject({
      action: 'hand-over',
      record,
      detail: `to Test staff (person ${heir.id})`,
    })
    await post(service, `/users/${person.id}/disable`, { reason: 'left' }, admin.headers)
    expect(await latest()).toMatchObject({ action: 'disable', record, detail: 'left', result: 'ok' })
    await post(service, `/users/${admin.id}/disable`, { reason: 'oops' }, admin.headers)
    expect(await latest()).toMatchObject({
      action: 'disable',
      result: 'rejected',
      detail: expect.stringMatching(/^You cannot /),
    })
    const made = await post(service, '/users/me/access-tokens', { name: 'x', scopes: ['run'] }, heir.headers)
    expect(await latest()).toMatchObject({
      user_id: heir.id,
      action: 'access-token-create',
      record: `access-tokens:${made.json().id}`,
      detail: 'run',
    })
  })
  it('records what a known person was denied, even for calls that are not recorded otherwise', async () => {
    const viewer = await service.logIn('viewer')
    const before = (await audit()).totalElements
    await service.inject({ url: '/users/accounts', headers: viewer.headers })
    expect(await latest()).toMatchObject({
      user_id: viewer.id,
      action: 'listAccounts',
      result: 'denied',
      detail: 'This needs the role admin; yours is viewer. An admin can change it.',
    })
    await service.inject({ url: '/users/accounts' })
    await service.inject({ url: '/users/me', headers: viewer.headers })
    expect((await audit()).totalElements).toBe(before + 1)
  })
  it('records registrations and recoveries, but never a typed address', async () => {
    const mailbox = createMailbox(service)
    const person = await withPassword()
    await post(service, `/auth/password-recovery-token/${person.email}`)
    expect(await latest()).toMatchObject({ user_id: person.id, action: 'recover-password-request' })
    const token = await mailbox.token('/recover-password')
    await post(service, '/auth/recover-password/', { token, new_password: 'canary-new-marble-kettle' })
    expect(await latest()).toMatchObject({ user_id: person.id, action: 'recover-password', result: 'ok' })
    await post(service, '/auth/password-recovery-token/canary-typed@strata.example')
    expect(await latest()).toMatchObject({ user_id: null, action: 'recover-password-request' })
    const { rows } = await service.services.db.execute(sql`select * from audit_log`)
    const all = JSON.stringify(rows)
    expect(all).not.toMatch(/canary/)
    expect(all).not.toContain(token)
    expect(all).not.toContain('strata.example')
  })
  it('says why a call was rejected, without what was typed into it', async () => {
    const person = await withPassword()
    const url = '/auth/reset-password/'
    const body = { current_password: 'canary wrong', new_password: 'canary marble kettle' }
    await post(service, url, body, person.headers)
    expect(await latest()).toMatchObject({
      action: 'password-change',
      result: 'rejected',
      detail: 'The current password is incorrect.',
    })
    await post(service, url, { ...body, 'canary-typed as a name': 1 }, person.headers)
    expect((await latest()).detail).toBe('The request is not valid.')
    await post(service, '/users/me/access-tokens', { name: 'x', scopes: ['canary'] }, person.headers)
    expect((await latest()).detail).toBe('scopes is not valid.')
    await post(service, '/tags', { name: 'Taken', colour: '#112233' }, person.headers)
    await post(service, '/tags', { name: 'Taken', colour: '#112233' }, person.headers)
    expect((await latest()).detail).toBe("A tag named '…' already exists; merge the two instead.")
    const { rows } = await service.services.db.execute(sql`select * from audit_log`)
    expect(JSON.stringify(rows)).not.toMatch(/canary/)
  })
  it('cannot be changed, emptied or truncated', async () => {
    const { db } = service.services
    await record(db, { action: 'kept', result: 'ok' })
    const append = expect.objectContaining({ cause: expect.objectContaining({ code: '42501' }) as Error })
    await expect(db.update(audit_log).set({ result: 'failed' })).rejects.toThrow(append as Error)
    await expect(db.delete(audit_log).where(eq(audit_log.action, 'kept'))).rejects.toThrow(append as Error)
    await expect(db.execute(sql`truncate audit_log`)).rejects.toThrow(append as Error)
    // Nor by a session in replica mode: this database's user may set it.
    const replica = db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`)
      await tx.delete(audit_log)
    })
    await expect(replica).rejects.toThrow(append as Error)
    expect((await audit('?what=kept')).totalElements).toBe(1)
  })
  it('writes control characters, line breaks and direction marks as codes', async () => {
    expect(escapeControls('a\r\nb\u001b[31m\u202ec\u2028\0é')).toBe(
      'a\\u000d\\u000ab\\u001b[31m\\u202ec\\u2028\\u0000é',
    )
    const { db } = service.services
    await record(db, { action: 'escaped', result: 'ok', record: 'x:1\n2', detail: '\u001b]0;title\u0007' })
    expect(await latest('?what=escaped')).toMatchObject({
      record: 'x:1\\u000a2',
      detail: '\\u001b]0;title\\u0007',
    })
    await record(db, { action: 'long', result: 'ok', detail: 'x'.repeat(2000) })
    expect((await latest('?what=long')).detail).toHaveLength(500)
  })
  it('is committed or rolled back with the transaction', async () => {
    const { db } = service.services
    await expect(
      db.transaction(async (tx) => {
        await record(tx, { action: 'undone', result: 'ok' })
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect((await audit('?what=undone')).totalElements).toBe(0)
  })
})

describe('an endpoint with an audit word', () => {
  const answer = z.object({ msg: z.string() })
  const base = { resource: 'things', summary: 'For this test', answer } as const
  const change = defineEndpoint({
    ...base,
    name: 'changeThings',
    method: 'POST',
    path: '/things/{id}',
    access: WRITERS,
    scope: 'write',
    rate: 'write',
    audit: 'thing-change',
    record: ['job_ids', 'id'],
    params: z.object({ id: z.coerce.number() }),
    body: z.object({ job_ids: z.array(z.number()).optional(), mood: z.string().optional() }),
  })
  const download = defineEndpoint({
    ...base,
    name: 'downloadThing',
    method: 'GET',
    path: '/things/{id}/download/{type}',
    access: READERS,
    scope: 'read',
    rate: 'read',
    audit: 'download',
    record: 'id',
    detail: 'type',
    params: z.object({ id: z.coerce.number(), type: z.string() }),
    answer: 'file',
  })
  const open = defineEndpoint({
    ...base,
    name: 'openThing',
    method: 'GET',
    path: '/things/open/{token}',
    access: 'public',
    scope: null,
    rate: 'read',
    audit: 'open',
    record: null,
    params: z.object({ token: z.string() }),
  })
  const hidden = defineEndpoint({
    ...base,
    name: 'listHidden',
    method: 'GET',
    path: '/things/hidden',
    access: ADMINS,
    scope: 'read',
    rate: 'read',
    audit: null,
    record: null,
  })
  const routes = [
    route(change, async ({ body, request }) => {
      if (body.mood !== undefined) noteAudit(request, { detail: 'what a handler noted before it failed' })
      if (body.mood === 'reject')
        throw new ServiceError('conflict', sentence`Not now: '${'Roads'}' is in use.`)
      if (body.mood === 'invalid')
        throw new ServiceError(
          'invalid',
          sentence`The ${"canary, isn't it?"} is not a mood; the call's others are fine.`,
        )
      if (body.mood === 'deny') throw new ServiceError('forbidden', sentence`Not yours.`)
      if (body.mood === 'fail') throw new Error('a secret reason')
      return { msg: 'done' }
    }),
    route(hidden, async () => ({ msg: 'hidden' })),
    route(download, async ({ params }) => {
      if (params.type === 'forbidden') throw new ServiceError('forbidden', sentence`Not yours.`)
      if (params.type === 'away') throw new ServiceError('not-found', sentence`Not there.`)
      const { Readable } = await import('node:stream')
      return {
        name: 'a.bin',
        mediaType: 'image/tiff',
        size: 4,
        open: () => Readable.from([Buffer.from('abcd')]),
      }
    }),
    route(open, async () => ({ msg: 'open' })),
  ]
  let app: Awaited<ReturnType<typeof createApp>>['app']
  beforeAll(async () => {
    ;({ app } = await createApp(service.services, { routes }))
  })
  afterAll(() => app.close())

  it.each([
    [undefined, 'ok', null],
    ['reject', 'rejected', "Not now: '…' is in use."],
    ['invalid', 'rejected', "The … is not a mood; the call's others are fine."],
    ['deny', 'denied', 'Not yours.'],
    ['fail', 'failed', null],
  ])('is recorded with its result: %s is %s, and why: %s', async (mood, result, detail) => {
    const staff = await service.logIn('staff')
    await app.inject({ method: 'POST', url: '/api/v1/things/7', headers: staff.headers, payload: { mood } })
    await expect
      .poll(() => latest())
      .toMatchObject({
        user_id: staff.id,
        action: 'thing-change',
        record: 'things:7',
        result,
        detail,
      })
  })
  it('names the records in its body', async () => {
    const staff = await service.logIn('staff')
    const payload = { job_ids: [3, 1, 2] }
    await app.inject({ method: 'POST', url: '/api/v1/things/7', headers: staff.headers, payload })
    expect((await latest()).record).toBe('things:3,1,2')
  })
  it('counts a download once, however many parts are read', async () => {
    const viewer = await service.logIn('viewer')
    const url = '/api/v1/things/9/download/mean'
    const ask = (headers: object, method: 'GET' | 'HEAD' = 'GET') =>
      app.inject({ method, url, headers: { ...viewer.headers, ...headers } })
    await ask({}, 'HEAD')
    await ask({ range: 'bytes=0-1' })
    await ask({ range: 'bytes=2-3' })
    const { content, totalElements } = await audit(`?who=${viewer.id}`)
    expect(totalElements).toBe(1)
    expect(content[0]).toMatchObject({ action: 'download', record: 'things:9', detail: 'mean', result: 'ok' })
  })
  it('counts denied and rejected calls, even if only the head was requested', async () => {
    const viewer = await service.logIn('viewer')
    const ask = (url: string) => app.inject({ method: 'HEAD', url: `/api/v1${url}`, headers: viewer.headers })
    expect((await ask('/things/9/download/forbidden')).statusCode).toBe(403)
    expect((await ask('/things/9/download/away')).statusCode).toBe(404)
    expect((await ask('/things/hidden')).statusCode).toBe(403)
    const { content } = await audit(`?who=${viewer.id}&sort_by=id&sort_order=asc`)
    expect(content.map(({ action, record, detail, result }) => [action, record, detail, result])).toEqual([
      ['download', 'things:9', 'forbidden: Not yours.', 'denied'],
      ['download', 'things:9', 'away: Not there.', 'rejected'],
      ['listHidden', null, 'This needs the role admin; yours is viewer. An admin can change it.', 'denied'],
    ])
  })
  it('never includes a token from the address', async () => {
    await app.inject({ url: '/api/v1/things/open/canary-token' })
    expect(await latest()).toMatchObject({ user_id: null, action: 'open', record: null, detail: null })
  })
})

describe('every call', () => {
  const words = Object.fromEntries(endpoints.map((endpoint) => [endpoint.name, endpoint.audit]))
  it('that changes something or hands out a file has an action', () => {
    for (const { name, method, access, answer, path, resource } of endpoints) {
      const changes =
        method !== 'GET' && access !== 'public' && !/^(validate|preview|inspect|postStacSearch)/.test(name)
      const picture = /\/tiles\/|\/thumbnail$/.test(path) || resource === 'wmts'
      const file = answer === 'file' && !picture
      if (changes || file) expect(words[name], name).toMatch(/^[a-z]+(-[a-z]+)*$/)
    }
    expect(words).toMatchObject({ downloadJob: 'download', cancelJob: 'cancel-job', runFile: 'run-file' })
    expect(words.getJobTile).toBeNull()
  })
})

describe('reading the audit', () => {
  it('is for admins', async () => {
    for (const role of ['viewer', 'staff'] as const) {
      const { headers } = await service.logIn(role)
      expect((await service.inject({ url: '/audit', headers })).statusCode).toBe(403)
      expect((await service.inject({ url: '/audit/actions', headers })).statusCode).toBe(403)
    }
  })
  it('can be filtered by who, what, record, result and time, page by page, newest first', async () => {
    const { db } = service.services
    const at = (day: number, hour = 12) => new Date(Date.UTC(2020, 0, day, hour))
    await db.insert(audit_log).values([
      { action: 'old-final', result: 'ok', user_id: 7001, record: 'jobs:1', at: at(1) },
      { action: 'old-final', result: 'denied', user_id: 7002, record: 'jobs:12', at: at(2) },
      { action: 'old-delete', result: 'ok', user_id: 7001, record: 'jobs', at: at(3, 23) },
      { action: 'old-delete', result: 'ok', user_id: 7002, record: 'job_s:1', at: at(4) },
    ])
    const ids = async (query: string) =>
      (await audit(`?to=2020-01-31&${query}`)).content.map((entry) => entry.at.slice(8, 10))
    expect(await ids('')).toEqual(['04', '03', '02', '01'])
    expect(await ids('sort_order=asc&limit=2')).toEqual(['01', '02'])
    expect(await ids('who=7001')).toEqual(['03', '01'])
    expect(await ids('who=7001&who=7002&what=old-final')).toEqual(['02', '01'])
    expect(await ids('record=jobs:1')).toEqual(['01'])
    expect(await ids('record=jobs')).toEqual(['03', '02', '01'])
    expect(await ids('record=job_')).toEqual([])
    expect(await ids('result=denied')).toEqual(['02'])
    expect((await audit('?from=2020-01-02&to=2020-01-03')).content.map(({ at }) => at.slice(8, 10))).toEqual([
      '03',
      '02',
    ])
    const moment = encodeURIComponent('2020-01-02T13:00:00+01:00')
    expect((await audit(`?to=${moment}`)).totalElements).toBe(2)
    const past = await audit('?to=2020-01-31&skip=100')
    expect(past).toEqual({ content: [], totalElements: 4 })
  })
  it.each([
    'from=yesterday',
    'from=0000-01-01',
    'to=9999-12-31',
    'to=9999-12-31T23:59:59Z',
    'result=maybe',
    'sort_by=user_name',
    'limit=1001',
    'who=x',
  ])('rejects %s', async (query) => {
    const response = await service.inject({ url: `/audit?${query}`, headers: admin.headers })
    expect(response.statusCode).toBe(422)
  })
  it('says which forms a moment may have', async () => {
    const response = await service.inject({ url: '/audit?from=yesterday', headers: admin.headers })
    expect(response.json().detail).toBe(
      'from must be a moment such as 2024-01-31T12:00:00Z or a date such as 2024-01-31.',
    )
  })
  it('lists the actions that occur', async () => {
    const { content } = (await service.inject({ url: '/audit/actions', headers: admin.headers })).json()
    expect(new Set(content).size).toBe(content.length)
    expect(content).toEqual(expect.arrayContaining(['login', 'logout', 'roles']))
  })
})

describe('the record', () => {
  it('of tags on a submission is the submission', async () => {
    const staff = await service.logIn('staff')
    for (const [path, action] of [
      ['add', 'add-submission-tags'],
      ['remove', 'remove-submission-tags'],
    ]) {
      const url = `/modeling/v1/tag/${path}/submission`
      const payload = { submission_id: 4711, tags: ['draft'] }
      const response = await service.inject({ method: 'POST', url, headers: staff.headers, payload })
      expect(response.statusCode).toBe(404)
      expect(await latest()).toMatchObject({ action, result: 'rejected', record: 'submissions:4711' })
    }
  })
})
