import { eq } from '#drizzle'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { MAX_VIEWS, type SavedView } from '#contract/lists/saved-views.ts'
import { saved_views, users } from '#service/db/schema.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'
import { waitingSessions } from '../../support/waiting-sessions.ts'

let service: TestService
let ada: TestPerson
let bo: TestPerson
let admin: TestPerson
let viewer: TestPerson
beforeAll(async () => {
  service = await createTestService()
})
beforeEach(async () => {
  ada = await service.logIn('staff')
  bo = await service.logIn('staff')
  admin = await service.logIn('admin')
  viewer = await service.logIn('viewer')
  await service.services.db.delete(saved_views)
})
afterAll(() => service.close())

const call = async (
  { headers }: TestPerson,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  payload?: object,
) => {
  const answer = await service.inject({ method, url: `/views${path}`, headers, payload })
  return { status: answer.statusCode, body: answer.json() }
}
const save = async (person: TestPerson, more: object = {}) =>
  (
    await call(person, 'POST', '', {
      list: 'listJobs',
      name: 'Failed',
      query: { status: ['failed'], sort_order: 'desc' },
      ...more,
    })
  ).body as SavedView
const listed = async (person: TestPerson, list = 'listJobs') =>
  (await call(person, 'GET', `?list=${list}`)).body.content as SavedView[]
const names = async (person: TestPerson, list?: string) =>
  (await listed(person, list)).map(({ name }) => name)
const defaults = async ({ headers }: TestPerson) =>
  (await service.inject({ url: '/users/me', headers })).json().default_views as string[]

describe('saving a view', () => {
  it('keeps what the list accepts, without defaults, under the person', async () => {
    const query = {
      status: ['failed'],
      tags: ['pilot'],
      page_size: 25,
      sort_by: 'datetime_submitted',
      sort_order: 'desc',
      columns: ['id', 'status'],
      dense: true,
    }
    const { sort_by: _default, ...kept } = query
    expect(await save(ada, { query })).toMatchObject({
      list: 'listJobs',
      name: 'Failed',
      query: kept,
      misfits: [],
      shared: false,
      owner_id: ada.id,
      is_default: false,
      may_change: true,
    })
    expect(await names(ada)).toEqual(['Failed'])
    expect(await names(ada, 'listTags')).toEqual([])
    expect(await names(bo)).toEqual([])
  })

  it('rejects what the list does not accept, and names each field', async () => {
    const { status, body } = await call(ada, 'POST', '', {
      list: 'listJobs',
      name: 'Wrong',
      query: { status: ['failed', 'asleep'], nonsense: 1, page: 2, page_size: 11 },
    })
    expect(status).toBe(422)
    expect(body.errors[0].message).toBe("The list does not accept 'status=asleep'.")
    expect(body.errors.map(({ field }: { field: string }) => field)).toEqual([
      'query.status',
      'query.nonsense',
      'query.page',
      'query.page_size',
    ])
    for (const [more, field] of [
      [{ list: 'listEverything' }, 'list'],
      [{ name: ' ' }, 'name'],
      [{ name: 'x'.repeat(61) }, 'name'],
    ] as const) {
      const answer = await call(ada, 'POST', '', { list: 'listJobs', name: 'A', query: {}, ...more })
      expect([answer.status, answer.body.errors[0].field]).toEqual([422, field])
    }
  })

  it('keeps no field that every object has', async () => {
    const query = JSON.parse('{"__proto__": ["x"], "dense": true}') as object
    expect((await save(ada, { query })).query).toEqual({ dense: true })
  })

  it('has limits on size and number', async () => {
    const target = Array.from({ length: 50 }, (_, i) => `${i}${'x'.repeat(150)}`)
    const large = await call(ada, 'POST', '', { list: 'listJobs', name: 'Large', query: { target } })
    expect([large.status, large.body.detail]).toEqual([
      422,
      'A view holds at most 4000 characters of filters. Remove some values.',
    ])
    await service.services.db.insert(saved_views).values(
      Array.from({ length: MAX_VIEWS }, (_, i) => ({
        owner_id: ada.id,
        list: 'listJobs',
        name: `V ${i}`,
        query: {},
      })),
    )
    const more = { list: 'listJobs', name: 'More', query: {} }
    expect((await call(ada, 'POST', '', more)).status).toBe(409)
    expect((await call(ada, 'POST', '', { ...more, list: 'listTags' })).status).toBe(200)
    expect((await call(bo, 'POST', '', more)).status).toBe(200)
  })

  it('takes a name once per person and list, whatever the case', async () => {
    await save(ada)
    const again = await call(ada, 'POST', '', { list: 'listJobs', name: ' FAILED ', query: {} })
    expect([again.status, again.body.errors]).toEqual([
      409,
      [{ field: 'name', message: "You already have a view 'FAILED' of this list." }],
    ])
    expect((await save(bo)).name).toBe('Failed')
    expect((await save(ada, { list: 'listSubmissions', query: {} })).name).toBe('Failed')
  })
})

describe('a view that no longer fits its list', () => {
  it('says so, opens with what fits, and cannot be saved as it is', async () => {
    const [{ id }] = await service.services.db
      .insert(saved_views)
      .values({
        owner_id: ada.id,
        list: 'listJobs',
        name: 'Old',
        query: { status: ['failed', 'asleep'], gone: 'x', sort_by: 'nonsense', dense: true },
      })
      .returning()
    const [view] = await listed(ada)
    expect(view).toMatchObject({
      query: { status: ['failed'], dense: true },
      misfits: expect.arrayContaining(['status=asleep', 'gone=x', 'sort_by=nonsense']) as string[],
    })
    const renamed = await call(ada, 'PUT', `/${id}`, { name: 'Still old' })
    expect(renamed.body).toMatchObject({ name: 'Still old', misfits: view.misfits })
    const saved = await call(ada, 'PUT', `/${id}`, { query: view.query })
    expect(saved.body).toMatchObject({ query: view.query, misfits: [] })
  })
})

