import { eq, sql } from '#drizzle'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  assets,
  bands,
  collections,
  jobs,
  products,
  projects,
  submissions,
  worldpop_datasets,
} from '#service/db/schema.ts'
import { type LayerFixture, createLayerFixture } from '../../support/jobs/layer-fixture.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'

let service: TestService
let admin: TestPerson
let viewer: TestPerson
let fixture: LayerFixture
const jobIds: number[] = []

beforeAll(async () => {
  service = await createTestService()
  admin = await service.logIn('admin')
  viewer = await service.logIn('viewer')
  fixture = await createLayerFixture(service.services, admin.id)
  const keyed = async (job_key: string) => {
    const id = await fixture.addJob({ status: 'running' })
    await service.services.db.update(jobs).set({ job_key }).where(eq(jobs.id, id))
    jobIds.push(id)
  }
  for (let round = 0; round < 7; round++) await keyed(`ben-stunting-dhs-2018-r${round}`)
  await keyed('ken-water-mics-2020-r1')
  const { db } = service.services
  const [{ app_user_id, config_file_id }] = await db.select().from(submissions)
  await db.insert(submissions).values([
    { app_user_id, config_file_id, title: 'Stunting, second round' },
    { app_user_id, config_file_id, title: '100% of_households' },
  ])
})
afterAll(() => service.close())

const search = (words: string, person = viewer) =>
  service.inject({ url: `/search?words=${encodeURIComponent(words)}`, headers: person.headers })
const find = async (words: string, person = viewer) => (await search(words, person)).json()

it('finds jobs that have every word in their key, the newest first, at most five', async () => {
  const { jobs: found } = await find('STUNTING ben')
  expect(found.map(({ id }: { id: number }) => id)).toEqual(jobIds.slice(2, 7).toReversed())
  expect((await find('stunting water')).jobs).toEqual([])
  expect((await find('water')).jobs).toEqual([
    {
      id: jobIds[7],
      name: `A test · Testland · water · job ${jobIds[7]}`,
      job_key: 'ken-water-mics-2020-r1',
      status: 'running',
    },
  ])
})

it.each(['ke', 'k', 'ke r1', '-r1'])(
  'searches neither keys nor titles for %s, which no index could find',
  async (words) => {
    const { jobs: found, submissions: titled } = await find(words)
    expect([found, titled]).toEqual([[], []])
  },
)

it('finds older jobs too, below the newest', async () => {
  const { db } = service.services
  await db.execute(sql`select setval(pg_get_serial_sequence('jobs', 'id'), 10000)`)
  const id = await fixture.addJob({ status: 'running' })
  await db.update(jobs).set({ job_key: 'ben-stunting-dhs-2022-r1' }).where(eq(jobs.id, id))
  const { jobs: found } = await find('stunting ben')
  expect(found.map((job: { id: number }) => job.id)).toEqual([id, ...jobIds.slice(3, 7).toReversed()])
  expect((await find('water ken')).jobs).toMatchObject([{ id: jobIds[7] }])
  await db.delete(jobs).where(eq(jobs.id, id))
})

it('puts the job and the submission of an id first, and each appears once', async () => {
  const id = jobIds[0] as number
  for (const words of [String(id), `#${id}`])
    expect((await find(words)).jobs[0]).toMatchObject({ id, job_key: 'ben-stunting-dhs-2018-r0' })
  expect((await find(String(fixture.submissionId))).submissions[0].id).toBe(fixture.submissionId)
  expect((await find('99999999999')).jobs).toEqual([])
})

it('finds submissions by title, surveys by country, source and target, rasters by name', async () => {
  expect((await find('second stunt')).submissions).toMatchObject([{ name: 'Stunting, second round' }])
  expect((await find('100% of_')).submissions).toMatchObject([{ name: '100% of_households' }])
  expect((await find('100_ of')).submissions).toEqual([])
  const [asset] = await service.services.db.select().from(assets)
  expect((await find(asset.name.toUpperCase())).rasters).toEqual([{ id: asset.id, name: asset.name }])
  const { surveys: found } = await find('tst')
  expect(found).toMatchObject([{ id: fixture.surveyId }])
  expect(found[0].name).toContain(fixture.layer.target)
})

