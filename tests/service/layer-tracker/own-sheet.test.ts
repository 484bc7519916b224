import { eq } from '#drizzle'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TRACKER_COLUMNS } from '#contract/layer-tracker.ts'
import { job_tags, jobs, tags, tracker_rows } from '#service/db/schema.ts'
import { createApp } from '#service/http/app.ts'
import { allRoutes } from '#service/http/routes.ts'
import { type LayerFixture, createLayerFixture } from '../../support/jobs/layer-fixture.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'

let service: TestService
let staff: TestPerson
let viewer: TestPerson
let fixture: LayerFixture
const ids: number[] = []
beforeAll(async () => {
  service = await createTestService()
  staff = await service.logIn('staff')
  viewer = await service.logIn('viewer')
  fixture = await createLayerFixture(service.services, staff.id)
  for (let i = 0; i < 4; i++) ids.push(await fixture.addJob())
})
afterAll(() => service.close())

let next = 0
const freshId = () => `a-google-sheet-of-theirs_${String(++next).padStart(3, '0')}`
const post = (url: string, payload: object, person = staff) =>
  service.inject({ method: 'POST', url, payload, headers: person.headers })
const get = (url: string) => service.inject({ url, headers: viewer.headers })
const add = (sheet_id: string, job_ids = ids, sheet_name = 'Layers') =>
  post('/modeling/v1/jobs/layer-tracker-v2/add', { sheet_id, sheet_name, job_ids, create: true })
const titles = async () => ({
  total: (await get('/modeling/v1/layer-trackers')).json().totalElements as number,
})
const rowsOf = async (sheetId: string, query = '') =>
  (await get(`/modeling/v1/layer-trackers/${sheetId}/rows${query}`)).json()

