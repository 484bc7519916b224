import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, sql } from '#drizzle'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { files, idempotency_keys, jobs, projects, submissions, tags } from '../../../service/db/schema.ts'
import { runFile } from '../../../service/domain/submissions/run-file.ts'
import { loadFolder } from '../../../service/load/load-folder.ts'
import { countryFolder, layer, points } from '../../fixtures/configuration/country-folder.ts'
import { configuration, sender } from '../../fixtures/configuration/send.ts'
import { zip } from '../../fixtures/configuration/zip.ts'
import { createTestService, type TestPerson, type TestService } from '../../support/service.ts'

let service: TestService
let staff: TestPerson
let send: ReturnType<typeof sender>

beforeAll(async () => {
  service = await createTestService()
  staff = await service.logIn('staff')
  send = sender(service, staff)
  const folder = await countryFolder()
  await loadFolder(service.services, folder.path, { actorId: staff.id, submit: false })
  await folder.remove()
})
afterAll(() => service.close())
// The service lets one person send ten submissions per minute.
beforeEach(async () => {
  staff = await service.logIn('staff')
  send = sender(service, staff)
})

/** Rows of every table that a submission changes, and files in the store. */
async function state() {
  const { db, config } = service.services
  const { rows } = await db.execute<
    Record<'submissions' | 'jobs' | 'files' | 'tags' | 'keys', number>
  >(sql`select
    (select count(*)::int from submissions) as submissions, (select count(*)::int from jobs) as jobs,
    (select count(*)::int from files) as files, (select count(*)::int from tags) as tags,
    (select count(*)::int from idempotency_keys) as keys`)
  const stored = await readdir(join(config.dataDir, 'files'), { recursive: true, withFileTypes: true })
  return { ...rows[0], stored: stored.filter((entry) => entry.isFile()).length, queued: service.sent.length }
}

describe('submitting a configuration', () => {
  it('creates a submission with one queued job per layer', async () => {
    const before = service.sent.length
    const content = configuration({ ...layer, tags: 'Water, first' }, { ...layer, seed: 2, tags: 'water' })
    const response = await send.run(content, { title: 'Two layers', name: 'my layers.csv' })
    expect(response.statusCode).toBe(200)
    const made = response.json<{ id: number }>()
    expect(made).toMatchObject({
      title: 'Two layers',
      app_user_id: staff.id,
      status: 'pending',
      layers: 2,
      counts: { pending: 2, running: 0, completed: 0, failed: 0, cancelled: 0 },
      iso3_codes: ['TGO'],
      sources: ['SIM'],
      stack_names: ['tgo_basic'],
      config_name: 'my layers.csv',
    })
    const rows = await service.services.db
      .select()
      .from(jobs)
      .where(eq(jobs.submission_id, made.id))
      .orderBy(jobs.id)
    expect(service.sent.slice(before)).toEqual(rows.map(({ id }) => id))
    expect(rows.map(({ config_row, job_key, status }) => ({ config_row, job_key, status }))).toEqual([
      { config_row: 2, job_key: `tgo-water-sim-2024-r1-${rows[0].id}`, status: 'pending' },
      { config_row: 3, job_key: `tgo-water-sim-2024-r1-${rows[1].id}`, status: 'pending' },
    ])
    const names = await service.services.db.select({ name: tags.name }).from(tags)
    expect(names.map(({ name }) => name).sort()).toEqual(['Water', 'first'])

    const download = await service.inject({
      url: `/modeling/v1/submissions/download_config/${made.id}`,
      headers: staff.headers,
    })
    expect(download.statusCode).toBe(200)
    expect(download.body).toBe(content)
    expect(download.headers['content-disposition']).toContain('my layers.csv')
    const part = await service.inject({
      url: `/modeling/v1/submissions/download_config/${made.id}`,
      headers: { ...staff.headers, range: 'bytes=0-8' },
    })
    expect([part.statusCode, part.body]).toEqual([206, 'iso3_code'])
  })

  it('accepts attached points under any name, and stores them under a generated key', async () => {
    const name = '../../etc/passwd'
    const response = await send.run(configuration({ ...layer, target: 'sent', survey: 'my points.csv' }), {
      surveys: { 'my points.csv': points(160) },
      name,
    })
    expect(response.statusCode).toBe(200)
    const [job] = await service.services.db
      .select()
      .from(jobs)
      .where(eq(jobs.submission_id, response.json<{ id: number }>().id))
    expect(job.survey_id).toBeNull()
    expect(job.layer.columns).toMatchObject({ cluster: 'cluster', weight: 'weight' })
    const [file] = await service.services.db
      .select()
      .from(files)
      .where(eq(files.id, job.points_file_id as number))
    expect(file.name).toBe('my points.csv')
    expect(file.key).toMatch(/^points\/[0-9a-f-]{36}$/)
    expect(file.media_type).toMatch(/^text\/csv/)
  })

  it('accepts an attached workbook, which is stored as one', async () => {
    const [header, ...lines] = points(160).trim().split('\n')
    const rows = [header!.split(','), ...lines.map((line) => line.split(',').map(Number))]
    const response = await send.run(configuration({ ...layer, target: 'workbook', survey: 'points.xlsx' }), {
      surveys: { 'points.xlsx': Buffer.from(await writeXlsx({ sheets: [{ name: 'Clusters', rows }] })) },
    })
    expect(response.statusCode).toBe(200)
    const [file] = await service.services.db.select().from(files).where(eq(files.name, 'points.xlsx'))
    expect(file!.media_type).toMatch(/spreadsheetml\.sheet$/)
  })

  it('rejects a project that does not exist, and accepts one that does', async () => {
    const before = await state()
    const rejected = await send.run(configuration(layer), { project_id: '77' })
    expect(rejected.statusCode).toBe(422)
    expect(rejected.json()).toMatchObject({
      detail: 'There is no project 77.',
      errors: [{ field: 'project_id' }],
    })
    expect(await state()).toEqual(before)
    const [project] = await service.services.db.insert(projects).values({ name: 'P' }).returning()
    const made = await send.run(configuration(layer), { project_id: String(project.id) })
    expect(made.json()).toMatchObject({ project_id: project.id })
  })

  it('lets viewers neither submit nor validate', async () => {
    const viewer = sender(service, await service.logIn('viewer'))
    expect((await viewer.run(configuration(layer))).statusCode).toBe(403)
    expect((await viewer.validate(configuration(layer))).statusCode).toBe(403)
  })

  it('deletes the files if the queue fails', async () => {
    const before = await state()
    const { queue } = service.services
    const working = { ...queue }
    queue.send = () => Promise.reject(new Error('the queue is away'))
    const response = await send.run(configuration({ ...layer, tags: 'never' }), { key: 'queue-away' })
    Object.assign(queue, working)
    expect(response.statusCode).toBe(500)
    expect(await state()).toEqual(before)
  })
})