it('finds jobs by the name of their country, beside other words', async () => {
  const { jobs: found } = await find('Benin · stunting')
  expect(found.map(({ id }: { id: number }) => id)).toEqual(jobIds.slice(2, 7).toReversed())
  expect((await find('kenya')).jobs).toMatchObject([{ id: jobIds[7] }])
  expect((await find('kenya stunting')).jobs).toEqual([])
})

it('takes the name of a kind beside other words as the kind to look among', async () => {
  const survey = { id: fixture.surveyId }
  expect((await find('testland survey')).surveys).toMatchObject([survey])
  expect((await find('Surveys TST')).surveys).toMatchObject([survey])
  expect((await find('testland raster')).surveys).toEqual([])
  const { jobs: found, surveys } = await find('kenya water job')
  expect([found, surveys]).toMatchObject([[{ id: jobIds[7] }], []])
  const { db } = service.services
  const [band] = await db.update(bands).set({ iso3_code: 'CMR' }).returning()
  expect((await find('cameroon band')).bands).toContainEqual({ id: band.id, name: band.name })
  const { bands: banded, rasters } = await find(`cameroon ${band.name} raster`)
  expect([banded, rasters]).toEqual([[], []])
})

it('finds jobs by words of their submission’s title, beside others', async () => {
  const ids = async (words: string) => (await find(words)).jobs.map(({ id }: { id: number }) => id)
  expect(await ids('test kenya')).toEqual([jobIds[7]])
  expect(await ids('second kenya')).toEqual([])
})

it('finds bands, collections, population datasets, checked-in products and projects', async () => {
  const { db } = service.services
  const [band] = await db.select().from(bands)
  expect((await find(band.name)).bands).toContainEqual({ id: band.id, name: band.name })
  const [collection] = await db.select().from(collections)
  expect((await find(collection.name.toUpperCase())).collections).toMatchObject([{ id: collection.id }])
  const [project] = await db
    .insert(projects)
    .values({ name: 'Water in the Sahel', status: 'active' })
    .returning()
  expect((await find('sahel water')).projects).toEqual([{ id: project.id, name: 'Water in the Sahel' }])
  const [asset] = await db.select().from(assets)
  const [product] = await db
    .insert(products)
    .values({
      job_key: 'tst-rain-c1',
      asset_id: asset.id,
      iso3_code: 'TST',
      target: 'rain',
      source: 'CHIRPS',
      source_wave: '2020',
      round: '1',
      title: 'Testland: rain',
      unit: 'mm',
    } as never)
    .returning()
  expect((await find('rain testland')).products).toEqual([
    { id: product.id, name: 'Testland: rain', asset_id: asset.id, job_key: 'tst-rain-c1' },
  ])
  const [dataset] = await db
    .insert(worldpop_datasets)
    .values({
      iso3_code: 'TST',
      year: 2020,
      category: 'age_sex',
      resolution: '1km',
      asset_id: asset.id,
      sha256: '',
    } as never)
    .returning()
  expect((await find('worldpop tst age')).datasets).toEqual([
    { id: dataset.id, name: 'Testland · Age and sex 2020 · 1km' },
  ])
})

it('finds people by name and email address, for admins only', async () => {
  expect((await find(viewer.email, admin)).people).toMatchObject([{ id: viewer.id, email: viewer.email }])
  expect((await find(viewer.email)).people).toEqual([])
  expect((await find(viewer.email, await service.logIn('staff'))).people).toEqual([])
})

it('rejects an empty and an overlong text, and a call without a session', async () => {
  expect((await search('  ')).statusCode).toBe(422)
  expect((await search('x'.repeat(101))).statusCode).toBe(422)
  expect((await search('x'.repeat(100))).statusCode).toBe(200)
  expect((await service.inject({ url: '/search?words=x' })).statusCode).toBe(403)
})

it.each(["'; drop table jobs; --", '%', '_', '\\', '%%%', '---', '((', '🦒🦒🦒', 'ben_stunting'])(
  'treats %s as plain characters',
  async (words) => {
    const answer = await search(words)
    expect([answer.statusCode, answer.json().jobs]).toEqual([200, []])
  },
)
