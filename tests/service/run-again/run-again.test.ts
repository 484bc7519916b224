import { eq, inArray } from '#drizzle'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Validation } from '#contract/submissions/submissions.ts'
import { collections, files, jobs, projects, submissions } from '#service/db/schema.ts'
import { change } from '#service/domain/collections/change.ts'
import { loadFolder } from '#service/load/load-folder.ts'
import { countryFolder, layer, points } from '../../fixtures/configuration/country-folder.ts'
import { configuration, sender } from '../../fixtures/configuration/send.ts'
import { createTestService, type TestPerson, type TestService } from '../../support/service.ts'

interface Made {
  id: number
  differences: {
    parent_id: number
    layers: { row: number; job_id: number; parent_row: number; parent_job_id: number }[]
    cells: { row: number; column: string; before: string; after: string }[]
  }
}

let service: TestService
let staff: TestPerson
beforeAll(async () => {
  service = await createTestService()
  staff = await service.logIn('staff')
  const folder = await countryFolder()
  await loadFolder(service.services, folder.path, { actorId: staff.id, submit: false })
  await folder.remove()
})
afterAll(() => service.close())
beforeEach(async () => {
  staff = await service.logIn('staff')
})

const again = (id: number, payload?: object, key?: string, person = staff) =>
  service.inject({
    method: 'POST',
    url: `/modeling/v1/run/${id}`,
    payload,
    headers: { ...person.headers, ...(key === undefined ? {} : { 'idempotency-key': key }) },
  })
const jobsOf = (id: number) =>
  service.services.db.select().from(jobs).where(eq(jobs.submission_id, id)).orderBy(jobs.config_row)
const setStatus = (ids: number[], status: 'completed' | 'failed' | 'cancelled') =>
  service.services.db.update(jobs).set({ status, reason: 'It failed.' }).where(inArray(jobs.id, ids))
const submissionOf = async (id: number) =>
  (await service.services.db.select().from(submissions).where(eq(submissions.id, id)))[0]
const count = async () => (await service.services.db.select().from(submissions)).length

/** Three layers in rows 2, 3 and 5 (row 4 is empty) that no other test has. */
let unique = 100
async function parent(options?: Parameters<ReturnType<typeof sender>['run']>[1]) {
  const seed = (unique += 10)
  const [header, ...rows] = configuration(
    { ...layer, seed, tags: 'one' },
    { ...layer, seed: seed + 1, draws: 200 },
    { ...layer, seed: seed + 2 },
  ).split('\n')
  const content = [header, rows[0], rows[1], header.replaceAll(/[^,]/g, ''), rows[2], ''].join('\n')
  const response = await sender(service, staff).run(content, { title: 'The first', ...options })
  expect(response.statusCode, response.body).toBe(200)
  const id = response.json<Made>().id
  const made = await jobsOf(id)
  expect(made.map(({ config_row }) => config_row)).toEqual([2, 3, 5])
  return { id, jobs: made, seed }
}

describe('the configuration of a submission', () => {
  const read = (id: number, person = staff) =>
    service.inject({ url: `/modeling/v1/submissions/${id}/configuration`, headers: person.headers })

  it('is validated against the current catalogues, with the rows of the file', async () => {
    const { id, seed } = await parent()
    const response = await read(id, await service.logIn('viewer'))
    const { valid, rows } = response.json<Validation>()
    expect(valid).toBe(true)
    expect(rows.map(({ row, cells }) => [row, cells['seed'], cells['draws']])).toEqual([
      [2, String(seed), '100'],
      [3, String(seed + 1), '200'],
      [5, String(seed + 2), '100'],
    ])
  })

  it('says what no longer holds', async () => {
    const { id } = await parent()
    const { db } = service.services
    const rename = (from: string, to: string) =>
      db.update(collections).set({ name: to }).where(eq(collections.name, from))
    await rename(layer.stack_name, 'renamed')
    expect((await read(id)).json()).toMatchObject({
      valid: false,
      findings: [2, 3, 5].map((row) => ({ severity: 'error', row, column: 'stack_name' })),
    })
    await rename('renamed', layer.stack_name)
  })

  it('is not found for an unknown submission', async () => {
    const response = await read(999_999)
    expect(response.statusCode).toBe(404)
    expect(response.json().detail).toBe('There is no submission 999999.')
  })
})

