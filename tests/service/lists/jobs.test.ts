import type { Job as ListedJob } from '#contract/jobs/job-shapes.ts'
import { parse } from 'csv-parse/sync'
import { eq, sql } from '#drizzle'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { JOB_FIGURES, JOB_METRICS, type JobFigure } from '#contract/jobs/job-figures.ts'
import { VERDICT_LEVELS } from '#contract/jobs/verdict.ts'
import { JOB_STATUSES } from '#contract/jobs/job-shapes.ts'
import { FACET_FIELDS } from '#contract/lists/facet-fields.ts'
import { JOB_SORTS, listJobs } from '#contract/jobs/jobs.ts'
import { job_tags, jobs, submissions, tags } from '#service/db/schema.ts'
import { createLayerFixture, seeded } from '../../support/jobs/layer-fixture.ts'
import {
  type ListFilter,
  daysAgo,
  describeList,
  periodFilters,
  picker,
  severalSorts,
  sorted,
  sortedBy,
} from '../../support/database/list-oracle.ts'
import { everyCase } from '../../support/every-case.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'

const WORDS = ['water', 'Water', 'élan', 'Eland', 'stunting', 'zinc', '100% of_all']
const TAGS = ['Red', 'blue', 'Ärger', 'zebra']

type Job = typeof jobs.$inferSelect & { tags: string[] }
const facts: Job[] = []
let service: TestService
let viewer: TestPerson
let other: TestPerson
const submissionIds: number[] = []

beforeAll(async () => {
  service = await createTestService()
  viewer = await service.logIn('viewer')
  const owner = await service.logIn('staff')
  other = await service.logIn('staff')
  const { db } = service.services
  const fixture = await createLayerFixture(service.services, owner.id)
  const [first] = await db.select().from(submissions)
  const [second] = await db
    .insert(submissions)
    .values({ title: 'Another', app_user_id: other.id, config_file_id: first.config_file_id })
    .returning()
  submissionIds.push(first.id, second.id)
  const tagRows = await db
    .insert(tags)
    .values(TAGS.map((name) => ({ name })))
    .returning()

  const { one, maybe, chance, int } = picker(seeded(41))
  // Some figures could not be computed.
  const metrics = () => ({
    r2: maybe([-0.5, 0, 0.25, 0.5]),
    rmse_pooled: int(1, 30) / 100,
    lpd: -int(1, 30),
    coverage_95: int(80, 100) / 100,
  })
  const values = Array.from({ length: 60 }, (_, i) => {
    const status = one(JOB_STATUSES)
    return {
      submission_id: one(submissionIds),
      app_user_id: one([owner.id, other.id]),
      config_row: i + 2,
      iso3_code: one(['TST', 'NGA', 'KEN']),
      target: one(WORDS),
      source: one(['DHS', 'mics', 'Census']),
      source_wave: one(['2018', '2024', 'VII']),
      source_date: maybe(['2018-06-01', '2024-03-01', '2022-01-31']),
      round: one(['1', '10', '2', 'a', 'B']),
      data_description: one(WORDS),
      stack_name: one(['tst_basic', 'Tst_wide', 'all']),
      method: one(['gp', 'auto']),
      survey_id: fixture.surveyId,
      layer: {
        ...fixture.layer,
        stack_version: 1 + (i % 3),
        seed: int(1, 5),
        folds: one([5, 10]),
        draws: one([100, 200, 500]),
      },
      diagnostics: chance(0.7) ? { cv_random: metrics(), cv_block: metrics() } : null,
      status,
      reason: status === 'failed' ? 'It failed.' : null,
      all_adm_pass: maybe([true, false]),
      is_overfit: maybe([true, false]),
      // Two final jobs of one layer are impossible.
      final: status === 'completed' && i % 3 === 0,
      datetime_submitted: new Date(Date.UTC(2026, 0, int(1, 6), one([0, 23]), 59, 59)),
      datetime_started: new Date(Date.UTC(2026, 0, 7)),
      datetime_finished: new Date(Date.UTC(2026, 0, 7, 0, 0, int(10, 30), one([0, 250]))),
      verdict: maybe(VERDICT_LEVELS),
    }
  })
  for (const [i, days] of [0, 3, 20, 40].entries()) values[30 + i].datetime_submitted = daysAgo(days)
  // A few layers were sent again.
  for (const i of [0, 1, 2]) {
    const { iso3_code, target, source, source_wave, round } = values[i]
    Object.assign(values[i + 10], { iso3_code, target, source, source_wave, round })
  }
  const layers = new Set<string>()
  for (const value of values) {
    const key = [value.iso3_code, value.target, value.source, value.source_wave, value.round].join('|')
    if (value.final && layers.has(key)) value.final = false
    if (value.final) layers.add(key)
  }
  const rows = await db.insert(jobs).values(values).returning()
  for (const row of rows) {
    const own = tagRows.filter(() => chance(0.4))
    if (own.length > 0)
      await db.insert(job_tags).values(own.map((tag) => ({ job_id: row.id, tag_id: tag.id })))
    facts.push({ ...row, tags: own.map(({ name }) => name) })
  }
})
afterAll(() => service.close())

