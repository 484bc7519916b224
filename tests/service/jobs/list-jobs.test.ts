import { JOB_STATUSES } from '#contract/jobs/job-shapes.ts'
import { eq, sql } from '#drizzle'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { job_tags, jobs, surveys, tags } from '#service/db/schema.ts'
import { type LayerFixture, createLayerFixture } from '../../support/jobs/layer-fixture.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'

let service: TestService
let owner: TestPerson
let viewer: TestPerson
let fixture: LayerFixture
const ids: number[] = []

const details = (query: string) =>
  service.inject({ url: `/modeling/v1/jobs/details${query}`, headers: viewer.headers })

beforeAll(async () => {
  service = await createTestService()
  owner = await service.logIn('staff')
  viewer = await service.logIn('viewer')
  fixture = await createLayerFixture(service.services, owner.id)
  const { db } = service.services
  for (let i = 0; i < 25; i++) {
    ids.push(
      await fixture.addJob({
        target: i % 2 ? 'water' : 'Stunting',
        source: i % 3 ? 'DHS' : 'MICS',
        status: JOB_STATUSES[i % 5],
        reason: JOB_STATUSES[i % 5] === 'failed' ? 'It failed.' : null,
        all_adm_pass: i % 4 ? true : null,
        is_overfit: i % 6 === 0,
        final: i === 2,
        source_date: i % 5 ? '2024-03-01' : '2022-01-31',
        data_description: i === 7 ? '100% of_households' : `Layer number ${i}`,
        datetime_submitted: new Date(Date.UTC(2026, 0, 1 + i, 23, 59, 59)),
      }),
    )
  }
  const [red, blue] = await db
    .insert(tags)
    .values([{ name: 'Red' }, { name: 'blue' }])
    .returning()
  await db.insert(job_tags).values([
    { job_id: ids[0], tag_id: red.id },
    { job_id: ids[1], tag_id: red.id },
    { job_id: ids[1], tag_id: blue.id },
  ])
})
afterAll(() => service.close())

describe('the list of jobs', () => {
  it('gives the first ten by the time of submission, with names of people and countries', async () => {
    const body = (await details('')).json()
    expect(body.totalElements).toBe(25)
    expect(body.content.map((job: { id: number }) => job.id)).toEqual(ids.slice(0, 10))
    expect(body.content[0]).toMatchObject({
      app_user_id: owner.id,
      app_user_name: 'Test staff',
      country: 'Testland',
      submission_title: 'A test',
      datetime_submitted: '2026-01-01T23:59:59.000Z',
      job_key: `tst-water-sim-2024-r1-${ids[0]}`,
      tags: [{ name: 'Red' }],
    })
  })

  it('orders words as people do and puts missing values last', async () => {
    const targets = (await details('?limit=100&sort_by=target'))
      .json()
      .content.map((job: { target: string }) => job.target)
    expect(targets.slice(0, 13)).toEqual(Array.from({ length: 13 }, () => 'Stunting'))
    for (const order of ['asc', 'desc']) {
      const passes = (await details(`?limit=100&sort_by=all_adm_pass&sort_order=${order}`)).json().content
      expect(passes.at(-1).all_adm_pass).toBeNull()
    }
  })

  it('counts all matches past the end too', async () => {
    expect((await details('?skip=500')).json()).toEqual({ content: [], totalElements: 25 })
    expect((await details('?skip=500&status=failed')).json()).toEqual({ content: [], totalElements: 5 })
    expect((await details('?iso3_code=NGA')).json()).toEqual({ content: [], totalElements: 0 })
  })

  it.each([
    '?sort_by=id;drop table',
    '?limit=100000',
    '?limit=0',
    '?skip=-1',
    '?status=lost',
    '?colour=red',
    '?source_date=May',
    '?id=0',
  ])('rejects %s', async (query) => {
    expect((await details(query)).statusCode).toBe(422)
  })

  it('pages from 1 for the statistics, with both days included', async () => {
    const get = async (query: string) =>
      (await service.inject({ url: `/modeling/v1/jobs${query}`, headers: viewer.headers })).json()
    expect((await get('?page=3&size=10')).content).toHaveLength(5)
    const days = await get('?size=1&createDateStart=2026-01-02&createDateEnd=2026-01-04')
    expect(days.totalElements).toBe(3)
    expect(days.content[0].id).toBe(ids[1])
    expect((await get('?status=completed&size=1')).totalElements).toBe(5)
    const zero = await service.inject({ url: '/modeling/v1/jobs?page=0', headers: viewer.headers })
    expect(zero.statusCode).toBe(422)
  })
})

