import { parse } from 'csv-parse/sync'
import { sql } from '#drizzle'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { endpoints } from '#contract/endpoints.ts'
import { exportOf } from '#contract/lists/export.ts'
import { MAX_EXPORT_ROWS } from '#contract/lists/export-limits.ts'
import { exportPath } from '#contract/lists/beside-list.ts'
import { listTags } from '#contract/projects/tag-list.ts'
import { clients, project_members, projects, submissions, tags } from '#service/db/schema.ts'
import { answerColumns } from '#service/domain/export/answer-columns.ts'
import { createLayerFixture } from '../../support/jobs/layer-fixture.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'

let service: TestService
let viewer: TestPerson
let admin: TestPerson
beforeAll(async () => {
  service = await createTestService()
  viewer = await service.logIn('viewer')
  admin = await service.logIn('admin')
  const { db } = service.services
  await db.insert(tags).values(['=1+1', 'plain, "quoted"', 'Äpfel', '@SUM(1)'].map((name) => ({ name })))
  const [client] = await db.insert(clients).values({ name: 'Ministry' }).returning()
  const [project] = await db
    .insert(projects)
    .values({ name: 'Atlas', client_id: client.id, start_date: '2026-01-31' })
    .returning()
  await db
    .insert(project_members)
    .values([viewer, admin].map(({ id }) => ({ project_id: project.id, user_id: id })))
  const fixture = await createLayerFixture(service.services, admin.id)
  await fixture.addJob()
  await db.update(submissions).set({ project_id: project.id, title: 'A;b|c,d' })
})
afterAll(() => service.close())

const get = (url: string, { headers }: TestPerson = admin) => service.inject({ url, headers })
const rowsOf = (csv: string) =>
  parse(csv, { columns: true, record_delimiter: '\r\n', comment: '#' }) as Record<string, string>[]

const lists = endpoints.filter(({ name }) => name.startsWith('export') && name !== 'exportJobs')

describe('the export of each list', () => {
  it('exists for every table of the web application', () => {
    expect(lists.map(({ name }) => name).toSorted()).toEqual([
      'exportAccounts',
      'exportAssets',
      'exportAudit',
      'exportBands',
      'exportClients',
      'exportCollections',
      'exportDatasets',
      'exportNotifications',
      'exportPlaceGroupVersions',
      'exportProcessed',
      'exportProducts',
      'exportProjects',
      'exportSubmissions',
      'exportSurveys',
      'exportTags',
    ])
  })

  it.each(lists.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s: every row of the list, in its order, in both formats',
    async (name, { path }) => {
      const list = endpoints.find((one) => one.name === name.replace('export', 'list'))!
      expect(path).toBe(exportPath(list))
      // The audit records each export.
      const before = list.name === 'listAudit' ? `&to=${new Date().toISOString()}` : ''
      const listed = (await get(`${list.path}?limit=1000${before}`)).json()
      const csv = await get(`${path}?format=csv${before}`)
      expect(csv.statusCode).toBe(200)
      expect(csv.headers['content-disposition']).toMatch(/filename="[a-z-]+-\d{4}-\d\d-\d\d\.csv"$/)
      const rows = rowsOf(csv.body)
      expect(rows.map(({ id }) => Number(id))).toEqual(listed.content.map(({ id }: { id: number }) => id))
      expect(csv.body).not.toContain('{')
      const xlsx = await get(`${path}?format=xlsx&describe=true${before}`)
      const { sheets } = await readXlsx(new Uint8Array(xlsx.rawPayload))
      expect(String(sheets[1].rows[0][0])).toMatch(/, exported at /)
      expect(sheets[0].rows[0]).toEqual(
        answerColumns(list.answer as z.ZodObject).map((column) => column.name),
      )
      expect(sheets[0].rows).toHaveLength(1 + listed.totalElements)
    },
  )

  it('flattens objects, joins lists and disarms formulas', async () => {
    const [project] = rowsOf((await get('/projects/export')).body)
    expect(project).toMatchObject({ name: 'Atlas', client_name: 'Ministry', submissions: '1', end_date: '' })
    expect(project['members']!.split(', ')).toHaveLength(2)
    const [submission] = rowsOf((await get('/modeling/v1/submissions/export')).body)
    expect(submission).toMatchObject({ title: 'A;b|c,d', layers: '1', counts_pending: '1' })
    const names = rowsOf((await get('/tags/export?sort_by=id')).body).map(({ name }) => name)
    expect(names).toEqual(["'=1+1", 'plain, "quoted"', 'Äpfel', "'@SUM(1)"])
    const { sheets } = await readXlsx(
      new Uint8Array((await get('/tags/export?sort_by=id&format=xlsx')).rawPayload),
    )
    expect(sheets[0].rows.map((row) => row[1])).toEqual([
      'name',
      '=1+1',
      'plain, "quoted"',
      'Äpfel',
      '@SUM(1)',
    ])
    for (const cell of sheets[0].cells?.values() ?? []) expect(cell.formula).toBeUndefined()
  })

  it('has dates as dates, and a CSV with a byte-order mark where wanted', async () => {
    const { sheets } = await readXlsx(new Uint8Array((await get('/projects/export?format=xlsx')).rawPayload))
    expect(sheets).toHaveLength(1)
    const [header, row] = sheets[0].rows
    expect(row[header.indexOf('start_date')]).toEqual(new Date('2026-01-31'))
    expect(row[header.indexOf('created_at')]).toBeInstanceOf(Date)
    expect((await get('/tags/export?bom=true')).rawPayload.subarray(0, 5).toString()).toBe('\uFEFFid')
    expect((await get('/tags/export')).rawPayload.subarray(0, 2).toString()).toBe('id')
  })

  it('has the columns that are named, an object as its fields, and rejects unknown ones', async () => {
    const header = async (url: string) => (await get(url)).body.split('\r\n')[0]
    expect(await header('/projects/export?columns=client&columns=name')).toBe('client_id,client_name,name')
    expect(await header('/modeling/v1/jobs/export?columns=status&columns=id')).toBe('status,id')
    const { sheets } = await readXlsx(
      new Uint8Array(
        (await get('/modeling/v1/jobs/export?columns=status&columns=id&format=xlsx')).rawPayload,
      ),
    )
    expect(sheets[0].rows.map(([first]) => first)).toEqual(['status', 'pending'])
    for (const path of ['/tags/export', '/modeling/v1/jobs/export']) {
      const response = await get(`${path}?columns=id&columns=nonsense`)
      expect([response.statusCode, response.json().errors[0].field]).toEqual([422, 'columns'])
      expect(response.json().detail).toMatch(/^There is no column 'nonsense'. The columns are id, /)
    }
  })

  it('accepts the filters and sorts of the list, and nothing else', async () => {
    const rows = rowsOf((await get('/tags/export?name=ä&sort_order=desc')).body)
    expect(rows.map(({ name }) => name)).toEqual(['Äpfel'])
    for (const query of ['limit=5', 'skip=1', 'format=ods', 'sort_by=nonsense', 'describe=maybe'])
      expect((await get(`/tags/export?${query}`)).statusCode, query).toBe(422)
  })

  it('is only for people who may see the list', async () => {
    for (const path of ['/audit/export', '/users/accounts/export'])
      expect((await get(path, viewer)).statusCode).toBe(403)
    expect((await get('/tags/export', viewer)).statusCode).toBe(200)
  })
})