describe('sharing', () => {
  it('shows a view to everyone, and lets its owner and admins change it', async () => {
    const { id } = await save(ada, { shared: true })
    for (const person of [bo, viewer]) {
      const [view] = await listed(person)
      expect(view).toMatchObject({ id, owner_id: ada.id, may_change: false })
      for (const [method, payload] of [
        ['PUT', { name: 'Mine now' }],
        ['DELETE', undefined],
      ] as const)
        expect((await call(person, method, `/${id}`, payload)).status).toBe(403)
    }
    expect((await call(admin, 'PUT', `/${id}`, { name: 'By an admin' })).body.name).toBe('By an admin')
    expect((await call(ada, 'PUT', `/${id}`, { query: { final: true } })).body.query).toEqual({ final: true })
    expect((await call(admin, 'DELETE', `/${id}`)).body).toEqual({
      msg: "The view 'By an admin' was deleted.",
    })
    expect(await names(ada)).toEqual([])
  })

  it('needs a role that writes; own views need none', async () => {
    const own = await save(viewer)
    expect(own.name).toBe('Failed')
    const rejected = await call(viewer, 'PUT', `/${own.id}`, { shared: true })
    expect([rejected.status, rejected.body.detail]).toEqual([
      403,
      'Sharing a view needs the role staff or admin.',
    ])
    const shared = { list: 'listJobs', name: 'B', query: {}, shared: true }
    expect((await call(viewer, 'POST', '', shared)).status).toBe(403)
  })

  it('hides a private view from everyone else, admins included', async () => {
    const { id } = await save(ada)
    for (const person of [bo, admin]) {
      expect((await call(person, 'PUT', `/${id}`, { name: 'x' })).status).toBe(404)
      expect((await call(person, 'DELETE', `/${id}`)).status).toBe(404)
      const answer = await call(person, 'PUT', '/default', { list: 'listJobs', view_id: id })
      expect(answer.status).toBe(404)
    }
  })

  it('of a list that a person may not see reveals nothing', async () => {
    const view = { list: 'listAudit', name: 'Denials', query: { result: ['denied'] }, shared: true }
    const { body } = await call(admin, 'POST', '', view)
    expect(body.query).toEqual({ result: ['denied'] })
    expect((await call(ada, 'GET', '?list=listAudit')).status).toBe(403)
    expect((await call(ada, 'POST', '', view)).status).toBe(403)
    const chosen = await call(ada, 'PUT', '/default', { list: 'listAudit', view_id: body.id })
    expect(chosen.status).toBe(403)
  })
})

describe('the default view', () => {
  const choose = (person: TestPerson, view_id: number | null, list = 'listJobs') =>
    call(person, 'PUT', '/default', { list, view_id })

  it('that is deleted at the same moment is a conflict', async () => {
    const { id } = await save(ada)
    const { db } = service.services
    let choosing: ReturnType<typeof choose> | undefined
    await db.transaction(async (tx) => {
      await tx.delete(saved_views).where(eq(saved_views.id, id))
      choosing = choose(ada, id)
      await vi.waitFor(async () => expect(await waitingSessions(db)).toBe(1))
    })
    const { status, body } = await choosing!
    expect(status).toBe(409)
    expect(body.detail).toMatch(/deleted, or came into use, in the meantime; nothing was changed/)
  })
  it('is one per person and list, own or shared, and shown with the person', async () => {
    const own = await save(ada)
    const shared = await save(bo, { shared: true })
    expect(await defaults(ada)).toEqual([])
    expect((await choose(ada, own.id)).body).toEqual({ msg: "This list opens with 'Failed'." })
    expect(await defaults(ada)).toEqual(['listJobs'])
    await choose(ada, shared.id)
    expect((await listed(ada)).filter((view) => view.is_default).map(({ id }) => id)).toEqual([shared.id])
    expect((await listed(bo))[0].is_default).toBe(false)
    await choose(ada, null)
    expect(await defaults(ada)).toEqual([])
    expect((await choose(ada, shared.id, 'listTags')).status).toBe(422)
  })

  it('ends when the view is deleted, or for others when it is no longer shared', async () => {
    const shared = await save(bo, { shared: true })
    await choose(ada, shared.id)
    await choose(bo, shared.id)
    await call(bo, 'PUT', `/${shared.id}`, { shared: false })
    expect([await defaults(ada), await defaults(bo)]).toEqual([[], ['listJobs']])
    await call(bo, 'DELETE', `/${shared.id}`)
    expect(await defaults(bo)).toEqual([])
  })

  it('is stopped by an admin without showing the view afterwards', async () => {
    const shared = await save(ada, { shared: true })
    const stopped = await call(admin, 'PUT', `/${shared.id}`, { shared: false })
    expect(stopped.body).toMatchObject({ shared: false, may_change: false })
    expect(await names(admin)).toEqual([])
    expect(await names(ada)).toEqual(['Failed'])
  })
})

it('views go with a registration that is removed', async () => {
  const { db } = service.services
  await save(ada)
  await db.delete(users).where(eq(users.id, ada.id))
  expect(await db.select().from(saved_views)).toEqual([])
})