const byWord = new Intl.Collator('en').compare
const day = ({ datetime_submitted }: Job) => datetime_submitted.toISOString().slice(0, 10)

const layerOf = (job: Job) => [job.iso3_code, job.target, job.source, job.source_wave, job.round].join('|')
const hasNewer = (job: Job) =>
  facts.some(
    (other) =>
      layerOf(other) === layerOf(job) &&
      (Number(other.datetime_submitted) - Number(job.datetime_submitted) || other.id - job.id) > 0,
  )

const STORED_AS = { r2: 'r2', rmse: 'rmse_pooled', lpd: 'lpd', coverage: 'coverage_95' } as const
/** From what the job stores. */
function figureOf(job: Job, figure: JobFigure): number | null {
  if (figure === 'duration_s')
    return job.status === 'completed'
      ? (Number(job.datetime_finished) - Number(job.datetime_started)) / 1000
      : null
  if (figure === 'seed' || figure === 'folds' || figure === 'draws') return job.layer[figure]
  const [metric, folds] = figure.split('_') as ['r2' | 'rmse' | 'lpd' | 'coverage', 'random' | 'block']
  const found = job.diagnostics as Record<string, Record<string, number | null>> | null
  return found?.[`cv_${folds}`][STORED_AS[metric]] ?? null
}
const isBetween = (figure: JobFigure, min: number, max: number) => (job: Job) => {
  const value = figureOf(job, figure)
  return value !== null && value >= min && value <= max
}
/** For each figure; some jobs lie on an end. */
const RANGES: Record<JobFigure, [number, number]> = {
  r2_random: [0, 0.25],
  r2_block: [-0.5, 0],
  rmse_random: [0.1, 0.2],
  rmse_block: [0.05, 0.25],
  lpd_random: [-20, -10],
  lpd_block: [-25, -5],
  coverage_random: [0.85, 0.95],
  coverage_block: [0.9, 0.95],
  duration_s: [12, 20],
  seed: [2, 3],
  folds: [5, 9],
  draws: [150, 300],
}
const ranges = Object.fromEntries(
  JOB_FIGURES.flatMap((figure) => {
    const [min, max] = RANGES[figure]
    return [
      [`${figure}_min`, [[`${figure}_min=${min}&${figure}_max=${max}`, isBetween(figure, min, max)]]],
      [`${figure}_max`, [[`${figure}_max=${max}`, isBetween(figure, -Infinity, max)]]],
    ] as const
  }),
) as Record<`${JobFigure}_${'min' | 'max'}`, ListFilter<Job>[]>

