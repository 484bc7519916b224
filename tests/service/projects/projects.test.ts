import { eq } from '#drizzle'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Project } from '#contract/projects/project-list.ts'
import { files, project_members, projects, submissions, users } from '#service/db/schema.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'

let service: TestService
let viewer: TestPerson
let staff: TestPerson
beforeAll(async () => {
  service = await createTestService()
  viewer = await service.logIn('viewer')
  staff = await service.logIn('staff')
})
afterAll(() => service.close())

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const call = (method: Method, url: string, payload?: unknown, who = staff) =>
  service.inject({ method, url, headers: who.headers, payload: payload as object })
const made = async (payload: unknown) => {
  const response = await call('POST', '/projects/', payload)
  expect(response.statusCode, response.body).toBe(200)
  return response.json() as Project
}
const client = async (name: string) => (await call('POST', '/projects/clients', { name })).json().id as number

describe('clients', () => {
  it('are created, renamed and listed by name', async () => {
    const zebra = await client('  Zebra   Fund ')
    expect((await call('PUT', `/projects/clients/${zebra}`, { name: 'Aardvark Fund' })).json()).toEqual({
      id: zebra,
      name: 'Aardvark Fund',
    })
    await client('Åland Council')
    const { content } = (await call('GET', '/projects/clients', undefined, viewer)).json()
    expect(content.map(({ name }: { name: string }) => name)).toEqual(['Aardvark Fund', 'Åland Council'])
    expect((await call('GET', '/projects/clients?name=FUND')).json().totalElements).toBe(1)
  })
  it('have unique names, case-insensitive', async () => {
    const response = await call('POST', '/projects/clients', { name: 'aardvark fund' })
    expect(response.statusCode).toBe(409)
    expect(response.json().errors[0].field).toBe('name')
    expect((await call('PUT', '/projects/clients/4711', { name: 'Other' })).statusCode).toBe(404)
    expect((await call('POST', '/projects/clients', { name: ' ' })).statusCode).toBe(422)
    expect((await call('POST', '/projects/clients', { name: 'X' }, viewer)).statusCode).toBe(403)
  })
})

describe('deleting a client', () => {
  it('is possible once it has no projects', async () => {
    const client_id = await client('Leaving')
    const { id } = await made({ name: 'Its project', client_id })
    const kept = await call('DELETE', `/projects/clients/${client_id}`)
    expect(kept.statusCode).toBe(409)
    expect(kept.json().detail).toBe("'Leaving' has one project; give it another client first.")
    await call('DELETE', `/projects/${id}`)
    expect((await call('DELETE', `/projects/clients/${client_id}`)).json()).toEqual({
      msg: "'Leaving' was deleted.",
    })
    expect((await call('DELETE', `/projects/clients/${client_id}`)).statusCode).toBe(404)
  })
})

