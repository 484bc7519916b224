import { randomUUID } from 'node:crypto'
import { eq, sql } from '#drizzle'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TRACKER_COLUMNS } from '#contract/layer-tracker.ts'
import { jobs, tracker_workbooks } from '#service/db/schema.ts'
import { withSheetLease } from '#service/domain/layer-tracker/sheet-lease.ts'
import { createApp } from '#service/http/app.ts'
import { allRoutes } from '#service/http/routes.ts'
import { type LayerFixture, createLayerFixture } from '../../support/jobs/layer-fixture.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'
import { startGoogle } from './google-stand-in.ts'

const BOOK = '1aBcDeFgHiJkLmNoPqRsTuVwXyZ_0123456789-abcd'
let google: Awaited<ReturnType<typeof startGoogle>>
let service: TestService
let staff: TestPerson
let fixture: LayerFixture
const ids: number[] = []
beforeAll(async () => {
  google = await startGoogle()
  service = await createTestService({ config: google.config })
  staff = await service.logIn('staff')
  fixture = await createLayerFixture(service.services, staff.id)
  for (let i = 0; i < 3; i++)
    ids.push(
      await fixture.addJob({ data_description: i === 0 ? '=HYPERLINK("http://evil.example")' : 'Plain' }),
    )
})
afterAll(async () => {
  await service.close()
  await google.stop()
})
beforeEach(async () => {
  google.workbooks[BOOK] = {}
  google.closed.clear()
  google.calls.length = 0
  google.control.status = 0
  google.control.onWrite = () => {}
  google.control.before = () => {}
  google.control.cut = false
  await service.services.db.execute(sql`delete from tracker_leases`)
  await service.services.db.update(jobs).set({ status: 'pending' })
})

const call = (verb: 'add' | 'preview', job_ids = ids, sheet_name = "People's sheet") =>
  service.inject({
    method: 'POST',
    url: `/modeling/v1/jobs/layer-tracker-v2/${verb}`,
    payload: { sheet_id: BOOK, sheet_name, job_ids },
    headers: staff.headers,
  })
const sheet = () => google.workbooks[BOOK]["People's sheet"]

