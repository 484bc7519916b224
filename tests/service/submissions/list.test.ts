import { eq } from '#drizzle'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jobs, submissions } from '../../../service/db/schema.ts'
import { jobKeyPrefix } from '../../../service/domain/submissions/job-key.ts'
import { loadFolder } from '../../../service/load/load-folder.ts'
import { parseConfiguration } from '../../../service/domain/configuration/parse.ts'
import { countryFolder, layer, points } from '../../fixtures/configuration/country-folder.ts'
import { configuration, sender } from '../../fixtures/configuration/send.ts'
import { createTestService, type TestPerson, type TestService } from '../../support/service.ts'

let service: TestService
let one: TestPerson
let two: TestPerson
const ids: Record<string, number> = {}

type Status = (typeof jobs.$inferSelect)['status']

beforeAll(async () => {
  service = await createTestService()
  one = await service.logIn('staff')
  two = await service.logIn('admin')
  const folder = await countryFolder()
  await loadFolder(service.services, folder.path, { actorId: one.id, submit: false })
  await folder.remove()
  const { db } = service.services
  const make = async (
    title: string,
    person: TestPerson,
    day: string,
    layers: object[],
    statuses: Status[],
  ) => {
    const answer = await sender(service, person).run(
      configuration(...layers.map((changes, i) => ({ ...layer, seed: i, ...changes }))),
      { title, surveys: { 'p.csv': points(160) } },
    )
    expect(answer.statusCode).toBe(200)
    const { id } = answer.json<{ id: number }>()
    ids[title] = id
    await db
      .update(submissions)
      .set({ datetime_submitted: new Date(day) })
      .where(eq(submissions.id, id))
    const rows = await db
      .select({ id: jobs.id })
      .from(jobs)
      .where(eq(jobs.submission_id, id))
      .orderBy(jobs.id)
    for (const [i, row] of rows.entries()) {
      await db.update(jobs).set({ status: statuses[i], reason: 'because' }).where(eq(jobs.id, row.id))
    }
  }
  await make('100% waiting', one, '2026-01-01T00:00:00Z', [{}, {}], ['pending', 'cancelled'])
  await make('half', one, '2026-01-02T23:59:59Z', [{}, {}], ['completed', 'pending'])
  await make('runs', one, '2026-01-03T00:00:00Z', [{}, {}], ['running', 'failed'])
  await make('broke', two, '2026-01-04T00:00:00Z', [{}, {}, {}], ['failed', 'completed', 'cancelled'])
  await make('called off', two, '2026-01-05T00:00:00Z', [{}], ['cancelled'])
  await make('Ended', two, '2026-01-06T00:00:00Z', [{}, {}], ['completed', 'cancelled'])
  await make(
    'other source',
    two,
    '2026-01-07T00:00:00Z',
    [{ source: 'DHS', source_wave: '7', round: '2', survey: 'p.csv' }, {}],
    ['completed', 'completed'],
  )
})
afterAll(() => service.close())

async function titles(query: string): Promise<string[]> {
  const answer = await service.inject({ url: `/modeling/v1/submissions?${query}`, headers: one.headers })
  expect(answer.statusCode).toBe(200)
  const { content, totalElements } = answer.json<{ content: { title: string }[]; totalElements: number }>()
  if (!query.includes('limit') && !query.includes('skip')) expect(totalElements).toBe(content.length)
  return content.map(({ title }) => title)
}

