import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { parse } from 'csv-parse/sync'
import { eq, sql } from '#drizzle'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportJobs } from '#contract/lists/export.ts'
import { files, job_tags, jobs, submissions, tags } from '#service/db/schema.ts'
import { exportAllJobs } from '#service/domain/export/export-jobs.ts'
import { openBatches } from '#service/domain/export/read-batches.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'

let service: TestService
let viewer: TestPerson
let submission_id: number

const NASTY = [
  '=HYPERLINK("http://evil.example")',
  '+1+1',
  '-1+1',
  '@SUM(1)',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  '\uFF1D1+1',
  "=cmd|' /C calc'!A0",
  '\uFFFE=1+1',
]
/** XML cannot hold the last three characters. */
const ODD = 'odd\u2028,\u{1F4A7},\u0001,\uFFFE,\uFFFF'
const ODD_LEFT = 'odd\u2028,\u{1F4A7},,,'

beforeAll(async () => {
  service = await createTestService()
  viewer = await service.logIn('viewer')
  const { db } = service.services
  const [file] = await db
    .insert(files)
    .values({ key: 'k', name: 'c.csv', media_type: 'text/csv', size: 1, sha256: '0'.repeat(64) })
    .returning({ id: files.id })
  const [submission] = await db
    .insert(submissions)
    .values({ title: 'The "first", 2026', app_user_id: viewer.id, config_file_id: file.id })
    .returning({ id: submissions.id })
  submission_id = submission.id
  await insertJobs(20)
  for (const [i, data_description] of NASTY.entries())
    await db
      .update(jobs)
      .set({ data_description })
      .where(eq(jobs.config_row, i + 2))
  await db.update(jobs).set({ data_description: ODD }).where(eq(jobs.config_row, 19))
  const [b, a] = await db
    .insert(tags)
    .values([{ name: 'beta' }, { name: 'Alpha' }])
    .returning({ id: tags.id })
  const [first] = await db.select({ id: jobs.id }).from(jobs).where(eq(jobs.config_row, 2))
  await db.insert(job_tags).values([b, a].map((tag) => ({ job_id: first.id, tag_id: tag.id })))
})
afterAll(() => service.close())

const insertJobs = (count: number) =>
  service.services.db.execute(sql`
    insert into jobs (job_key, submission_id, app_user_id, config_row, iso3_code, target, source, source_wave, round,
      data_description, stack_name, method, layer, status, is_overfit, datetime_submitted, source_date)
    select 'key-' || gen_random_uuid(), ${submission_id}, ${viewer.id}, i + 1, case when i % 2 = 0 then 'NGA' else 'BEN' end, 'water',
      'DHS', '2018', 'r1', 'plain, "quoted" ' || i, 'stack', 'gp', '{"stack_version": 1}', 'completed', i % 3 = 0,
      timestamptz '2026-01-01Z' + i * interval '1 hour', '2018-06-01'
    from generate_series(1, ${count}) i`)

const get = (query = '') =>
  service.inject({ url: `/modeling/v1/jobs/export${query}`, headers: viewer.headers })
const rowsOf = (csv: string) =>
  parse(csv, { columns: true, record_delimiter: '\r\n' }) as Record<string, string>[]