describe('a workbook of the service', () => {
  it.each(['a\u0007b', 'a\u202Eb', 'a\u200Fb', 'a\uFFFEb'])(
    'needs a title of visible characters: %j is rejected',
    async (title) => {
      const { total } = await titles()
      expect((await post('/modeling/v1/layer-trackers', { title })).statusCode).toBe(422)
      expect((await titles()).total).toBe(total)
    },
  )

  it('is created manually, listed, filled, paged and downloaded', async () => {
    const made = (
      await post('/modeling/v1/layer-trackers', { title: 'Round 3', sheet_name: 'Africa' })
    ).json()
    expect(made).toMatchObject({
      title: 'Round 3',
      sheets: [{ name: 'Africa', rows: 0 }],
      created_by: staff.id,
    })
    expect(made.sheet_id).toMatch(/^strata-[A-Za-z0-9_-]{32}$/)
    expect((await add(made.sheet_id, ids, 'africa')).json()).toEqual({
      msg: "Sheet 'africa': 4 new.",
      new: 4,
      changed: 0,
      same: 0,
    })
    const listed = (await get('/modeling/v1/layer-trackers?title=round')).json()
    expect(listed).toMatchObject({ totalElements: 1, content: [{ sheets: [{ name: 'Africa', rows: 4 }] }] })
    const page = await rowsOf(made.sheet_id, '?limit=2&skip=2')
    expect(page.totalElements).toBe(4)
    expect(page.content.map(({ job_id }: { job_id: number }) => job_id)).toEqual(ids.slice(2))
    expect(page.content[0].cells).toMatchObject({
      job_id: ids[2],
      country: 'Testland',
      final: 'no',
      adm_units: 0,
    })
    expect(await rowsOf(made.sheet_id, '?skip=99')).toEqual({ content: [], totalElements: 4 })
    expect((await rowsOf(made.sheet_id, '?sheet_name=Asia')).detail).toBe(
      "The workbook 'Round 3' has no sheet 'Asia'.",
    )
  })

  it('that does not exist is a 404, for the preview too, and nothing is written', async () => {
    const sheet_id = freshId()
    for (const what of ['preview', 'add']) {
      for (const more of [{}, { create: false }]) {
        const response = await post(`/modeling/v1/jobs/layer-tracker-v2/${what}`, {
          sheet_id,
          sheet_name: 'Layers',
          job_ids: ids,
          ...more,
        })
        expect(response.statusCode).toBe(404)
        expect(response.json().detail).toContain(`There is no workbook '${sheet_id}'.`)
        expect(response.json().errors[0].field).toBe('create')
      }
    }
    expect((await get(`/modeling/v1/layer-trackers?title=${sheet_id}`)).json().totalElements).toBe(0)
    expect((await add(sheet_id)).statusCode).toBe(200)
    // From now on it exists: no create is needed, nor for another of its sheets.
    const known = { sheet_id, sheet_name: 'Others', job_ids: ids }
    expect((await post('/modeling/v1/jobs/layer-tracker-v2/add', known)).statusCode).toBe(200)
  })

  it('is created under the id and name that a client sends, and accepts further sheets', async () => {
    const sheetId = freshId()
    await add(sheetId, ids.slice(0, 1), 'One')
    await add(sheetId, ids.slice(1), 'Two')
    const [book] = (await get(`/modeling/v1/layer-trackers?title=${sheetId}`)).json().content
    expect(book.sheets).toEqual([
      { name: 'One', rows: 1 },
      { name: 'Two', rows: 3 },
    ])
  })

  it('updates the row of an existing job, and previews the changes', async () => {
    const sheetId = freshId()
    const preview = () =>
      post('/modeling/v1/jobs/layer-tracker-v2/preview', {
        sheet_id: sheetId,
        sheet_name: 'Layers',
        job_ids: ids,
        create: true,
      })
    expect((await preview()).json().content.map(({ state }: { state: string }) => state)).toEqual([
      'new',
      'new',
      'new',
      'new',
    ])
    // A preview creates nothing.
    expect((await get(`/modeling/v1/layer-trackers/${sheetId}/rows`)).statusCode).toBe(404)
    await add(sheetId, ids.slice(0, 3))
    const { db } = service.services
    await db.update(jobs).set({ status: 'completed', all_adm_pass: true }).where(eq(jobs.id, ids[1]))
    const [tag] = await db.insert(tags).values({ name: 'new' }).returning()
    await db.insert(job_tags).values({ job_id: ids[2], tag_id: tag.id })
    expect((await preview()).json().content).toEqual([
      { job_id: ids[0], state: 'same', changes: [] },
      {
        job_id: ids[1],
        state: 'changed',
        changes: [
          { column: 'status', before: 'pending', after: 'completed' },
          { column: 'all_adm_pass', before: '', after: 'yes' },
        ],
      },
      { job_id: ids[2], state: 'changed', changes: [{ column: 'tags', before: '', after: 'new' }] },
      { job_id: ids[3], state: 'new', changes: [] },
    ])
    expect((await add(sheetId)).json()).toMatchObject({ new: 1, changed: 2, same: 1 })
    const { content, totalElements } = await rowsOf(sheetId)
    expect(totalElements).toBe(4)
    expect(content.map(({ job_id }: { job_id: number }) => job_id)).toEqual(ids)
    expect(content[1].cells.status).toBe('completed')
    expect((await add(sheetId)).json()).toMatchObject({ new: 0, changed: 0, same: 4 })
  })

  it('keeps one row per job when two processes add at the same moment', async () => {
    const sheetId = freshId()
    const { app } = await createApp(service.services, { routes: allRoutes })
    const payload = { sheet_id: sheetId, sheet_name: 'Layers', job_ids: [...ids, ...ids], create: true }
    const url = '/api/v1/modeling/v1/jobs/layer-tracker-v2/add'
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        (i % 2 ? app : service.app).inject({ method: 'POST', url, payload, headers: staff.headers }),
      ),
    )
    for (const answer of answers) expect(answer.statusCode, answer.body).toBe(200)
    expect(
      answers
        .map((answer) => answer.json().new as number)
        .sort((a, b) => a - b)
        .at(-1),
    ).toBe(4)
    expect((await rowsOf(sheetId)).totalElements).toBe(4)
    await app.close()
  })
})

