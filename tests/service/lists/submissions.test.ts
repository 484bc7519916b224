import { eq } from '#drizzle'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { JOB_STATUSES, type JobStatus } from '#contract/jobs/job-shapes.ts'
import { listSubmissions } from '#contract/submissions/submission-list.ts'
import { jobs, projects, submissions } from '#service/db/schema.ts'
import { createLayerFixture, seeded } from '../../support/jobs/layer-fixture.ts'
import { daysAgo, periodFilters, describeList, picker } from '../../support/database/list-oracle.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'

interface Layer {
  iso3_code: string
  source: string
  source_wave: string
  round: string
  stack_name: string
  status: JobStatus
}
interface Submission {
  id: number
  title: string
  app_user_id: number
  project_id: number | null
  datetime_submitted: Date
  layers: Layer[]
}
const facts: Submission[] = []
let service: TestService
let viewer: TestPerson
let other: TestPerson
let projectIds: number[]

beforeAll(async () => {
  service = await createTestService()
  viewer = await service.logIn('viewer')
  const owner = await service.logIn('staff')
  other = await service.logIn('staff')
  const { db } = service.services
  const fixture = await createLayerFixture(service.services, owner.id)
  const [first] = await db.select().from(submissions)
  const { one, int, maybe } = picker(seeded(43))
  projectIds = (
    await db
      .insert(projects)
      .values([{ name: 'Water' }, { name: 'Zinc' }])
      .returning()
  ).map(({ id }) => id)
  for (let i = 0; i < 40; i++) {
    const [row] = await db
      .insert(submissions)
      .values({
        title: one(['Ebola', 'étude', 'Zinc 100%', 'zinc', 'Étude']),
        app_user_id: one([owner.id, other.id]),
        project_id: maybe(projectIds),
        config_file_id: first.config_file_id,
        datetime_submitted:
          i < 4 ? daysAgo([0, 3, 20, 40][i]) : new Date(Date.UTC(2026, 1, int(1, 5), one([0, 23]), 59)),
      })
      .returning()
    const among = one([
      JOB_STATUSES,
      ['completed', 'failed'],
      ['completed', 'cancelled'],
      ['cancelled'],
      ['pending', 'cancelled'],
      ['pending', 'completed'],
    ] as const)
    const layers = Array.from({ length: int(1, 3) }, () => ({
      iso3_code: one(['TST', 'NGA', 'KEN']),
      source: one(['DHS', 'MICS']),
      source_wave: one(['2018', '2024']),
      round: one(['1', '2']),
      stack_name: one(['basic', 'rich']),
      status: one(among),
    }))
    await db.insert(jobs).values(
      layers.map((layer, at) => ({
        ...layer,
        submission_id: row.id,
        app_user_id: row.app_user_id,
        config_row: at + 2,
        target: 'water',
        method: 'gp',
        survey_id: fixture.surveyId,
        layer: fixture.layer,
        reason: layer.status === 'failed' ? 'It failed.' : null,
      })),
    )
    facts.push({ ...row, layers })
  }
  // The fixture's submission has no layer, and would be an exception.
  await db.delete(submissions).where(eq(submissions.id, first.id))
})
afterAll(() => service.close())

/** In the glossary's order: unfinished ones first, then failures. */
function statusOf({ layers }: Submission): JobStatus {
  const has = (status: JobStatus) => layers.some((layer) => layer.status === status)
  if (has('running')) return 'running'
  if (has('pending')) return has('completed') || has('failed') ? 'running' : 'pending'
  if (has('failed')) return 'failed'
  return has('completed') ? 'completed' : 'cancelled'
}
const day = ({ datetime_submitted }: Submission) => datetime_submitted.toISOString().slice(0, 10)
const hasLayer =
  (fits: (layer: Layer) => boolean) =>
  ({ layers }: Submission) =>
    layers.some(fits)

const askFacets = (query: string) =>
  service.inject({ url: `/modeling/v1/submissions/facets${query}`, headers: viewer.headers })

test('submissions are counted by country where one layer matches all filters on layers', async () => {
  const { content } = (await askFacets('?field=iso3_code&source=MICS&round=2')).json<{
    content: { value: string; count: number }[]
  }>()
  expect(content).toHaveLength(3)
  for (const { value, count } of content)
    expect(count, value).toBe(
      facts.filter(hasLayer((one) => one.iso3_code === value && one.source === 'MICS' && one.round === '2'))
        .length,
    )
})

describeList<Submission>('the list of submissions', {
  endpoint: listSubmissions,
  ask: (query) => service.inject({ url: `/modeling/v1/submissions${query}`, headers: viewer.headers }),
  facts: () => facts,
  idOf: ({ id }) => id,
  sorts: {
    id: ({ id }) => id,
    title: ({ title }) => title,
    app_user_id: (one) => one.app_user_id,
    status: (one) => JOB_STATUSES.indexOf(statusOf(one)),
    datetime_submitted: (one) => one.datetime_submitted,
  },
  facets: {
    ask: askFacets,
    values: {
      status: (one) => [statusOf(one)],
      iso3_code: ({ layers }) => layers.map(({ iso3_code }) => iso3_code),
      source: ({ layers }) => layers.map(({ source }) => source),
      app_user_id: (one) => [one.app_user_id],
      project_id: (one) => [one.project_id],
      stack_name: ({ layers }) => layers.map((one) => one.stack_name),
    },
  },
  ofOnePart: ['iso3_code', 'source', 'source_wave', 'round', 'stack_name'],
  filters: {
    id: [[() => `id=${facts[0].id}&id=${facts[5].id}`, ({ id }) => [facts[0].id, facts[5].id].includes(id)]],
    app_user_id: [[() => `app_user_id=${other.id}`, (one) => one.app_user_id === other.id]],
    title: [
      ['title=ZIN', ({ title }) => title.toLowerCase().includes('zin')],
      ['title=0%25', ({ title }) => title.includes('0%')],
    ],
    status: [
      ['status=running', (one) => statusOf(one) === 'running'],
      ['status=pending', (one) => statusOf(one) === 'pending'],
      ['status=completed', (one) => statusOf(one) === 'completed'],
      ['status=failed&status=cancelled', (one) => ['failed', 'cancelled'].includes(statusOf(one))],
    ],
    iso3_code: [['iso3_code=nga', hasLayer(({ iso3_code }) => iso3_code === 'NGA')]],
    source: [
      ['source=MICS', hasLayer(({ source }) => source === 'MICS')],
      // One layer must match all filters on layers.
      [
        'source=MICS&iso3_code=KEN&round=2',
        hasLayer((one) => one.source === 'MICS' && one.iso3_code === 'KEN' && one.round === '2'),
      ],
    ],
    source_wave: [['source_wave=2018', hasLayer((one) => one.source_wave === '2018')]],
    round: [['round=2', hasLayer(({ round }) => round === '2')]],
    start_date: [['start_date=2026-02-03', (one) => day(one) >= '2026-02-03']],
    end_date: [['end_date=2026-02-03', (one) => day(one) <= '2026-02-03']],
    submitted: periodFilters('submitted', (one) => one.datetime_submitted),
    project_id: [
      [() => `project_id=${projectIds[0]}`, (one) => one.project_id === projectIds[0]],
      [() => `project_id=${projectIds[0]}&project_id=${projectIds[1]}`, (one) => one.project_id !== null],
    ],
    stack_name: [['stack_name=rich', hasLayer((one) => one.stack_name === 'rich')]],
  },
})