const sorts: Record<(typeof JOB_SORTS)[number], (job: Job) => string | number | boolean | Date | null> = {
  id: ({ id }) => id,
  submission_id: (job) => job.submission_id,
  app_user_id: (job) => job.app_user_id,
  tags: (job) => (job.tags.length > 0 ? job.tags.toSorted(byWord).join(', ') : null),
  iso3_code: (job) => job.iso3_code,
  status: (job) => job.status,
  target: (job) => job.target,
  source: (job) => job.source,
  source_wave: (job) => job.source_wave,
  source_date: (job) => job.source_date,
  round: (job) => job.round,
  submit_date_start: (job) => job.datetime_submitted,
  submit_date_end: (job) => job.datetime_submitted,
  datetime_submitted: (job) => job.datetime_submitted,
  data_description: (job) => job.data_description,
  final: (job) => job.final,
  all_adm_pass: (job) => job.all_adm_pass,
  is_overfit: (job) => job.is_overfit,
  // In the order of the levels.
  verdict: (job) => (job.verdict === null ? null : VERDICT_LEVELS.toReversed().indexOf(job.verdict)),
  method: (job) => job.method,
  stack_name: (job) => job.stack_name,
  stack_version: (job) => job.stack_version,
  ...(Object.fromEntries(
    JOB_FIGURES.map((figure) => [figure, (job: Job) => figureOf(job, figure)] as const),
  ) as Record<JobFigure, (job: Job) => number | null>),
}

describeList<Job>('the list of jobs', {
  endpoint: listJobs,
  ask: (query) => service.inject({ url: `/modeling/v1/jobs/details${query}`, headers: viewer.headers }),
  facts: () => facts,
  idOf: ({ id }) => id,
  sorts,
  // Both name tags.
  ofOnePart: ['tags', 'tags_match'],
  filters: {
    id: [
      [
        () => `id=${facts[3].id}&id=${facts[7].id}`,
        (job) => job.id === facts[3].id || job.id === facts[7].id,
      ],
    ],
    submission_id: [
      [() => `submission_id=${submissionIds[1]}`, (job) => job.submission_id === submissionIds[1]],
    ],
    app_user_id: [[() => `app_user_id=${other.id}`, (job) => job.app_user_id === other.id]],
    tags: [
      ['tags=red', (job) => job.tags.includes('Red')],
      ['tags=red&tags=BLUE', (job) => job.tags.includes('Red') && job.tags.includes('blue')],
    ],
    tags_match: [
      ['tags_match=any&tags=RED&tags=blue', (one) => ['Red', 'blue'].some((name) => one.tags.includes(name))],
      [
        'tags_match=all&tags=red&tags=blue',
        (one) => ['Red', 'blue'].every((name) => one.tags.includes(name)),
      ],
      ['tags_match=any&tags=none&tags=red', (one) => one.tags.includes('Red')],
    ],
    iso3_code: [
      ['iso3_code=ken', (job) => job.iso3_code === 'KEN'],
      ['iso3_code=KEN&iso3_code=NGA', (job) => job.iso3_code !== 'TST'],
    ],
    status: [
      ['status=failed', (job) => job.status === 'failed'],
      ['status=pending&status=failed', (job) => ['pending', 'failed'].includes(job.status)],
    ],
    target: [['target=water', (job) => job.target === 'water']],
    source: [['source=mics&source=Census', (job) => job.source !== 'DHS']],
    source_wave: [['source_wave=2024', (job) => job.source_wave === '2024']],
    source_date: [['source_date=2022-01-31', (job) => job.source_date === '2022-01-31']],
    round: [['round=1&round=B', (job) => ['1', 'B'].includes(job.round)]],
    submit_date_start: [['submit_date_start=2026-01-03', (job) => day(job) >= '2026-01-03']],
    submit_date_end: [
      ['submit_date_end=2026-01-03', (job) => day(job) <= '2026-01-03'],
      [
        'submit_date_start=2026-01-03&submit_date_end=2026-01-04',
        (job) => day(job) === '2026-01-03' || day(job) === '2026-01-04',
      ],
    ],
    submitted: periodFilters('submitted', (job) => job.datetime_submitted),
    data_description: [
      ['data_description=WAT', (job) => job.data_description.toLowerCase().includes('wat')],
      ['data_description=0%25%20of_', (job) => job.data_description === '100% of_all'],
    ],
    final: [['final=true', (job) => job.final]],
    all_adm_pass: [
      ['all_adm_pass=true', (job) => job.all_adm_pass === true],
      ['all_adm_pass=false', (job) => job.all_adm_pass === false],
    ],
    has_newer: [
      ['has_newer=true', hasNewer],
      ['has_newer=false', (job) => !hasNewer(job)],
    ],
    is_overfit: [
      ['is_overfit=true', (job) => job.is_overfit === true],
      ['is_overfit=false', (job) => job.is_overfit === false],
    ],
    verdict: [
      ['verdict=adm2&verdict=cells', (job) => job.verdict === 'adm2' || job.verdict === 'cells'],
      ['verdict=none', (job) => job.verdict === 'none'],
    ],
    method: [['method=gp', (job) => job.method === 'gp']],
    stack_version: [['stack_version=2&stack_version=3', (job) => job.stack_version !== 1]],
    stack_name: [['stack_name=all&stack_name=Tst_wide', (job) => job.stack_name !== 'tst_basic']],
    ...ranges,
  },
})