describe('a repeated request', () => {
  it('creates one submission from 50 in parallel, and returns the first answer to later ones', async () => {
    const content = configuration({ ...layer, seed: 50 })
    const before = await state()
    const input = {
      title: 'A submission',
      file: { name: 'configuration.csv', content: Buffer.from(content) },
      surveys: [],
      idempotencyKey: 'fifty',
      userId: staff.id,
    }
    const direct = await Promise.allSettled(Array.from({ length: 5 }, () => runFile(service.services, input)))
    // More than the ten submissions that a person may send per minute: repetitions are not counted as submissions.
    const overHttp = await Promise.all(Array.from({ length: 50 }, () => send.run(content, { key: 'fifty' })))
    const made = direct.filter((result) => result.status === 'fulfilled').map(({ value }) => value)
    expect(made.length).toBeGreaterThan(0)
    for (const result of direct) {
      if (result.status === 'fulfilled') expect(result.value).toEqual(made[0])
      else
        expect(result.reason).toMatchObject({
          status: 409,
          message: 'This submission is already being processed; wait for its answer.',
        })
    }
    for (const answer of overHttp) expect(answer.json()).toEqual(made[0])
    const after = await state()
    expect(after).toEqual({
      ...before,
      submissions: before.submissions + 1,
      jobs: before.jobs + 1,
      files: before.files + 1,
      keys: before.keys + 1,
      stored: before.stored + 1,
      queued: before.queued + 1,
    })
    await service.services.db
      .update(jobs)
      .set({ status: 'running' })
      .where(eq(jobs.submission_id, made[0].id))
    expect((await send.run(content, { key: 'fifty' })).json()).toEqual(made[0])
    expect(await state()).toEqual(after)
  })

  it('rejects another body, or another title, with the same key', async () => {
    const content = configuration({ ...layer, seed: 51 })
    expect((await send.run(content, { key: 'one' })).statusCode).toBe(200)
    const before = await state()
    for (const answer of [
      await send.run(configuration({ ...layer, seed: 52 }), { key: 'one' }),
      await send.run(content, { key: 'one', title: 'Another title' }),
    ]) {
      expect(answer.statusCode).toBe(422)
      expect(answer.json<{ detail: string }>().detail).toMatch(
        /^This Idempotency-Key was used for another submission/,
      )
    }
    expect(await state()).toEqual(before)
  })

  it('separates the keys of two people, and forgets a failed request', async () => {
    const other = sender(service, await service.logIn('staff'))
    const content = configuration({ ...layer, seed: 53 })
    const mine = await send.run(content, { key: 'shared' })
    const theirs = await other.run(content, { key: 'shared' })
    expect(mine.json<{ id: number }>().id).not.toBe(theirs.json<{ id: number }>().id)
    expect((await send.run(configuration({ ...layer, folds: 1 }), { key: 'fixed' })).statusCode).toBe(422)
    expect((await send.run(configuration({ ...layer, folds: 3 }), { key: 'fixed' })).statusCode).toBe(200)
    expect((await send.run(content, { key: 'with space' })).statusCode).toBe(422)
  })

  it("forgets keys after a day, other people's too", async () => {
    const { db } = service.services
    const age = (hours: number) =>
      db.update(idempotency_keys).set({ created_at: sql`now() - make_interval(hours => ${hours})` })
    const content = configuration({ ...layer, seed: 55 })
    const first = (await send.run(content, { key: 'aged' })).json<{ id: number }>().id
    await age(23)
    expect((await send.run(content, { key: 'aged' })).json<{ id: number }>().id).toBe(first)
    await age(25)
    expect((await send.run(content, { key: 'aged' })).json<{ id: number }>().id).not.toBe(first)
    expect((await db.select().from(idempotency_keys)).map(({ key }) => key)).toEqual(['aged'])
  })

  it('reports to another process at once that the request is in progress', async () => {
    const { services } = service
    const name = `submission/${staff.id}/elsewhere`
    await services.db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
      const answer = await send.run(configuration({ ...layer, seed: 54 }), { key: 'elsewhere' })
      expect(answer.statusCode).toBe(409)
    })
    expect(
      await services.db.select().from(idempotency_keys).where(eq(idempotency_keys.key, 'elsewhere')),
    ).toEqual([])
    expect((await send.run(configuration({ ...layer, seed: 54 }), { key: 'elsewhere' })).statusCode).toBe(200)
  })
})