describe('the list of submissions', () => {
  it('derives the status from the jobs', async () => {
    const answer = await service.inject({ url: '/modeling/v1/submissions', headers: one.headers })
    const { content } = answer.json<{ content: { title: string; status: string; counts: object }[] }>()
    expect(content.map(({ title, status }) => [title, status])).toEqual([
      ['100% waiting', 'pending'],
      ['half', 'running'],
      ['runs', 'running'],
      ['broke', 'failed'],
      ['called off', 'cancelled'],
      ['Ended', 'completed'],
      ['other source', 'completed'],
    ])
    expect(content[3].counts).toEqual({ pending: 0, running: 0, completed: 1, failed: 1, cancelled: 1 })
    expect(content[6]).toMatchObject({
      sources: ['DHS', 'SIM'],
      iso3_codes: ['TGO'],
      app_user_name: 'Test admin',
      layers: 2,
    })
  })

  it.each([
    ['status=running', ['half', 'runs']],
    ['status=failed&status=cancelled', ['broke', 'called off']],
    ['title=100%25', ['100% waiting']],
    ['title=EnD', ['Ended']],
    ['title=_', []],
    ['source=DHS', ['other source']],
    ['source=DHS&round=1', []],
    ['source=DHS&round=2&source_wave=7', ['other source']],
    ['iso3_code=tgo&stack_name=tgo_basic&status=pending', ['100% waiting']],
    ['iso3_code=NGA', []],
    ['start_date=2026-01-06', ['Ended', 'other source']],
    ['end_date=2026-01-02', ['100% waiting', 'half']],
    ['start_date=2026-01-02&end_date=2026-01-02', ['half']],
    ['sort_by=datetime_submitted&sort_order=desc&limit=2', ['other source', 'Ended']],
    ['sort_by=title&limit=3', ['100% waiting', 'broke', 'called off']],
    ['sort_by=status&limit=3', ['100% waiting', 'half', 'runs']],
    ['limit=2&skip=6', ['other source']],
    ['limit=2&skip=60', []],
  ])('filters and sorts by %s', async (query, expected) => {
    expect(await titles(query)).toEqual(expected)
  })

  it('filters by id and person, and counts all matches past the end', async () => {
    expect(await titles(`id=${ids.half}&id=${ids.runs}`)).toEqual(['half', 'runs'])
    expect(await titles(`app_user_id=${two.id}`)).toEqual(['broke', 'called off', 'Ended', 'other source'])
    const answer = await service.inject({
      url: `/modeling/v1/submissions?status=completed&skip=50`,
      headers: one.headers,
    })
    expect(answer.json()).toEqual({ content: [], totalElements: 2 })
  })

  it.each([
    'sort_by=id%3Bdrop%20table',
    'limit=100000',
    'skip=-1',
    'status=done',
    'nonsense=1',
    'id=x',
    'start_date=soon',
  ])('rejects %s', async (query) => {
    const answer = await service.inject({ url: `/modeling/v1/submissions?${query}`, headers: one.headers })
    expect(answer.statusCode).toBe(422)
  })

  it('needs a session', async () => {
    for (const url of [
      '/modeling/v1/submissions',
      '/modeling/v1/submissions/download_config/1',
      '/place_group/versions',
    ]) {
      const answer = await service.inject({ url })
      expect(answer.statusCode).toBe(url.includes('download') ? 401 : 403)
      expect(answer.json()).toMatchObject({ detail: 'Could not validate credentials' })
    }
  })
})

describe('downloads', () => {
  it('rejects a submission that does not exist, and an invalid id', async () => {
    for (const [id, status] of [
      ['4711', 404],
      ['1;--', 422],
      ['1.5', 422],
      ['undefined', 422],
    ] as const) {
      const answer = await service.inject({
        url: `/modeling/v1/submissions/download_config/${id}`,
        headers: one.headers,
      })
      expect([id, answer.statusCode]).toEqual([id, status])
    }
  })

  it.each(['xlsx', 'csv', 'json'] as const)('returns a complete sample as %s', async (format) => {
    const answer = await service.inject({
      url: `/modeling/v1/submissions/sample/${format}`,
      headers: one.headers,
    })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-disposition']).toContain(`configuration.${format}`)
    const table = await parseConfiguration(answer.rawPayload)
    expect(table.format).toBe(format)
    expect(table.findings).toEqual([])
    expect(table.rows[0].cells).toMatchObject({ iso3_code: 'NGA', stack_name: 'nga_basic' })
  })

  it('rejects other formats', async () => {
    const answer = await service.inject({ url: '/modeling/v1/submissions/sample/xls', headers: one.headers })
    expect(answer.statusCode).toBe(422)
  })
})

describe('a job key', () => {
  it('is readable and safe in an address, for any words', () => {
    const about = {
      iso3_code: 'CIV',
      target: 'Água & säfe',
      source: 'DHS/MICS',
      source_wave: '#7',
      round: '1.5',
    }
    expect(jobKeyPrefix(about as never)).toBe('civ-agua-safe-dhs-mics-7-r1-5')
    expect(jobKeyPrefix({ ...about, target: '水', source: '—' } as never)).toBe('civ-7-r1-5')
    expect(jobKeyPrefix({ ...about, target: 'x'.repeat(300) } as never).length).toBeLessThanOrEqual(180)
  })
})
