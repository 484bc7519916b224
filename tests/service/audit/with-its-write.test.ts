import { eq, sql } from '#drizzle'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '#contract/endpoint.ts'
import { audit_log, jobs, users } from '#service/db/schema.ts'
import { createSession } from '../../support/create-session.ts'
import { hashPassword } from '#service/domain/accounts/password.ts'
import { loadFolder } from '#service/load/load-folder.ts'
import { countryFolder, layer } from '../../fixtures/configuration/country-folder.ts'
import { configuration, sender } from '../../fixtures/configuration/send.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'

const PASSWORD = 'canary-violet-anchor-17'
let service: TestService
let jobIds: number[]
let submissionId: number
const people = {} as Record<'admin' | 'staff', TestPerson>
beforeAll(async () => {
  service = await createTestService()
  for (const role of ['admin', 'staff'] as const) people[role] = await service.logIn(role)
  await service.services.db
    .update(users)
    .set({ password_hash: await hashPassword(PASSWORD) })
    .where(eq(users.id, people.staff.id))
  const folder = await countryFolder()
  await loadFolder(service.services, folder.path, { actorId: people.staff.id, submit: false })
  await folder.remove()
  const sent = await sender(service, people.staff).run(configuration(layer, { ...layer, seed: 2 }))
  submissionId = sent.json<{ id: number }>().id
  const rows = await service.services.db.select({ id: jobs.id }).from(jobs)
  jobIds = rows.map(({ id }) => id)
  await service.services.db.update(jobs).set({ status: 'completed' }).where(eq(jobs.id, jobIds[0]))
})
afterAll(() => service.close())

/** No entry can be written, as with a full or lost disk. */
const breakAudit = () =>
  service.services.db.execute(
    sql`alter table audit_log add constraint broken check (action = 'nothing') not valid`,
  )
const mendAudit = () => service.services.db.execute(sql`alter table audit_log drop constraint broken`)