describe('running a submission again', () => {
  it('keeps the version of the collection, unless another one is asked for', async () => {
    const previous = await parent()
    const actor = { ...staff, name: 'S', first_name: 'S', last_name: 'S', roles: [{ name: 'admin' }] }
    const collectionId = previous.jobs[0].layer.collection_id
    const changed = await change(service.services, actor, collectionId, { population_band: null })
    const versionsOf = async (payload?: object) => {
      const made = (await again(previous.id, payload)).json<Made>()
      return { made, versions: (await jobsOf(made.id)).map(({ stack_version }) => stack_version) }
    }
    const before = changed.version - 1
    const { made, versions } = await versionsOf()
    expect(versions).toEqual([before, before, before])
    expect(made.differences.cells).toContainEqual({
      row: 2,
      column: 'stack_version',
      before: '',
      after: String(before),
    })
    const asked = await versionsOf({
      layers: [
        { row: 2, values: { stack_version: changed.version } },
        { row: 3, values: { stack_version: null } },
      ],
    })
    expect(asked.versions).toEqual([changed.version, changed.version, before])
    await change(service.services, actor, collectionId, { population_band: 'tgo_people' })
  })
  it('unchanged: the same file, the same rows, a new submission that names its parent', async () => {
    const previous = await parent()
    const before = service.sent.length
    const response = await again(previous.id)
    expect(response.statusCode, response.body).toBe(200)
    const made = response.json<Made>()
    expect(made).toMatchObject({ title: 'The first', parent_id: previous.id, status: 'pending', layers: 3 })
    const mine = await jobsOf(made.id)
    expect(made.differences).toEqual({
      parent_id: previous.id,
      layers: mine.map((job, i) => ({
        row: job.config_row,
        job_id: job.id,
        parent_row: [2, 3, 5][i],
        parent_job_id: previous.jobs[i].id,
      })),
      cells: [],
    })
    expect(mine.map((job) => job.layer)).toEqual(previous.jobs.map((job) => job.layer))
    expect(service.sent.slice(before)).toEqual(mine.map(({ id }) => id))
    const [a, b] = [await submissionOf(previous.id), await submissionOf(made.id)]
    expect(b.config_file_id).toBe(a.config_file_id)
  })

  it('with changed values: validated, stored as a new configuration, with the changed cells reported', async () => {
    const previous = await parent()
    const [project] = await service.services.db.insert(projects).values({ name: 'P' }).returning()
    const response = await again(previous.id, {
      title: 'The second',
      project_id: project.id,
      layers: [
        { row: 3, values: { draws: 300, tags: ['new', 'tags'], round: ' 1 ' } },
        { row: 2, values: { tags: null } },
      ],
    })
    expect(response.statusCode, response.body).toBe(200)
    const made = response.json<Made>()
    expect(made).toMatchObject({
      title: 'The second',
      project_id: project.id,
      config_name: 'configuration.json',
    })
    expect(made.differences.cells).toEqual([
      { row: 2, column: 'tags', before: 'one', after: '' },
      { row: 3, column: 'draws', before: '200', after: '300' },
      { row: 3, column: 'tags', before: '', after: 'new,tags' },
    ])
    expect(made.differences.layers.map(({ row, parent_row }) => [row, parent_row])).toEqual([
      [2, 2],
      [3, 3],
      [4, 5],
    ])
    const mine = await jobsOf(made.id)
    expect(mine.map(({ layer: { draws, tags } }) => [draws, tags])).toEqual([
      [100, []],
      [300, ['new', 'tags']],
      [100, []],
    ])
    const viewer = await service.logIn('viewer')
    const compared = await service.inject({
      url: `/modeling/v1/submissions/${made.id}/differences`,
      headers: viewer.headers,
    })
    expect(compared.json()).toEqual(made.differences)
    const download = await service.inject({
      url: `/modeling/v1/submissions/download_config/${made.id}`,
      headers: viewer.headers,
    })
    expect(download.json()[1]).toMatchObject({ draws: '300', seed: String(previous.seed + 1) })
    // A child can be run again too, with only its own rows.
    expect(
      (await again(made.id)).json<Made>().differences.layers.map(({ parent_row }) => parent_row),
    ).toEqual([2, 3, 4])
  })

  it('only failed layers', async () => {
    const previous = await parent()
    const none = await again(previous.id, { only_failed: true })
    expect([none.statusCode, none.json().detail]).toEqual([
      409,
      `No layer of submission ${previous.id} has failed.`,
    ])
    await setStatus([previous.jobs[2].id], 'failed')
    const rejected = await again(previous.id, {
      only_failed: true,
      layers: [{ row: 2, values: { seed: 1 } }],
    })
    expect([rejected.statusCode, rejected.json().errors[0].field]).toEqual([422, 'layers.0.row'])
    const made = (await again(previous.id, { only_failed: true })).json<Made>()
    expect(made).toMatchObject({ layers: 1 })
    expect(made.differences.layers[0]).toMatchObject({ parent_row: 5, parent_job_id: previous.jobs[2].id })
  })

  it('what failed or was cancelled', async () => {
    const previous = await parent()
    const none = await again(previous.id, { only_unfinished: true })
    expect([none.statusCode, none.json().detail]).toEqual([
      409,
      `No layer of submission ${previous.id} has failed or was cancelled.`,
    ])
    await setStatus([previous.jobs[0].id], 'completed')
    await setStatus([previous.jobs[1].id], 'cancelled')
    await setStatus([previous.jobs[2].id], 'failed')
    const rejected = await again(previous.id, {
      only_unfinished: true,
      layers: [{ row: 2, values: { seed: 1 } }],
    })
    expect(rejected.json().detail).toBe(
      'Row 2 is completed, not failed or cancelled, so it does not run again.',
    )
    const made = (await again(previous.id, { only_unfinished: true })).json<Made>()
    expect(made.differences.layers.map(({ parent_row }) => parent_row)).toEqual([3, 5])
  })

  it('improved: only changed layers, each naming the job that it improves', async () => {
    const previous = await parent()
    const change = { layers: [{ row: 5, values: { draws: 900 } }], improves: true }
    const early = await again(previous.id, change)
    expect(early.statusCode).toBe(409)
    expect(early.json().errors).toEqual([
      {
        row: 5,
        message: `Job ${previous.jobs[2].id} of row 5 is pending; only a completed job can be improved.`,
      },
    ])
    await setStatus([previous.jobs[2].id], 'completed')
    const made = (await again(previous.id, change)).json<Made>()
    expect(made.differences.cells).toEqual([
      { row: 2, column: 'draws', before: '100', after: '900' },
      { row: 2, column: 'improves', before: '', after: String(previous.jobs[2].id) },
    ])
    const [job] = await jobsOf(made.id)
    expect(job.improves_job_id).toBe(previous.jobs[2].id)
    const nothing = await again(previous.id, { layers: [{ row: 5, values: { draws: 100 } }], improves: true })
    expect([nothing.statusCode, nothing.json().detail]).toEqual([
      422,
      `Nothing would change: edit a value of a layer of submission ${previous.id} first.`,
    ])
    // Descriptive columns do not improve a layer: validation reports it at the parent's row.
    const words = await again(previous.id, { layers: [{ row: 5, values: { tags: 'x' } }], improves: true })
    expect(words.statusCode).toBe(422)
    expect(words.json().errors[0]).toMatchObject({ row: 5, column: 'improves' })
  })

  it('with the attached points, stored once', async () => {
    const name = 'my points.csv'
    const content = configuration({ ...layer, target: 'sent', survey: name, seed: 1 })
    const sent = await sender(service, staff).run(content, { surveys: { [name]: points(160) } })
    const id = sent.json<Made>().id
    const stored = (await service.services.db.select().from(files)).length
    const same = await again(id)
    expect(same.statusCode, same.body).toBe(200)
    const other = (await again(id, { layers: [{ row: 2, values: { seed: 2 } }] })).json<Made>()
    const all = await Promise.all([id, same.json<Made>().id, other.id].map(jobsOf))
    expect(new Set(all.map(([job]) => job.points_file_id)).size).toBe(1)
    // Only the changed configuration is new.
    expect((await service.services.db.select().from(files)).length).toBe(stored + 1)
  })
})