it('a page sorted by a metric has the number of all matches, with and without the metric', async () => {
  const matches = facts.filter(({ method }) => method === 'gp')
  expect(matches.filter((job) => figureOf(job, 'r2_block') !== null).length).toBeLessThan(matches.length)
  const response = await service.inject({
    url: '/modeling/v1/jobs/details?limit=5&sort_by=r2_block&method=gp',
    headers: viewer.headers,
  })
  expect(response.json()).toMatchObject({
    content: sorted(matches, sorts.r2_block, ({ id }) => id, 'asc')
      .slice(0, 5)
      .map(({ id }) => ({ id })),
    totalElements: matches.length,
  })
})

describe('facets', () => {
  const filters: [query: string, keeps: (job: Job) => boolean][] = [
    ['', () => true],
    ['&status=failed&final=false', (job) => job.status === 'failed' && !job.final],
    ['&iso3_code=KEN&source=DHS', (job) => job.iso3_code === 'KEN' && job.source === 'DHS'],
    ['&round=1&tags=red', (job) => job.round === '1' && job.tags.includes('Red')],
  ]
  const ask = async (query: string) => {
    const response = await service.inject({
      url: `/modeling/v1/jobs/facets?${query}`,
      headers: viewer.headers,
    })
    expect(response.statusCode, response.body).toBe(200)
    return response.json() as { content: { value: string; count: number }[]; totalElements: number }
  }
  /** A job counts once for each of its tags. */
  const counted = (field: (typeof FACET_FIELDS.listJobs)[number], keeps: (job: Job) => boolean) => {
    const values = facts.filter(keeps).flatMap((job) => job[field] ?? [])
    return new Map([...Map.groupBy(values, String)].map(([value, some]) => [value, some.length] as const))
  }

  const fields = FACET_FIELDS.listJobs.map((field) => [field, field] as const)
  everyCase('count the jobs by every field, exactly, with any other filters', fields, async (field) => {
    for (const [query, keeps] of filters.filter(([text]) => !text.includes(`${field}=`))) {
      const { content, totalElements } = await ask(`field=${field}${query}`)
      const expected = counted(field, keeps)
      expect(new Map(content.map(({ value, count }) => [value, count])), query).toEqual(expected)
      expect(totalElements).toBe(expected.size)
      expect(content.map(({ count }) => count)).toEqual([...expected.values()].toSorted((a, b) => b - a))
    }
  })
  it("leave the field's own filter out", async () => {
    const { content } = await ask('field=status&status=failed&final=false')
    expect(content).toHaveLength(counted('status', (job) => !job.final).size)
  })
  it('reject other fields and paging', async () => {
    for (const query of ['field=reason', 'field=status&limit=5', '']) {
      const url = `/modeling/v1/jobs/facets?${query}`
      expect((await service.inject({ url, headers: viewer.headers })).statusCode).toBe(422)
    }
  })
})