describe('a Google sheet', () => {
  it('gets a new sheet with a header and one row per job, raw and not as if typed', async () => {
    const response = await call('add')
    expect(response.json()).toEqual({ msg: "Sheet 'People's sheet': 3 new.", new: 3, changed: 0, same: 0 })
    expect(sheet()[0]).toEqual([...TRACKER_COLUMNS])
    expect(
      sheet()
        .slice(1)
        .map(([id]) => id),
    ).toEqual(ids)
    expect(sheet()[1][TRACKER_COLUMNS.indexOf('data_description')]).toBe('=HYPERLINK("http://evil.example")')
    expect(await service.services.db.select().from(tracker_workbooks)).toEqual([])
    expect(google.control.tokens).toBe(1)
  })

  it('says what is new, changed and unchanged, and writes nothing for it', async () => {
    await call('add', ids.slice(0, 2))
    await service.services.db.update(jobs).set({ status: 'running' }).where(eq(jobs.id, ids[1]))
    const before = structuredClone(google.workbooks)
    google.calls.length = 0
    expect((await call('preview')).json().content).toEqual([
      { job_id: ids[0], state: 'same', changes: [] },
      {
        job_id: ids[1],
        state: 'changed',
        changes: [{ column: 'status', before: 'pending', after: 'running' }],
      },
      { job_id: ids[2], state: 'new', changes: [] },
    ])
    expect(google.workbooks).toEqual(before)
    expect(google.calls.every(({ method }) => method === 'GET')).toBe(true)
    expect((await call('add')).json()).toMatchObject({ new: 1, changed: 1, same: 1 })
    expect(sheet()).toHaveLength(4)
    expect(sheet()[2][TRACKER_COLUMNS.indexOf('status')]).toBe('running')
    google.calls.length = 0
    expect((await call('add')).json()).toMatchObject({ new: 0, changed: 0, same: 3 })
    expect(google.calls.every(({ method }) => method === 'GET')).toBe(true)
  })

  it("keeps people's own columns, their order and contents", async () => {
    google.workbooks[BOOK]["People's sheet"] = [
      ['My note', 'status', 'job_id'],
      ['look at this', 'old', ids[1]],
      ['a line of my own', null, null],
    ]
    expect((await call('add', ids.slice(0, 2))).json()).toMatchObject({ new: 1, changed: 1 })
    const [header, second, third, added] = sheet()
    expect(header.slice(0, 3)).toEqual(['My note', 'status', 'job_id'])
    expect(new Set(header)).toEqual(new Set(['My note', ...TRACKER_COLUMNS]))
    expect(second.slice(0, 3)).toEqual(['look at this', 'pending', ids[1]])
    expect(third[0]).toBe('a line of my own')
    expect(added.slice(0, 3)).toEqual([null, 'pending', ids[0]])
  })

  it('is left alone if it contains something else', async () => {
    google.workbooks[BOOK]["People's sheet"] = [['Budget', 2026]]
    const response = await call('add')
    expect(response.statusCode).toBe(409)
    expect(response.json().detail).toMatch("The sheet 'People's sheet' holds something else")
    expect(sheet()).toEqual([['Budget', 2026]])
  })

  it('gets each job once when two processes add at the same moment', async () => {
    const { app } = await createApp(service.services, { routes: allRoutes })
    const payload = { sheet_id: BOOK, sheet_name: "People's sheet", job_ids: ids }
    const url = '/api/v1/modeling/v1/jobs/layer-tracker-v2/add'
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        (i % 2 ? app : service.app).inject({ method: 'POST', url, payload, headers: staff.headers }),
      ),
    )
    for (const answer of answers) expect(answer.statusCode, answer.body).toBe(200)
    expect(
      sheet()
        .slice(1)
        .map(([id]) => id),
    ).toEqual(ids)
    await app.close()
  })

  it('reports that someone moved its rows in the meantime', async () => {
    await call('add')
    await service.services.db.update(jobs).set({ status: 'running' })
    google.control.onWrite = () => google.workbooks[BOOK]["People's sheet"].splice(2, 1)
    const response = await call('add')
    expect([response.statusCode, response.json().detail]).toEqual([
      409,
      'Someone changed the sheet while it was being written. Check it, then add the layers again.',
    ])
    google.control.onWrite = () => {}
    expect((await call('add')).json()).toMatchObject({ new: 1 })
  })
})

const leases = async () =>
  (await service.services.db.execute<{ owner: string }>(sql`select owner from tracker_leases`)).rows
const lease = (owner: string, seconds: number) =>
  service.services.db.execute(sql`
    insert into tracker_leases values (${BOOK}, ${owner}, clock_timestamp() + make_interval(secs => ${seconds}))`)
const ask = <T extends object>(query: ReturnType<typeof sql>) =>
  service.services.db.execute<T & { n: number }>(query)