describe('rejected calls queue nothing', () => {
  it("values that validation rejects, reported at the parent's row", async () => {
    const previous = await parent()
    const [before, sent] = [await count(), service.sent.length]
    const values = { folds: 99, stack_name: 'no such' }
    const response = await again(previous.id, { layers: [{ row: 5, values }] })
    expect(response.statusCode).toBe(422)
    expect(response.json().detail).toBe('The configuration has 2 errors; nothing was queued.')
    const errors = response.json<{ errors: { row: number; column: string }[] }>().errors
    expect(errors.map(({ row, column }) => [row, column])).toEqual([
      [5, 'stack_name'],
      [5, 'folds'],
    ])
    expect([await count(), service.sent.length]).toEqual([before, sent])
  })

  it.each([
    [{ layers: [{ row: 4, values: {} }] }, /has no layer in row 4; its layers are in 2, 3, 5/],
    [
      {
        layers: [
          { row: 2, values: {} },
          { row: 2, values: {} },
        ],
      },
      /Row 2 is changed twice/,
    ],
    [
      { layers: [{ row: 2, values: { colour: 'red' } }] },
      /has no column 'colour'; its columns are iso3_code/,
    ],
    [{ layers: [{ row: 2, values: { seed: { a: 1 } } }] }, /seed must be text, a number, a list/],
    [{ layers: [{ row: 2, values: { seed: 2 }, job_id: 1 }] }, /'job_id' is not known/],
    [{ app_user_id: 1 }, /'app_user_id' is not known/],
    [{ title: '  ' }, /Enter a title for the submission/],
    [{ project_id: 99_999 }, /There is no project 99999/],
    [{ only_failed: true, improves: true }, /A failed job cannot be improved/],
    [{ only_unfinished: true, improves: true }, /A failed or cancelled job cannot be improved/],
  ])('the body %#', async (body, detail) => {
    const previous = await parent()
    const before = await count()
    const response = await again(previous.id, body)
    expect(response.statusCode, response.body).toBe(422)
    expect(response.json().detail).toMatch(detail)
    expect(await count()).toBe(before)
  })

  it('a missing record, a viewer, and the changes of a submission without parent', async () => {
    expect((await again(999_999)).json().detail).toBe('There is no submission 999999.')
    const previous = await parent()
    const viewer = await service.logIn('viewer')
    expect((await again(previous.id, {}, undefined, viewer)).statusCode).toBe(403)
    for (const [id, detail] of [
      [previous.id, `Submission ${previous.id} has no parent: it was sent as a file.`],
      [999_999, 'There is no submission 999999.'],
    ] as const) {
      const url = `/modeling/v1/submissions/${id}/differences`
      const response = await service.inject({ url, headers: viewer.headers })
      expect([response.statusCode, response.json().detail]).toEqual([404, detail])
    }
  })

  it('everything, if the queue fails: no submission, no file', async () => {
    const previous = await parent()
    const before = [await count(), (await service.services.db.select().from(files)).length]
    const { queue } = service.services
    const working = { ...queue }
    queue.send = () => Promise.reject(new Error('the queue is away'))
    const response = await again(previous.id, { layers: [{ row: 2, values: { seed: 7 } }] })
    Object.assign(queue, working)
    expect(response.statusCode).toBe(500)
    expect([await count(), (await service.services.db.select().from(files)).length]).toEqual(before)
  })
})

it('creates one submission for a repeated request, and rejects another body with the same key', async () => {
  const previous = await parent()
  const before = await count()
  const first = await again(previous.id, { title: 'Once' }, 'again-key')
  expect(first.statusCode, first.body).toBe(200)
  const twins = await Promise.all(
    Array.from({ length: 20 }, () => again(previous.id, { title: 'Once' }, 'again-key')),
  )
  for (const twin of twins) expect(twin.json()).toEqual(first.json())
  expect(await count()).toBe(before + 1)
  expect((await again(previous.id, { title: 'Twice' }, 'again-key')).statusCode).toBe(422)
  expect((await again(previous.id, {}, 'not a key')).statusCode).toBe(422)
})