describe('invalid input', () => {
  const sent = { ...layer, target: 'sent', survey: 'points.csv' }
  const withPoints = (change: (row: string[], i: number) => void, clusters = 60) => ({
    surveys: { 'points.csv': points(clusters, change) },
  })
  const many = (rows: number) =>
    Buffer.from(`${configuration(layer)}${`${Object.values(layer).join(',')}\n`.repeat(rows)}`)
  const rowsBook = async (rows: number) =>
    Buffer.from(
      await writeXlsx({
        sheets: [
          {
            name: 'layers',
            rows: [Object.keys(layer), ...Array.from({ length: rows }, () => Object.values(layer))] as never,
          },
        ],
      }),
    )
  const formula = async () =>
    Buffer.from(
      await writeXlsx({
        sheets: [
          {
            name: 'layers',
            rows: [Object.keys(layer), Object.values(layer)] as never,
            cells: new Map([
              [`1,${Object.keys(layer).indexOf('seed')}`, { formula: 'HYPERLINK("http://x.example")' }],
            ]) as never,
          },
        ],
      }),
    )

  const refusals: [string, () => unknown, number, string | RegExp, unknown?, object?][] = [
    [
      'an empty file',
      () => '',
      422,
      'The configuration is empty; it needs a header row and one row for each layer.',
    ],
    [
      'a missing column',
      () => configuration({ ...layer, stack_name: undefined }).replace('stack_name', 'notes'),
      422,
      'The configuration has 2 errors; nothing was queued.',
      [
        { row: 1, column: 'stack_name', message: "The column 'stack_name' is missing." },
        { row: 1, column: 'notes', message: "The column 'notes' is not known." },
      ],
    ],
    [
      'an unknown country',
      () => configuration({ ...layer, iso3_code: 'XYZ' }),
      422,
      'The configuration has 1 error; nothing was queued.',
      [{ row: 2, column: 'iso3_code', message: "The country 'XYZ' is not known." }],
    ],
    [
      'a numerator above its denominator',
      () => configuration(sent),
      422,
      'The configuration has 1 error; nothing was queued.',
      [
        {
          row: 2,
          column: 'survey',
          message: 'points.csv, row 6: the numerator 30 is above the denominator 20.',
          help: 'Fix one of them, or remove the row.',
        },
      ],
      withPoints((row, i) => i === 5 && row.splice(3, 2, '30', '20')),
    ],
    [
      'a point in the sea',
      () => configuration(sent),
      422,
      'The configuration has 1 error; nothing was queued.',
      [
        {
          row: 2,
          column: 'remedies',
          message: expect.stringMatching(
            /^points\.csv, row 6: the point 1\.5, 4\.5 lies 167 km outside Togo; at most 10 km are allowed\.$/,
          ),
        },
      ],
      withPoints((row, i) => i === 5 && row.splice(1, 2, '1.5', '4.5')),
    ],
    [
      '10 clusters',
      () => configuration(sent),
      422,
      'The configuration has 1 error; nothing was queued.',
      [
        {
          row: 2,
          column: 'survey',
          message: 'points.csv: 10 clusters are too few to model; at least 50 are needed.',
        },
      ],
      withPoints(() => {}, 10),
    ],
    [
      '100,000 rows of text',
      () => `a\n${'b\n'.repeat(100_000)}`,
      422,
      'The configuration has more than 1,000 layers; split it into several files of at most 1,000 rows.',
    ],
    [
      '100,000 rows of a workbook',
      () => rowsBook(100_000),
      422,
      'The configuration has more than 1,000 layers; split it into several files of at most 1,000 rows.',
    ],
    [
      'a formula',
      () => formula(),
      422,
      'The configuration has 1 error; nothing was queued.',
      [{ row: 2, column: 'seed', message: 'The cell contains a formula; paste its value instead.' }],
    ],
    ['100,000 rows of 60 bytes', () => many(100_000), 413, /5 MiB/],
    [
      'a zip bomb',
      () => zip(Buffer.alloc(200 * 2 ** 20), { name: 'xl/worksheets/sheet1.xml' }),
      413,
      /^The workbook unpacks to more than is allowed \(200 MiB/,
    ],
    [
      'a picture',
      () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]),
      415,
      'The configuration is neither a workbook nor text; send a .xlsx, .csv or .json file.',
    ],
  ]

  it.each(refusals)(
    'rejects %s, and nothing changes',
    async (_what, make, status, detail, errors, more = {}) => {
      const before = await state()
      const content = (await make()) as string | Buffer
      const answer = await send.run(content, more)
      expect(answer.statusCode).toBe(status)
      const body = answer.json<{ detail: string; errors?: object[] }>()
      if (typeof detail === 'string') expect(body.detail).toBe(detail)
      else expect(body.detail).toMatch(detail)
      if (errors) expect(body.errors).toMatchObject(errors as object[])
      expect(await state()).toEqual(before)

      const validated = await send.validate(content, more)
      if (errors) {
        expect(validated.statusCode).toBe(200)
        const validation = validated.json<{ valid: boolean; findings: { severity: string }[] }>()
        expect(validation.valid).toBe(false)
        expect(validation.findings.filter(({ severity }) => severity === 'error')).toMatchObject(
          errors as object[],
        )
      } else {
        expect(validated.statusCode).toBe(status)
        expect(validated.json<{ detail: string }>().detail).toBe(body.detail)
      }
      expect(await state()).toEqual(before)
    },
    60_000,
  )

  it('says so if a text is named .xlsx', async () => {
    for (const answer of [
      await send.validate('These are my notes.', { name: 'plan.xlsx' }),
      await send.run('These are my notes.', { name: 'plan.xlsx' }),
    ]) {
      expect(answer.statusCode).toBe(415)
      expect(answer.json().detail).toBe(
        "'plan.xlsx' is not an Excel workbook, although its name ends in .xlsx; save it again as .xlsx, or send a .csv.",
      )
    }
  })

  it('stores names that a person chose only as text', async () => {
    const title = '"><img src=x onerror=alert(1)></script>'
    const answer = await send.run(configuration({ ...layer, seed: 99, data_description: `${title}\u202E` }), {
      title,
      name: '=HYPERLINK("x").csv',
    })
    expect(answer.statusCode).toBe(200)
    const [row] = await service.services.db
      .select({ title: submissions.title })
      .from(submissions)
      .where(eq(submissions.id, answer.json<{ id: number }>().id))
    expect(row.title).toBe(title)
  })
})