describe('the small lists', () => {
  const get = async (path: string) =>
    (await service.inject({ url: `/modeling/v1/jobs/${path}`, headers: viewer.headers })).json()

  it('names all statuses in order', async () => {
    expect((await get('all_status')).content).toEqual([
      'pending',
      'running',
      'completed',
      'failed',
      'cancelled',
    ])
  })

  it('names the sources of jobs and surveys once each, sorted', async () => {
    await service.services.db
      .update(surveys)
      .set({ source: 'census' })
      .where(eq(surveys.id, fixture.surveyId))
    expect(await get('all-sources')).toEqual({ content: ['census', 'DHS', 'MICS'], totalElements: 3 })
  })

  it('names the targets of jobs and surveys once each, sorted', async () => {
    await service.services.db
      .update(surveys)
      .set({ target: 'bednets' })
      .where(eq(surveys.id, fixture.surveyId))
    expect(await get('all-targets')).toEqual({
      content: ['bednets', 'Stunting', 'water'],
      totalElements: 3,
    })
  })

  it('uses a loose index scan instead of reading all jobs', async () => {
    const { db } = service.services
    const plan = (column: string) =>
      sql.raw(`explain (format json)
      select ${column} from jobs where ${column} > 'a' order by ${column} limit 1`)
    await db.transaction(async (tx) => {
      // Twenty-five rows are read faster than any index: with sequential scans disabled, the planner shows that there
      // is one.
      await tx.execute(sql`set local enable_seqscan = off`)
      for (const column of ['source', 'target']) {
        const { rows } = await tx.execute(plan(column))
        expect(JSON.stringify(rows)).toContain(`jobs_${column}`)
        expect(JSON.stringify(rows)).not.toContain('Sort')
      }
    })
  })

  it('counts pending and running jobs', async () => {
    expect(await get('queue/size')).toEqual({ size: 5, running: 5 })
  })

  it('counts jobs in all and by status, in any range of days, as the list does', async () => {
    const days = (await get('details?limit=50')).content.map(
      ({ datetime_submitted }: { datetime_submitted: string }) => datetime_submitted.slice(0, 10),
    )
    const range = (names: string[], values: string[]) =>
      values.map((value, at) => `&${names[at]}=${value}`).join('')
    const totals = []
    for (const window of [[], [days[8]], [days[3], days[12]], ['1990-01-01', '1990-02-01']]) {
      const list = `details?limit=1${range(['submit_date_start', 'submit_date_end'], window)}`
      const counts = await get(`counts?${range(['createDateStart', 'createDateEnd'], window)}`)
      expect(counts.total).toBe((await get(list)).totalElements)
      for (const [status, jobs] of Object.entries(counts.by_status))
        expect(jobs, status).toBe((await get(`${list}&status=${status}`)).totalElements)
      totals.push(counts.total)
    }
    expect(totals[0]).toBe(25)
    expect(totals[3]).toBe(0)
  })

  it('rejects a day that does not exist and an unknown parameter', async () => {
    for (const query of ['createDateStart=2026-02-30', 'status=failed'])
      expect(
        (await service.inject({ url: `/modeling/v1/jobs/counts?${query}`, headers: viewer.headers }))
          .statusCode,
      ).toBe(422)
  })
})