describe('the export of jobs as CSV', () => {
  it('has every column of every job, in the order of the list', async () => {
    const response = await get()
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toMatch(/^text\/csv/)
    expect(response.headers['content-disposition']).toMatch(
      /^attachment; filename="jobs-\d{4}-\d\d-\d\d\.csv"$/,
    )
    expect(response.headers['content-length']).toBeUndefined()
    const rows = rowsOf(response.body)
    const list = (
      await service.inject({ url: '/modeling/v1/jobs/details?limit=100', headers: viewer.headers })
    ).json()
    expect(rows.map(({ id }) => Number(id))).toEqual(list.content.map(({ id }: { id: number }) => id))
    const last = list.content.at(-1)
    expect(rows.at(-1)).toEqual({
      ...Object.fromEntries(
        Object.keys(rows[0]).map((name) => [name, last[name] === null ? '' : String(last[name])]),
      ),
      tags: '',
    })
    expect(rows.at(-1)).toMatchObject({
      submission_title: 'The "first", 2026',
      data_description: 'plain, "quoted" 20',
      country: 'Nigeria',
      datetime_submitted: '2026-01-01T20:00:00.000Z',
      source_date: '2018-06-01',
      is_overfit: 'false',
      all_adm_pass: '',
    })
    expect(rows[0].tags).toBe('Alpha, beta')
  })

  it("accepts the list's filters and sorts", async () => {
    const rows = rowsOf((await get('?iso3_code=nga&sort_by=id&sort_order=desc&is_overfit=true')).body)
    expect(rows).toHaveLength(3)
    expect(new Set(rows.map(({ iso3_code }) => iso3_code))).toEqual(new Set(['NGA']))
    expect(rows.map(({ id }) => Number(id))).toEqual(
      rows.map(({ id }) => Number(id)).toSorted((a, b) => b - a),
    )
    expect(rowsOf((await get('?tags=alpha&tags=beta')).body)).toHaveLength(1)
    const none = await get('?iso3_code=TGO')
    expect(none.body).toMatch(/^id,job_key,[^\n]*\r\n$/)
    for (const query of ['?limit=5', '?skip=1', '?format=ods', '?sort_by=nonsense', '?status=asleep'])
      expect((await get(query)).statusCode, query).toBe(422)
  })

  it('contains no text that a spreadsheet would run', async () => {
    const rows = rowsOf((await get('?sort_by=id')).body)
    expect(rows.slice(0, NASTY.length).map((row) => row.data_description)).toEqual(
      NASTY.map((one) => `'${one.replace('\uFFFE', '')}`),
    )
    for (const row of rows)
      for (const cell of Object.values(row))
        expect(cell).not.toMatch(/^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/)
  })

  it('leaves out characters that XML cannot hold, as the workbook does', async () => {
    const rows = rowsOf((await get('?sort_by=id')).body)
    expect(rows[17].data_description).toBe(ODD_LEFT)
  })

  it('has no ranges, and only headers for HEAD', async () => {
    const url = '/modeling/v1/jobs/export'
    const ranged = await service.inject({ url, headers: { ...viewer.headers, range: 'bytes=0-9' } })
    expect(ranged.statusCode).toBe(200)
    expect(ranged.headers['accept-ranges']).toBe('none')
    const head = await service.inject({ method: 'HEAD', url, headers: viewer.headers })
    expect(head.statusCode).toBe(200)
    expect(head.body).toBe('')
  })
})

describe('the export as a workbook', () => {
  it('has numbers as numbers, flags as flags and harmless text', async () => {
    const response = await get('?format=xlsx&sort_by=id')
    expect(response.headers['content-type']).toMatch(/spreadsheetml/)
    const { sheets } = await readXlsx(new Uint8Array(response.rawPayload))
    const [header, ...rows] = sheets[0].rows
    expect(rows).toHaveLength(20)
    const at = (row: number, name: string) => rows[row][header.indexOf(name)]
    expect(at(0, 'data_description')).toBe(NASTY[0])
    expect(at(17, 'data_description')).toBe(ODD_LEFT)
    expect(at(0, 'id')).toBeTypeOf('number')
    expect(at(2, 'is_overfit')).toBe(true)
    expect(at(19, 'datetime_submitted')).toEqual(new Date('2026-01-01T20:00:00.000Z'))
    expect(at(19, 'all_adm_pass') ?? null).toBeNull()
  })
})