describe('the .xlsx', () => {
  it('contains no text that could become a formula, and keeps numbers as numbers', async () => {
    const hostile = [
      '=1+1',
      '+cmd|calc',
      '-2+3',
      '@SUM(A1)',
      '\t=1',
      '\r=1',
      '\n=1+1',
      '＝1',
      'plain',
      '-1.5',
    ]
    const made: number[] = []
    for (const text of hostile) made.push(await fixture.addJob({ data_description: text, target: text }))
    const sheetId = freshId()
    expect((await add(sheetId, made)).statusCode).toBe(200)
    const answer = await get(`/modeling/v1/layer-trackers/${sheetId}/download`)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-disposition']).toContain(`Layer tracker ${sheetId}.xlsx`)
    const { sheets } = await readXlsx(answer.rawPayload)
    const [header, ...rows] = sheets[0].rows
    expect(sheets[0].name).toBe('Layers')
    expect(header).toEqual([...TRACKER_COLUMNS])
    const at = TRACKER_COLUMNS.indexOf('data_description')
    expect(rows.map((row) => row[0])).toEqual(made)
    for (const [i, row] of rows.entries()) {
      expect(String(row[at]).replaceAll('\r', '\n')).toBe(hostile[i].replaceAll('\r', '\n'))
      expect(row[TRACKER_COLUMNS.indexOf('datetime_submitted')]).toBeInstanceOf(Date)
      const link = sheets[0].cells?.get(`${i + 1},${TRACKER_COLUMNS.indexOf('job_key')}`)?.hyperlink
      expect(link?.target).toBe(
        `${service.services.config.appUrl}/spatial-catalog/report/${String(row[TRACKER_COLUMNS.indexOf('job_key')])}`,
      )
    }
    for (const cell of sheets[0].cells?.values() ?? []) expect(cell.formula).toBeUndefined()
    const part = await service.inject({
      url: `/modeling/v1/layer-trackers/${sheetId}/download`,
      headers: { ...viewer.headers, range: 'bytes=0-1' },
    })
    expect([part.statusCode, part.body]).toEqual([206, 'PK'])
  })
})

describe('rejected calls write nothing', () => {
  it.each([
    [{ sheet_id: 'short' }, 'sheet_id'],
    [{ sheet_id: '../../../etc/passwd/12345' }, 'sheet_id'],
    [{ sheet_name: '' }, 'sheet_name'],
    [{ sheet_name: 'a/b' }, 'sheet_name'],
    [{ sheet_name: "'quoted'" }, 'sheet_name'],
    [{ sheet_name: 'x'.repeat(32) }, 'sheet_name'],
    [{ job_ids: [] }, 'job_ids'],
    [{ job_ids: Array.from({ length: 1001 }, (_, i) => i + 1) }, 'job_ids'],
    [{ cells: {} }, 'cells'],
  ])('the body %#', async (change, field) => {
    const before = (await service.services.db.select().from(tracker_rows)).length
    const body = { sheet_id: freshId(), sheet_name: 'Layers', job_ids: ids, ...change }
    for (const verb of ['add', 'preview']) {
      const response = await post(`/modeling/v1/jobs/layer-tracker-v2/${verb}`, body)
      expect([response.statusCode, response.json().errors[0].field]).toEqual([422, field])
    }
    expect((await service.services.db.select().from(tracker_rows)).length).toBe(before)
  })
  it('a job that does not exist, a viewer, and a workbook that is not ours', async () => {
    const sheetId = freshId()
    const missing = await add(sheetId, [ids[0], 99_999_999])
    expect([missing.statusCode, missing.json().detail]).toEqual([404, 'There is no job 99999999.'])
    for (const path of ['rows', 'download'])
      expect((await get(`/modeling/v1/layer-trackers/${sheetId}/${path}`)).statusCode).toBe(404)
    for (const verb of ['add', 'preview']) {
      const body = { sheet_id: sheetId, sheet_name: 'Layers', job_ids: ids }
      expect((await post(`/modeling/v1/jobs/layer-tracker-v2/${verb}`, body, viewer)).statusCode).toBe(403)
    }
  })
})