describe('a project', () => {
  it('is created with defaults, read back and found by each filter', async () => {
    const client_id = await client('Filter Client')
    const plain = await made({ name: 'Plain' })
    expect(plain).toMatchObject({
      client_id: null,
      client_name: null,
      description: '',
      status: 'active',
      start_date: null,
      end_date: null,
      members: [],
      submissions: 0,
    })
    const full = await made({
      name: 'Full 2026',
      client_id,
      description: 'All of it',
      status: 'planned',
      start_date: '2026-01-01',
      end_date: '2026-01-01',
      members: [staff.id, viewer.id, staff.id],
    })
    expect(full).toMatchObject({ client_name: 'Filter Client', status: 'planned', start_date: '2026-01-01' })
    expect(new Set(full.members.map(({ id }) => id))).toEqual(new Set([viewer.id, staff.id]))
    expect(full.members).toHaveLength(2)
    expect((await call('GET', `/projects/${full.id}`, undefined, viewer)).json()).toEqual(full)
    const filters = [
      'name=full',
      `client_id=${client_id}`,
      'status=planned',
      `member=${viewer.id}&member=999`,
    ]
    for (const filter of filters) {
      const page = (await call('GET', `/projects/?${filter}`, undefined, viewer)).json()
      expect(page, filter).toEqual({ content: [full], totalElements: 1 })
    }
    expect(
      (await call('GET', '/projects?status=active&status=planned&sort_order=desc')).json(),
    ).toMatchObject({
      content: [{ name: 'Plain' }, { name: 'Full 2026' }],
      totalElements: 2,
    })
    expect((await call('GET', '/projects/?skip=50')).json()).toEqual({ content: [], totalElements: 2 })
  })

  it('changes only the given fields', async () => {
    const before = await made({ name: 'Changing', description: 'first', members: [viewer.id] })
    const after = (await call('PUT', `/projects/${before.id}/`, { status: 'completed' })).json()
    expect(after).toEqual({ ...before, status: 'completed' })
    const members = (await call('PUT', `/projects/${before.id}`, { members: [staff.id] })).json()
    expect(members.members.map(({ id }: { id: number }) => id)).toEqual([staff.id])
    const cleared = (await call('PUT', `/projects/${before.id}/`, { members: [], client_id: null })).json()
    expect(cleared.members).toEqual([])
    expect((await call('PUT', `/projects/${before.id}/`, {})).json().detail).toMatch(/^Say what to change/)
  })

  it.each([
    [{ name: '' }, 'name'],
    [{ name: 'a\u202Eb' }, 'name'],
    [{ name: 'A', status: 'sleeping' }, 'status'],
    [{ name: 'A', start_date: '2026-02-30' }, 'start_date'],
    [{ name: 'A', start_date: '2026-02-02', end_date: '2026-02-01' }, 'end_date'],
    [{ name: 'A', client_id: 4711 }, 'client_id'],
    [{ name: 'A', members: [4711] }, 'members'],
    [{ name: 'A', members: ['1; drop'] }, 'members.0'],
    [{ name: 'A', id: 1 }, 'id'],
    [{ name: 'A', created_at: '2020-01-01' }, 'created_at'],
    [{}, 'name'],
  ])('is rejected as %j, at its field, and nothing is kept', async (payload, field) => {
    const before = await service.services.db.$count(projects)
    const response = await call('POST', '/projects/', payload)
    expect(response.statusCode, response.body).toBe(422)
    expect(response.json().errors[0].field).toBe(field)
    expect(await service.services.db.$count(projects)).toBe(before)
  })

  it('keeps its dates in order even if only one of them changes', async () => {
    const { id } = await made({ name: 'Dated', start_date: '2026-03-01', end_date: '2026-04-01' })
    const response = await call('PUT', `/projects/${id}/`, { end_date: '2026-02-28' })
    expect(response.statusCode).toBe(422)
    expect(response.json().detail).toBe('end_date (2026-02-28) must not be before start_date (2026-03-01).')
    expect((await call('PUT', `/projects/${id}/`, { end_date: null })).json().end_date).toBeNull()
  })

  it('has a unique name per client', async () => {
    const client_id = await client('Namesakes')
    await made({ name: 'Malaria', client_id })
    expect((await call('POST', '/projects/', { name: 'MALARIA', client_id })).statusCode).toBe(409)
    const other = await made({ name: 'Malaria' })
    const response = await call('PUT', `/projects/${other.id}/`, { client_id })
    expect(response.statusCode).toBe(409)
    expect(response.json().errors[0].field).toBe('name')
  })

  it('keeps a disabled member, and accepts no new one', async () => {
    const leaver = await service.logIn('staff')
    const { id } = await made({ name: 'Leavers', members: [leaver.id] })
    const { db } = service.services
    await db.update(users).set({ disabled_at: new Date() }).where(eq(users.id, leaver.id))
    const kept = await call('PUT', `/projects/${id}/`, { members: [leaver.id, staff.id] })
    expect(kept.json().members).toHaveLength(2)
    const rejected = await call('POST', '/projects/', { name: 'Late', members: [leaver.id] })
    expect(rejected.json().detail).toBe(`There is no active person with the id ${leaver.id}.`)
  })

  it('rejects people who were never approved, without revealing their names', async () => {
    const { db } = service.services
    const waiting = {
      email: 'waits@strata.example',
      first_name: 'Hidden',
      last_name: 'Name',
      password_hash: '-',
    }
    const [{ id }] = await db.insert(users).values(waiting).returning({ id: users.id })
    const rejected = await call('POST', '/projects/', { name: 'Curious', members: [id] })
    expect(rejected.statusCode).toBe(422)
    expect(rejected.body).not.toContain('Hidden')
  })

  it('can be written by staff and read by viewers', async () => {
    expect((await call('POST', '/projects/', { name: 'V' }, viewer)).statusCode).toBe(403)
    expect((await call('PUT', '/projects/1/', { name: 'V' }, viewer)).statusCode).toBe(403)
    expect((await call('GET', '/projects/4711')).statusCode).toBe(404)
    expect((await call('PUT', '/projects/4711/', { name: 'V' })).statusCode).toBe(404)
    expect((await call('GET', '/projects/0')).statusCode).toBe(422)
    expect((await call('GET', '/projects/?status=sleeping')).statusCode).toBe(422)
  })

  it('is deleted with its members, but not while it has submissions', async () => {
    const { id } = await made({ name: 'Short-lived', members: [staff.id] })
    const { db } = service.services
    const [file] = await db
      .insert(files)
      .values({
        key: 'a-configuration',
        name: 'a.csv',
        media_type: 'text/csv',
        size: 1,
        sha256: '0'.repeat(64),
      })
      .returning()
    const submission = { title: 'One', app_user_id: staff.id, project_id: id, config_file_id: file.id }
    const [{ id: submissionId }] = await db.insert(submissions).values(submission).returning()
    const kept = await call('DELETE', `/projects/${id}`)
    expect(kept.statusCode).toBe(409)
    expect(kept.json().detail).toBe(
      "'Short-lived' has one submission and is kept. Set its status to completed or cancelled instead.",
    )
    await db.delete(submissions).where(eq(submissions.id, submissionId))
    expect((await call('DELETE', `/projects/${id}`, undefined, viewer)).statusCode).toBe(403)
    expect((await call('DELETE', `/projects/${id}`)).json()).toEqual({ msg: "'Short-lived' was deleted." })
    expect(await db.$count(project_members, eq(project_members.project_id, id))).toBe(0)
    expect((await call('DELETE', `/projects/${id}`)).statusCode).toBe(404)
  })

  it('rejects unknown fields, whatever is sent', async () => {
    const { id } = await made({ name: 'Assigned' })
    const attacker = await service.logIn('staff')
    const { db } = service.services
    const row = () => db.select().from(projects).where(eq(projects.id, id))
    const before = await row()
    const key = fc.constantFrom(
      'id',
      'created_at',
      'submissions',
      'client_name',
      'roles',
      'is_superuser',
      'name ',
    )
    await fc.assert(
      fc.asyncProperty(fc.dictionary(key, fc.jsonValue(), { minKeys: 1 }), async (extra) => {
        const response = await call('PUT', `/projects/${id}/`, { ...extra, description: 'stolen' }, attacker)
        expect(response.statusCode).toBe(422)
      }),
      { numRuns: 25, seed: 7 },
    )
    expect(await row()).toEqual(before)
    // A key that would reach a prototype is dropped, and the rest is accepted.
    const headers = { ...staff.headers, 'content-type': 'application/json' }
    const payload = '{"description":"mine","__proto__":{"name":"x"},"constructor":{"id":1}}'
    const answer = await service.inject({ method: 'PUT', url: `/projects/${id}/`, headers, payload })
    expect(answer.json()).toMatchObject({ id, name: 'Assigned', description: 'mine' })
  })

  it('keeps the members whom two people add and remove at once', async () => {
    const [first, second, third] = await Promise.all([1, 2, 3].map(() => service.logIn('staff')))
    const { id } = await made({ name: 'Raced', members: [first.id] })
    const url = `/projects/${id}/`
    const changes = [
      { add_members: [second.id, first.id] },
      { add_members: [third.id], remove_members: [viewer.id] },
      { remove_members: [first.id] },
    ]
    const answers = await Promise.all(changes.map((change) => call('PUT', url, change, second)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    const memberIds = async () =>
      ((await call('GET', url, undefined, second)).json() as Project).members.map((member) => member.id)
    // The order of the calls is open, so the first person may have been added again.
    expect(await memberIds()).toEqual(expect.arrayContaining([second.id, third.id]))
    const replaced = await call(
      'PUT',
      url,
      { members: [first.id], add_members: [third.id], remove_members: [first.id] },
      second,
    )
    expect(replaced.json().members.map((member: { id: number }) => member.id)).toEqual([third.id])
    const unknown = await call('PUT', url, { add_members: [4711] }, second)
    expect(unknown.json().errors[0]).toEqual({
      field: 'add_members',
      message: 'There is no active person with the id 4711.',
    })
    expect(await memberIds()).toEqual([third.id])
  })

  it('has at most 200 members, however they are added', async () => {
    const { db } = service.services
    const people = Array.from({ length: 201 }, (_, at) => ({
      email: `member-${at}@strata.example`,
      first_name: 'Member',
      last_name: String(at),
      password_hash: '-',
      admitted_at: new Date(),
    }))
    const ids = (await db.insert(users).values(people).returning({ id: users.id })).map((row) => row.id)
    const who = await service.logIn('staff')
    const members = ids.slice(0, 200)
    const { id } = (await call('POST', '/projects/', { name: 'Crowded', members }, who)).json()
    const response = await call('PUT', `/projects/${id}/`, { add_members: [ids[200]] }, who)
    expect(response.statusCode).toBe(422)
    expect(response.json().detail).toBe('A project has at most 200 members.')
    const swapped = { add_members: [ids[200]], remove_members: [ids[0]] }
    expect((await call('PUT', `/projects/${id}/`, swapped, who)).json().members).toHaveLength(200)
  })
})