/** A digest of every table except the log itself and each call's session data. */
async function state(): Promise<Record<string, string>> {
  const { db } = service.services
  const { rows } = await db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name not in ('audit_log', 'attempts', 'sign_in_attempts', 'loose_files')`)
  const digests: Record<string, string> = {}
  for (const { name } of rows) {
    const { rows: found } = await db.execute<{ digest: string }>(sql`
      select coalesce(md5(string_agg(md5((to_jsonb(t) - 'last_used_at')::text), '' order by md5((to_jsonb(t) - 'last_used_at')::text))), '') as digest
      from ${sql.identifier(name)} t`)
    digests[name] = found[0].digest
  }
  return digests
}

type Call = () => Promise<{ statusCode: number }> | { statusCode: number }
const call = (method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, by: Role = 'admin'): Call => {
  const { headers } = people[by as 'admin']
  return () => service.inject({ method, url, headers, ...(payload ? { payload } : {}) })
}

/** Records that several calls need, created before the log is broken; by another person than the calls, whose number per minute is limited. */
const made = async (url: string, payload: object, by: 'admin' | 'staff' = 'staff') =>
  (
    (await service.inject({ method: 'POST', url, headers: people[by].headers, payload })).json() as {
      id: number
    }
  ).id
const tag = (name: string) => made('/tags', { name, colour: '#112233' })
const staffId = async () => (await service.logIn('staff')).id

const CALLS: Record<string, () => Promise<Call>> = {
  'create-tag': async () => call('POST', '/tags', { name: 'one', colour: '#112233' }),
  'change-tag': async () => call('PUT', `/tags/${await tag('two')}`, { name: 'three' }),
  merge: async () => call('POST', `/tags/${await tag('four')}/merge`, { into_id: await tag('five') }),
  delete: async () => call('DELETE', `/tags/${await tag('six')}`),
  'add-tags': async () => call('POST', '/modeling/v1/tag/add', { job_id: jobIds[0], tags: ['seven'] }),
  'remove-tags': async () => call('POST', '/modeling/v1/tag/remove', { job_id: jobIds[0], tags: ['seven'] }),
  'add-submission-tags': async () =>
    call('POST', '/modeling/v1/tag/add/submission', { submission_id: submissionId, tags: ['eight'] }),
  'remove-submission-tags': async () =>
    call('POST', '/modeling/v1/tag/remove/submission', { submission_id: submissionId, tags: ['eight'] }),
  final: async () =>
    call('POST', '/modeling/v1/jobs/final', { job_ids: [jobIds[0]], final: true, reason: 'best' }),
  'cancel-job': async () => call('POST', `/modeling/v1/jobs/${jobIds[1]}/cancel`),
  'run-file': async () => {
    const send = sender(service, await service.logIn('staff'))
    return () => send.run(configuration({ ...layer, seed: 3 }))
  },
  'run-again': async () => call('POST', `/modeling/v1/run/${submissionId}`, { title: 'Again' }),
  'move-submission': async () =>
    call('PUT', `/modeling/v1/submissions/${submissionId}/project`, {
      project_id: await made('/projects/', { name: 'S' }),
    }),
  'create-client': async () => call('POST', '/projects/clients', { name: 'A client' }),
  'change-client': async () =>
    call('PUT', `/projects/clients/${await made('/projects/clients', { name: 'B' })}`, { name: 'C' }),
  'delete-client': async () =>
    call('DELETE', `/projects/clients/${await made('/projects/clients', { name: 'D' })}`),
  'create-project': async () => call('POST', '/projects/', { name: 'A project' }),
  'change-project': async () =>
    call('PUT', `/projects/${await made('/projects/', { name: 'P' })}/`, { name: 'Q' }),
  'delete-project': async () => call('DELETE', `/projects/${await made('/projects/', { name: 'R' })}`),
  'create-tracker-workbook': async () => call('POST', '/modeling/v1/layer-trackers', { title: 'A book' }),
  'access-token-create': async () =>
    call('POST', '/users/me/access-tokens', { name: 'a script', scopes: ['read'] }),
  'access-token-revoke': async () =>
    call(
      'DELETE',
      `/users/me/access-tokens/${await made('/users/me/access-tokens', { name: 'x', scopes: ['read'] }, 'admin')}`,
    ),
  'update-me': async () => call('PUT', '/users/me', { first_name: 'Ada', last_name: 'Lovelace' }),
  'password-change': async () =>
    call(
      'POST',
      '/auth/reset-password/',
      { current_password: PASSWORD, new_password: 'another-violet-anchor-18' },
      'staff',
    ),
  roles: async () => call('PUT', `/users/${await staffId()}/roles`, { roles: ['viewer'] }),
  disable: async () => call('POST', `/users/${await staffId()}/disable`, { reason: 'leaves' }),
  enable: async () => {
    const id = await staffId()
    await call('POST', `/users/${id}/disable`, { reason: 'leaves' })()
    return call('POST', `/users/${id}/enable`)
  },
  'hand-over': async () =>
    call('POST', `/users/${people.staff.id}/hand-over`, { to_user_id: await staffId() }),
  'sessions-end': async () => call('DELETE', `/users/${await staffId()}/sessions`),
  'session-end': async () => {
    await createSession(service.services.db, { userId: people.admin.id })
    const { rows } = await service.services.db.execute<{ id: number }>(
      sql`select max(id)::int as id from sessions where user_id = ${people.admin.id}`,
    )
    return call('DELETE', `/users/me/sessions/${rows[0].id}`)
  },
  logout: async () => {
    const { headers } = await service.logIn('staff')
    return () => service.inject({ method: 'DELETE', url: '/auth/logout', headers })
  },
  'withdraw-links': async () => call('POST', '/links/withdraw', { kind: 'job-output', id: jobIds[0] }),
  'link-secret': async () => {
    const { headers } = await service.logIn('admin')
    const payload = { forget_former: false }
    return () => service.inject({ method: 'POST', url: '/links/secret', headers, payload })
  },
}

describe('a write and its entry', () => {
  it.each(Object.keys(CALLS))('%s: both or neither', async (action) => {
    const send = await CALLS[action]()
    const before = await state()
    await breakAudit()
    try {
      expect((await send()).statusCode).toBe(500)
    } finally {
      await mendAudit()
    }
    expect(await state()).toEqual(before)
    const count = async () =>
      (await service.services.db.select().from(audit_log).where(eq(audit_log.action, action))).length
    const entries = await count()
    expect((await send()).statusCode).toBe(200)
    expect(await state()).not.toEqual(before)
    expect(await count()).toBe(entries + 1)
  })
})