describe('filters written into the file', () => {
  it('name every value, the sort and the time, each in one cell', async () => {
    const title = encodeURIComponent('A;b|c,d')
    const url = `/modeling/v1/submissions/export?describe=true&status=pending&status=failed&title=${title}`
    const { body } = await get(url)
    const [what, ...lines] = body.split('\r\n')
    expect(what).toMatch(/^# submissions, exported at \d{4}-\d\d-\d\dT[\d:.]+Z$/)
    expect(lines.slice(0, 6)).toEqual([
      '# status=pending',
      '# status=failed',
      '# title=A%3Bb%7Cc%2Cd',
      '# sort_by=datetime_submitted',
      '# sort_order=asc',
      expect.stringMatching(/^id,title,/),
    ])
    expect(rowsOf(body)).toHaveLength(1)
  })

  it('say that there are none, also for jobs', async () => {
    for (const url of ['/tags/export?describe=true', '/modeling/v1/jobs/export?describe=true'])
      expect((await get(url)).body.split('\r\n')[1]).toBe('# no filters')
    const xlsx = await get('/modeling/v1/jobs/export?describe=true&format=xlsx&iso3_code=ken')
    const { sheets } = await readXlsx(new Uint8Array(xlsx.rawPayload))
    expect(sheets[1].rows.slice(1).map(([first]) => first)).toEqual([
      'iso3_code=KEN',
      'sort_by=datetime_submitted',
      'sort_order=asc',
      'Times are UTC.',
    ])
  })
})

describe('a long export of a list', () => {
  it('has every row once, in batches, and rejects more than it may hold before the first byte', async () => {
    const { db } = service.services
    await db.execute(sql`insert into clients (name) select 'Client ' || i from generate_series(1, 4000) i`)
    const rows = rowsOf((await get('/projects/clients/export?sort_by=id&sort_order=desc')).body)
    expect(rows).toHaveLength(4001)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(4001)
    await db.execute(
      sql`insert into clients (name) select 'Many ' || i from generate_series(1, ${MAX_EXPORT_ROWS}) i`,
    )
    const rejected = await get('/projects/clients/export')
    expect([rejected.statusCode, rejected.json().detail]).toEqual([
      422,
      '104,001 rows match; an export holds at most 100,000. Narrow the filters.',
    ])
    expect((await get('/projects/clients/export?name=Client')).statusCode).toBe(200)
    const { $client: pool } = db
    expect(pool.idleCount).toBe(pool.totalCount)
  })
})

describe('the contract of an export', () => {
  it("has the list's filters and rights", () => {
    const { query, access, path } = exportOf(listTags)
    expect([Object.keys(query.shape), access, path]).toEqual([
      ['sort_by', 'sort_order', 'then_by', 'name', 'format', 'describe', 'bom', 'columns'],
      listTags.access,
      '/tags/export',
    ])
  })
})