describe('while a request to Google is open', () => {
  it('holds no transaction, no lock and no connection, however slow it is', async () => {
    let seen = () => {}
    const asked = new Promise<void>((resolve) => (seen = resolve))
    let goOn = () => {}
    const slow = new Promise<void>((resolve) => (goOn = resolve))
    google.control.before = (method) => {
      if (method !== 'POST') return
      seen()
      return slow
    }
    const adding = call('add')
    await asked
    const [{ n: open }] = (
      await ask(sql`select count(*)::int as n from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`)
    ).rows
    const [{ n: locks }] = (
      await ask(sql`select count(*)::int as n from pg_locks l join pg_database d on d.oid = l.database
        where d.datname = current_database() and l.locktype = 'advisory'`)
    ).rows
    expect([open, locks]).toEqual([0, 0])
    const { idleCount, totalCount } = service.services.db.$client
    expect(idleCount).toBe(totalCount)
    expect(await leases()).toHaveLength(1)
    goOn()
    expect((await adding).json()).toMatchObject({ new: 3 })
    expect(await leases()).toEqual([])
  })

  it('waits for another process until that one is done, or its lease has expired', async () => {
    await lease(randomUUID(), -1)
    expect((await call('add', ids.slice(0, 1))).json()).toMatchObject({ new: 1 })
    // The owner died: nobody deletes its row.
    await lease(randomUUID(), 1)
    expect((await call('add')).json()).toMatchObject({ new: 2, same: 1 })
    expect(sheet()).toHaveLength(4)
  })

  it('asks to retry if others keep the workbook, and leaves their lease alone', async () => {
    const other = randomUUID()
    await lease(other, 3600)
    const { db } = service.services
    await expect(withSheetLease(db, BOOK, async () => 1, { waitMs: 0 })).rejects.toMatchObject({
      kind: 'unavailable',
      headers: { 'Retry-After': '10' },
    })
    expect(await leases()).toEqual([{ owner: other }])
    // Reading needs no lease, and another workbook has its own.
    expect((await call('preview')).statusCode).toBe(200)
    expect(await withSheetLease(db, 'another', async () => 1, { waitMs: 0 })).toBe(1)
  })

  it('writes nothing more once others have taken over the lease', async () => {
    await call('add', ids.slice(0, 1))
    await service.services.db.update(jobs).set({ status: 'running' })
    const other = randomUUID()
    let taken: Promise<unknown> = Promise.resolve()
    google.control.before = (method) => {
      if (method === 'POST')
        taken = service.services.db.execute(sql`update tracker_leases set owner = ${other}`)
      return taken as Promise<void>
    }
    const response = await call('add')
    expect([response.statusCode, response.json().detail]).toEqual([
      409,
      'Writing to the sheet timed out, and someone else has changed it. Check the sheet, then add the layers again.',
    ])
    // The change of a row was being sent; the new rows were not.
    expect(sheet()).toHaveLength(2)
    expect(await leases()).toEqual([{ owner: other }])
  })

  it('leaves the lease to expire if the outcome of a write is unknown', async () => {
    google.control.cut = true
    expect((await call('add')).statusCode).toBe(503)
    expect(await leases()).toHaveLength(1)
    google.control.cut = false
    await service.services.db.execute(sql`update tracker_leases set expires_at = clock_timestamp()`)
    expect((await call('add')).statusCode).toBe(200)
    expect(
      sheet()
        .slice(1)
        .map(([id]) => id),
    ).toEqual(ids)
    expect(await leases()).toEqual([])
  })
})

describe("Google's rejections are reported so that they can be fixed", () => {
  it('a workbook that is not shared, or does not exist', async () => {
    google.closed.add(BOOK)
    expect((await call('add')).json()).toMatchObject({
      status: 409,
      detail: expect.stringContaining('Share it with strata@tests.example as an editor.'),
    })
    delete google.workbooks[BOOK]
    expect((await call('preview')).statusCode).toBe(404)
  })
  it.each([
    [429, 503],
    [500, 503],
    [400, 409],
  ])('%d becomes %d', async (status, ours) => {
    google.control.status = status
    const response = await call('preview')
    expect(response.statusCode).toBe(ours)
    expect(response.body).not.toContain('token-1')
  })
  it('a missing key file', async () => {
    const { config } = service.services
    service.services.config = { ...config, googleServiceAccountFile: '/nowhere/key.json' }
    const response = await call('add')
    service.services.config = config
    expect(response.statusCode).toBe(503)
    expect(response.body).not.toContain('/nowhere')
  })
})

it('leaves a workbook of the service with the service', async () => {
  const made = await service.inject({
    method: 'POST',
    url: '/modeling/v1/layer-trackers',
    payload: { title: 'Ours' },
    headers: staff.headers,
  })
  const { sheet_id } = made.json<{ sheet_id: string }>()
  const response = await service.inject({
    method: 'POST',
    url: '/modeling/v1/jobs/layer-tracker-v2/add',
    payload: { sheet_id, sheet_name: 'Layers', job_ids: ids },
    headers: staff.headers,
  })
  expect(response.json()).toMatchObject({ new: 3 })
  expect(google.calls).toEqual([])
})