describe('a long export', () => {
  const query = (more: object = {}) => exportJobs.query.parse(more)
  const sessions = async () => {
    const { rows } = await service.services.db.execute<{ n: number }>(
      sql`select count(*)::int as n from pg_stat_activity
        where datname = current_database() and (query like 'fetch %' or state like 'idle in transaction%')`,
    )
    return rows[0].n
  }

  it('arrives in batches, complete', async () => {
    await insertJobs(9_000)
    const rows = rowsOf(await text(await exportAllJobs(service.services.db, query({ sort_by: 'id' })).open()))
    expect(rows).toHaveLength(9_020)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(9_020)
    expect(await sessions()).toBe(0)
  })

  it('ends at once when its reader disconnects', async () => {
    const stream: Readable = await exportAllJobs(service.services.db, query()).open()
    await new Promise((resolve) => stream.once('data', resolve))
    stream.destroy()
    await new Promise((resolve) => stream.once('close', resolve))
    // PostgreSQL notices a connection that was closed during a batch within half a second.
    await expect.poll(sessions, { timeout: 5000 }).toBe(0)
    expect(service.services.db.$client.idleCount).toBe(service.services.db.$client.totalCount)
  })

  it('even in the middle of a slow statement, without a second connection', async () => {
    const { db } = service.services
    const slow = async () => {
      const { rows } = await db.execute<{ n: number }>(
        sql`select count(*)::int as n from pg_stat_activity where datname = current_database() and query = 'select pg_sleep(60)'`,
      )
      return rows[0].n
    }
    const { batches, close } = await openBatches(db, null, {
      start: (client) => client.query('select 1'),
      next: async (client) => (await client.query('select pg_sleep(60)')).rows,
    })
    const batch = batches.next().catch(() => 'ended')
    await expect.poll(slow).toBe(1)
    const pool = db.$client
    const held = await Promise.all(Array.from({ length: pool.options.max - 1 }, () => pool.connect()))
    const start = performance.now()
    await close()
    expect(performance.now() - start).toBeLessThan(2000)
    expect(await batch).toBe('ended')
    for (const client of held) client.release()
    await expect.poll(slow, { timeout: 5000 }).toBe(0)
  })

  it('leaves connections to others: the fifth at once is asked to wait', async () => {
    const open = () => exportAllJobs(service.services.db, query()).open()
    const streams = await Promise.all([open(), open(), open(), open()])
    const rejected = await get()
    expect(rejected.statusCode).toBe(503)
    expect(rejected.headers['retry-after']).toBe('10')
    for (const stream of streams) {
      stream.destroy()
      await new Promise((resolve) => stream.once('close', resolve))
    }
    expect((await get('?iso3_code=TGO')).statusCode).toBe(200)
  })

  it("leaves slots to others: one person's third is asked to wait, another person's is not", async () => {
    const [busy, other] = [await service.logIn('viewer'), await service.logIn('viewer')]
    const ask = ({ headers }: TestPerson) =>
      service.inject({ url: '/modeling/v1/jobs/export?iso3_code=TGO', headers })
    const open = () => exportAllJobs(service.services.db, query(), busy.id).open()
    const streams = await Promise.all([open(), open()])
    const rejected = await ask(busy)
    expect([rejected.statusCode, rejected.headers['retry-after'], rejected.json().detail]).toEqual([
      429,
      '10',
      'You already have 2 running exports. Try again when one has finished.',
    ])
    expect((await ask(other)).statusCode).toBe(200)
    for (const stream of streams) {
      stream.destroy()
      await new Promise((resolve) => stream.once('close', resolve))
    }
    expect((await ask(busy)).statusCode).toBe(200)
  })

  it('reports a lost connection to its reader, and the service continues', async () => {
    const stream = await exportAllJobs(service.services.db, query()).open()
    const failed = new Promise((resolve) => stream.once('error', resolve))
    await service.services.db.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and state like 'idle in transaction%'`,
    )
    stream.resume()
    expect(await failed).toBeInstanceOf(Error)
    expect((await get('?iso3_code=TGO')).statusCode).toBe(200)
  })
})