describe('rights', () => {
  const reads = () => [
    '/modeling/v1/jobs/details',
    '/modeling/v1/jobs',
    '/modeling/v1/jobs/all_status',
    '/modeling/v1/jobs/all-sources',
    '/modeling/v1/jobs/all-targets',
    '/modeling/v1/jobs/counts',
    '/modeling/v1/jobs/queue/size',
    '/modeling/v1/jobs/events',
    `/modeling/v1/jobs/by-key/tst-water-sim-2024-r1-${ids[0]}`,
    `/modeling/v1/jobs/${ids[0]}/download/mean`,
    `/modeling/v1/jobs/layer-tracker/${ids[0]}/adm-data`,
    `/modeling/v1/jobs/${ids[0]}/tiles/mean/0/0/0?min=0&max=1`,
    `/modeling/v1/jobs/${ids[0]}/value?longitude=1&latitude=1`,
    `/modeling/v1/jobs/${ids[0]}/difference/${ids[1]}/mean`,
    `/modeling/v1/jobs/${ids[0]}/difference/${ids[1]}/mean/tiles/0/0/0?limit=1`,
  ]
  it('rejects callers without a session', async () => {
    for (const url of reads()) {
      const response = await service.inject({ url })
      expect(response.statusCode, url).toBe(/\/(download|tiles)\//.test(url) ? 401 : 403)
      expect(response.json().detail).toBe('Could not validate credentials')
    }
    const cancel = await service.inject({ method: 'POST', url: `/modeling/v1/jobs/${ids[0]}/cancel` })
    expect(cancel.statusCode).toBe(403)
  })

  it('lets viewers read, not cancel', async () => {
    const report = await service.inject({
      url: `/modeling/v1/jobs/by-key/tst-water-sim-2024-r1-${ids[2]}`,
      headers: viewer.headers,
    })
    expect(report.statusCode).toBe(200)
    expect(report.json()).toMatchObject({ bounds: null, surfaces: null, outputs: [], diagnostics: null })
    const cancel = await service.inject({
      method: 'POST',
      url: `/modeling/v1/jobs/${ids[0]}/cancel`,
      headers: viewer.headers,
    })
    expect(cancel.statusCode).toBe(403)
  })

  it('says what is missing', async () => {
    const get = (url: string) => service.inject({ url: `/modeling/v1/jobs/${url}`, headers: viewer.headers })
    for (const url of [
      'undefined/download/mean',
      'null/download/mean',
      '0/download/mean',
      '1;--/download/mean',
    ]) {
      const response = await get(url)
      expect(response.statusCode, url).toBe(422)
      expect(response.json().detail).toContain('Job ID is required and cannot be undefined.')
    }
    for (const url of [
      '999999/download/mean',
      'by-key/no-such-job',
      'layer-tracker/999999/adm-data',
      '999999/value?longitude=1&latitude=1',
      '999999/difference/1/mean',
    ]) {
      expect((await get(url)).statusCode, url).toBe(404)
    }
    expect((await get(`${ids[0]}/download/everything`)).statusCode).toBe(422)
    // Pending, running, completed without files, failed, cancelled.
    const answers = await Promise.all(ids.slice(0, 5).map((id) => get(`${id}/download/mean`)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([409, 409, 404, 409, 409])
    expect(answers[0].json().detail).toBe(
      `Job ${ids[0]} is pending; its outputs are available once it is completed.`,
    )
  })
})

describe('cancelling', () => {
  const cancel = (id: number, person: TestPerson) =>
    service.inject({ method: 'POST', url: `/modeling/v1/jobs/${id}/cancel`, headers: person.headers })

  it('is allowed for the owner and for admins', async () => {
    const other = await service.logIn('staff')
    const admin = await service.logIn('admin')
    const [one, two] = [await fixture.addJob(), await fixture.addJob({ status: 'running', attempt: 1 })]
    expect((await cancel(one, other)).statusCode).toBe(403)
    expect((await cancel(one, owner)).json()).toEqual({ msg: `Job ${one} is cancelled.` })
    expect((await cancel(two, admin)).statusCode).toBe(200)
    const [row] = await service.services.db.select().from(jobs).where(eq(jobs.id, two))
    expect(row.status).toBe('cancelled')
    expect(row.datetime_finished).toBeInstanceOf(Date)
  })

  it.each(['completed', 'failed', 'cancelled'] as const)('is rejected once the job is %s', async (status) => {
    const id = await fixture.addJob({ status, reason: 'As it was.', datetime_finished: new Date(0) })
    const response = await cancel(id, owner)
    expect(response.statusCode).toBe(409)
    expect(response.json().detail).toBe(`Job ${id} is already ${status}, so it cannot be cancelled.`)
    const [row] = await service.services.db.select().from(jobs).where(eq(jobs.id, id))
    expect(row).toMatchObject({ status, reason: 'As it was.', datetime_finished: new Date(0) })
  })

  it('is not allowed for viewers, and needs a job', async () => {
    const id = await fixture.addJob()
    expect((await cancel(999_999, owner)).statusCode).toBe(404)
    expect((await cancel(id, await service.logIn('viewer'))).statusCode).toBe(403)
  })
})
