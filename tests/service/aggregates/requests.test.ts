import { afterAll, beforeAll, expect, it } from 'vitest'
import { eq } from '#drizzle'
import type { Aggregate } from '#contract/jobs/aggregates.ts'
import { aggregates, collection_bands, job_outputs, place_group_versions } from '#service/db/schema.ts'
import { resendAggregates } from '#service/domain/aggregates/resend.ts'
import { type AggregateFixture, createAggregateFixture } from '../../support/aggregates/aggregate-fixture.ts'

let fixture: AggregateFixture
let job: number

beforeAll(async () => {
  fixture = await createAggregateFixture()
  job = await fixture.run()
  await fixture.keepPosterior(job)
}, 60_000)
afterAll(() => fixture.close())

const detailOf = ({ statusCode, body }: { statusCode: number; body: string }) => [
  statusCode,
  JSON.parse(body).detail,
]

it('needs a completed job that kept its posterior', async () => {
  const pending = await fixture.layers.addJob()
  expect(detailOf(await fixture.request(pending, {}))).toEqual([
    409,
    `Job ${pending} is pending; only a completed job has figures.`,
  ])
  expect((await fixture.request(999_999, {})).statusCode).toBe(404)
  const { db } = fixture.service.services
  const without = await fixture.run()
  await db.delete(job_outputs).where(eq(job_outputs.job_id, without))
  expect(detailOf(await fixture.request(without, {}))).toEqual([
    409,
    `Job ${without} kept no posterior when it was computed. Run its layer again to ask for other figures.`,
  ])
})

it('rejects outlines of another country, bands that do not exist, and what is no polygon', async () => {
  const { db } = fixture.service.services
  const [other] = await db
    .insert(place_group_versions)
    .values({ iso3_code: 'NGA', place_type: 'adm1', version: 'x', is_default: false })
    .returning()
  expect(detailOf(await fixture.request(job, { outlines: { kind: 'version', id: other.id } }))).toEqual([
    422,
    `There is no place group version ${other.id} of TST.`,
  ])
  expect(detailOf(await fixture.request(job, { population_band_id: 99_999 }))).toEqual([
    422,
    'There is no band 99999.',
  ])
  const ring = [
    [1, 6],
    [2, 6],
    [2, 7],
    [1, 6],
  ]
  const areas = (coordinates: unknown) => ({
    outlines: {
      kind: 'areas',
      areas: [{ code: 'a', name: 'A', geometry: { type: 'Polygon', coordinates } }],
    },
  })
  expect((await fixture.request(job, areas([ring]))).statusCode).toBe(200)
  for (const wrong of [
    [],
    [[]],
    [ring.slice(0, 3)],
    [ring.with(3, [1.5, 6])],
    [ring.with(1, [200, 6])],
    [ring.with(1, [2, 6, 100])],
    [ring.with(1, ['2', 6] as never)],
    [Array.from({ length: 20_001 }, (_, i) => (i === 20_000 ? [1, 6] : [1 + i / 1e5, 6]))],
  ])
    expect((await fixture.request(job, areas(wrong))).statusCode, JSON.stringify(wrong).slice(0, 80)).toBe(
      422,
    )
  for (const body of [{ rake_to: 0 }, { rake_to: 1 }, { exceedance_threshold: 2 }, { draws: 5 }])
    expect((await fixture.request(job, body)).statusCode).toBe(422)
})

it('says why there are no figures', async () => {
  const unions = (...codes: string[][]) => ({
    unions: codes.map((list, i) => ({ name: `U${i}`, codes: list })),
  })
  expect(await fixture.ask(job, unions(['TST-X']))).toMatchObject({
    status: 'failed',
    units: null,
    reason: "There is no unit 'TST-X' among these outlines.",
  })
  const { reason, id, csv } = await fixture.ask(job, unions(['TST-W'], ['TST-W', 'TST-E']))
  expect(reason).toBe("The unit 'TST-W' is in two unions.")
  expect(JSON.parse(csv).detail).toBe(`The figures ${id} could not be computed; request them again.`)
  const damaged = await fixture.run()
  await fixture.storePosterior(damaged, Buffer.from('nothing of the kind'))
  expect((await fixture.ask(damaged)).reason).toBe(
    'This posterior is damaged, or no posterior at all. Run the layer again to have one.',
  )
})

it('says that a covariate was removed', async () => {
  const { db } = fixture.service.services
  const changed = await fixture.run()
  await fixture.keepPosterior(changed)
  const [gone] = await db.select().from(collection_bands).where(eq(collection_bands.position, 1))
  await db.delete(collection_bands).where(eq(collection_bands.position, 1))
  const { reason } = await fixture.ask(changed)
  await db.insert(collection_bands).values(gone)
  expect(reason).toBe(
    "The covariates of this layer are no longer all in the catalogue: 'tst_rain'. Figures of other units need them. Run the layer again to ask for other figures.",
  )
})

it('belongs to the person who requested it; viewers may request figures', async () => {
  await fixture.keepPosterior(job)
  const viewer = await fixture.service.logIn('viewer')
  const { id } = (await fixture.request(job, {}, viewer)).json<Aggregate>()
  const url = `/modeling/v1/jobs/${job}/aggregate/${id}`
  for (const path of [url, `${url}/file`])
    expect(detailOf(await fixture.service.inject({ url: path, headers: fixture.owner.headers }))).toEqual([
      404,
      `You have no figures ${id} of job ${job}.`,
    ])
  await expect
    .poll(async () => (await fixture.service.inject({ url, headers: viewer.headers })).json().status)
    .toBe('ready')
  const file = await fixture.service.inject({ url: `${url}/file`, headers: viewer.headers })
  expect(file.headers['content-disposition']).toContain(`-figures-${id}.csv`)
})

it('is computed even if the queue has lost its task', async () => {
  const { services } = fixture.service
  const request = { outlines: { kind: 'layer' as const }, unions: [] }
  const [{ id }] = await services.db
    .insert(aggregates)
    .values({ job_id: job, request, status: 'writing', created_by: fixture.owner.id })
    .returning({ id: aggregates.id })
  expect(await resendAggregates(services)).toBe(1)
  const statusOf = async () =>
    (await services.db.select().from(aggregates).where(eq(aggregates.id, id)))[0].status
  await expect.poll(statusOf, { timeout: 30_000 }).toBe('ready')
})

it('is deleted a day later, and waits for the earlier ones of the same person', async () => {
  const { db } = fixture.service.services
  const { id } = await fixture.ask(job)
  await db
    .update(aggregates)
    .set({ created_at: new Date(Date.now() - 25 * 3_600_000) })
    .where(eq(aggregates.id, id))
  await fixture.ask(job)
  expect(await db.select().from(aggregates).where(eq(aggregates.id, id))).toEqual([])
  const request = { outlines: { kind: 'layer' as const }, unions: [] }
  await db
    .insert(aggregates)
    .values(Array.from({ length: 10 }, () => ({ job_id: job, request, created_by: fixture.owner.id })))
  expect(detailOf(await fixture.request(job, {}))).toEqual([
    429,
    '10 of the figures that you requested are not ready yet. Request more when they are.',
  ])
})