describe('several columns', () => {
  const idsOf = async (url: string) => {
    const { headers } = await service.logIn('viewer')
    const response = await service.inject({ url, headers })
    expect(response.statusCode, response.body).toBe(200)
    return (response.json() as { content: { id: number }[] }).content.map(({ id }) => id)
  }
  const byKeys = (own: Job[], keys: Parameters<typeof sortedBy<Job>>[1]) =>
    sortedBy(own, keys, ({ id }) => id).map(({ id }) => id)

  it('page through columns with few values without repeating or skipping a job', async () => {
    const query = 'sort_by=is_overfit&sort_order=desc&then_by=status&then_by=-datetime_submitted'
    const expected = byKeys(facts, [
      [sorts.is_overfit, 'desc'],
      [sorts.status, 'asc'],
      [sorts.datetime_submitted, 'desc'],
    ])
    const pages = Array.from({ length: 9 }, (_, page) =>
      idsOf(`/modeling/v1/jobs/details?limit=7&skip=${7 * page}&${query}`),
    )
    expect((await Promise.all(pages)).flat()).toEqual(expected)
  })
  it('hold with filters on the same columns, and past the end', async () => {
    const query =
      'status=failed&status=completed&iso3_code=KEN&sort_by=status&sort_order=desc&then_by=iso3_code'
    const own = facts.filter((job) => job.iso3_code === 'KEN' && ['failed', 'completed'].includes(job.status))
    const expected = byKeys(own, [
      [sorts.status, 'desc'],
      [sorts.iso3_code, 'asc'],
    ])
    expect(await idsOf(`/modeling/v1/jobs/details?limit=100&${query}`)).toEqual(expected)
    expect(await idsOf(`/modeling/v1/jobs/details?skip=500&${query}`)).toEqual([])
  })
  it('sort few jobs, found at once, in the same way', async () => {
    const own = facts.filter((job) => job.submission_id === submissionIds[1])
    for (const { query, keys } of severalSorts(sorts)) {
      const url = `/modeling/v1/jobs/details?submission_id=${submissionIds[1]}&limit=100&${query}`
      expect(await idsOf(url), query).toEqual(byKeys(own, keys))
    }
  })
  it('order the export as they do the list, which names them', async () => {
    const { headers } = await service.logIn('viewer')
    const { query, keys } = severalSorts(sorts).find((one) => one.query.startsWith('sort_by=iso3_code'))!
    const url = `/modeling/v1/jobs/export?describe=true&${query}`
    const lines = (await service.inject({ url, headers })).body.split('\r\n')
    expect(lines).toEqual(
      expect.arrayContaining(['# sort_by=iso3_code', '# then_by=source', '# then_by=-submit_date_start']),
    )
    const rows = parse(lines.filter((line) => !line.startsWith('#')).join('\r\n'), { columns: true }) as {
      id: string
    }[]
    expect(rows.map(({ id }) => Number(id))).toEqual(byKeys(facts, keys))
  })
  it('are at most three, each of the list', async () => {
    for (const wrong of ['then_by=nothing', 'then_by=--id', 'then_by=id&then_by=round&then_by=status']) {
      const url = `/modeling/v1/jobs/details?${wrong}`
      expect((await service.inject({ url, headers: viewer.headers })).statusCode).toBe(422)
    }
  })
})

const sortsBothWays = JOB_SORTS.flatMap((sort) =>
  (['asc', 'desc'] as const).map((order) => [`${sort} ${order}`, sort, order] as const),
)

describe('few jobs, found at once', () => {
  everyCase('sort by every column like many, nulls last', sortsBothWays, async (sort, order) => {
    const { headers } = await service.logIn('viewer')
    const query = `submission_id=${submissionIds[1]}&limit=100&sort_by=${sort}&sort_order=${order}`
    const response = await service.inject({ url: `/modeling/v1/jobs/details?${query}`, headers })
    const own = facts.filter((job) => job.submission_id === submissionIds[1])
    expect(response.json().content.map(({ id }: { id: number }) => id)).toEqual(
      sorted(own, sorts[sort], ({ id }) => id, order).map(({ id }) => id),
    )
  })
})

describe('the export of jobs', () => {
  everyCase('sorts by every column as the list does, nulls last', sortsBothWays, async (sort, order) => {
    // A separate person: exports are limited per person.
    const { headers } = await service.logIn('viewer')
    const url = `/modeling/v1/jobs/export?sort_by=${sort}&sort_order=${order}`
    const response = await service.inject({ url, headers })
    const rows = parse(response.body, { columns: true }) as { id: string }[]
    expect(rows.map(({ id }) => Number(id))).toEqual(
      sorted(facts, sorts[sort], ({ id }) => id, order).map(({ id }) => id),
    )
  })
})

describe('the figures of a job', () => {
  it('are in its row, also where the page is read by a figure', async () => {
    const { headers } = await service.logIn('viewer')
    const url = '/modeling/v1/jobs/details?sort_by=r2_block&sort_order=desc&limit=5'
    const rows = (await service.inject({ url, headers })).json().content as Record<string, number>[]
    expect(rows).toHaveLength(5)
    for (const row of rows) {
      const job = facts.find(({ id }) => id === row.id)!
      for (const figure of JOB_FIGURES) expect(row[figure], figure).toBe(figureOf(job, figure))
    }
  })

  it('follow the job: a figure that is no number counts as none', async () => {
    const { db } = service.services
    const { id } = facts[0]
    const stored = { cv_block: { r2: 'NaN', rmse_pooled: null, lpd: 3 }, cv_random: 7 }
    const [row] = await db.update(jobs).set({ diagnostics: stored }).where(eq(jobs.id, id)).returning()
    await db.update(jobs).set({ diagnostics: facts[0].diagnostics }).where(eq(jobs.id, id))
    expect(row).toMatchObject({ r2_block: null, rmse_block: null, lpd_block: 3, r2_random: null })
  })

  it('say what they are raked to', async () => {
    const { db } = service.services
    const { id, layer } = facts[0]
    const read = async (raking: Partial<typeof layer>) => {
      await db
        .update(jobs)
        .set({ layer: { ...layer, ...raking } })
        .where(eq(jobs.id, id))
      const url = `/modeling/v1/jobs/details?id=${id}`
      const [job] = (await service.inject({ url, headers: viewer.headers })).json().content as ListedJob[]
      return { rake_to: job?.rake_to, raked_units: job?.raked_units }
    }
    expect(await read({ rake_to: 0.32 })).toEqual({ rake_to: 0.32, raked_units: 0 })
    const byUnit = { level: 1 as const, figures: { 'TST-W': 0.5, 'TST-E': 0.4 } }
    expect(await read({ rake_to: null, rake_to_admin: byUnit })).toEqual({ rake_to: null, raked_units: 2 })
    expect(await read({ rake_to: null, rake_to_admin: null })).toEqual({ rake_to: null, raked_units: 0 })
    await db.update(jobs).set({ layer }).where(eq(jobs.id, id))
  })

  it('have the RMSE over all clusters, not the mean over folds', async () => {
    const { db } = service.services
    const { id } = facts[0]
    const stored = {
      cv_block: { rmse: 0.1, rmse_pooled: 0.14 },
      cv_random: { rmse: 0.11, rmse_pooled: 0.13 },
    }
    const [row] = await db.update(jobs).set({ diagnostics: stored }).where(eq(jobs.id, id)).returning()
    await db.update(jobs).set({ diagnostics: facts[0].diagnostics }).where(eq(jobs.id, id))
    expect(row).toMatchObject({ rmse_block: 0.14, rmse_random: 0.13 })
  })

  it.each(['r2_block_min=high', 'r2_block_min=true', 'r2_block_max=', 'seed_max=1e400', 'r2_min=0'])(
    'rejects %s',
    async (query) => {
      const { headers } = await service.logIn('viewer')
      const response = await service.inject({ url: `/modeling/v1/jobs/details?${query}`, headers })
      expect(response.statusCode).toBe(422)
    },
  )

  it('have an index without nulls that gives their order in both directions', async () => {
    await service.services.db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`)
      await tx.execute(sql`set local enable_sort = off`)
      for (const figure of JOB_METRICS)
        for (const order of ['asc', 'desc']) {
          const { rows } = await tx.execute(
            sql.raw(`explain (format json) select id from jobs where ${figure} is not null
              order by ${figure} ${order}, id ${order} limit 10`),
          )
          expect(JSON.stringify(rows)).toContain(`jobs_by_${figure}`)
          expect(JSON.stringify(rows)).not.toContain('"Sort"')
        }
    })
  })
})
