import { eq } from '#drizzle'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { files as storedFiles, jobs } from '../../../service/db/schema.ts'
import { findOutput } from '../../../service/domain/outputs/find-output.ts'
import { type RunningWorker, startWorker } from '../../../service/tasks/worker.ts'
import { loadFolder } from '../../../service/load/load-folder.ts'
import { loadRaster } from '../../../service/load/load-raster.ts'
import { countryFolder, layer, points, raster } from '../../fixtures/configuration/country-folder.ts'
import { configuration, sender } from '../../fixtures/configuration/send.ts'
import { createTestService, type TestPerson, type TestService } from '../../support/service.ts'
import { waitUntilEnded } from '../../support/jobs/wait-for-job.ts'

let service: TestService
let worker: RunningWorker
let staff: TestPerson

beforeAll(async () => {
  service = await createTestService({ queue: 'real' })
  worker = await startWorker(service.services)
  staff = await service.logIn('staff')
  const folder = await countryFolder()
  await loadFolder(service.services, folder.path, { actorId: staff.id, submit: false })
  await folder.remove()
})
afterAll(async () => {
  await worker.stop()
  await service.close()
})

it('validated layers run: a catalogued survey, and attached points with other columns', async () => {
  const renamed = points(160).replace('cluster,longitude,latitude', 'psu,x,y')
  const answer = await sender(service, staff).run(
    configuration(
      { ...layer, folds: 2 },
      { ...layer, folds: 2, survey: 'my points.csv', cluster: 'psu', longitude: 'x', latitude: 'y' },
    ),
    { surveys: { 'my points.csv': renamed } },
  )
  expect(answer.statusCode).toBe(200)
  const { id } = answer.json<{ id: number }>()
  const { db } = service.services
  const rows = await db.select({ id: jobs.id }).from(jobs).where(eq(jobs.submission_id, id))
  const ended = await waitUntilEnded(
    db,
    rows.map((row) => row.id),
  )
  expect(ended.map(({ status, reason }) => ({ status, reason }))).toEqual([
    { status: 'completed', reason: null },
    { status: 'completed', reason: null },
  ])
  const list = await service.inject({ url: `/modeling/v1/submissions?id=${id}`, headers: staff.headers })
  expect(list.json()).toMatchObject({ content: [{ status: 'completed', counts: { completed: 2 } }] })
  const again = await sender(service, staff).validate(
    configuration(
      { ...layer, folds: 2, improves: ended[0].id },
      { ...layer, folds: 3, improves: ended[0].id },
    ),
  )
  expect(again.json<{ findings: object[] }>().findings).toMatchObject([
    { row: 2, column: 'improves', message: `Job ${ended[0].id} already has this exact configuration.` },
  ])
}, 120_000)

it('a layer runs with the year of a series nearest to its survey, another with an older version of the collection', async () => {
  const { db, files } = service.services
  for (const year of [2010, 2022])
    await loadRaster(service.services, {
      name: `green_${year}.tif`,
      source: raster((x, y) => Math.sin((x * year) / 4000) + Math.cos(y)),
      bands: [{ name: `green_${year}`, year, iso3_code: 'TGO' }],
      createdBy: staff.id,
    })
  const list = await service.inject({ url: '/raster/v1/collections?name=tgo_basic', headers: staff.headers })
  const changed = await service.inject({
    method: 'PUT',
    url: `/raster/v1/collections/${list.json().content[0].id}`,
    payload: { bands: ['tgo_height', { series: 'green', bands: ['green_2010', 'green_2022'] }] },
    headers: staff.headers,
  })
  expect(changed.json(), changed.body).toMatchObject({ version: 2 })

  const small = { ...layer, folds: 2, draws: 100, survey: 'small.csv' }
  const answer = await sender(service, staff).run(
    configuration({ ...small, source_date: '2012-05-01' }, { ...small, stack_version: 1 }),
    { surveys: { 'small.csv': points(60) } },
  )
  expect(answer.statusCode, answer.body).toBe(200)
  const { id } = answer.json<{ id: number }>()
  const sent = await db.select({ id: jobs.id }).from(jobs).where(eq(jobs.submission_id, id))
  const ended = await waitUntilEnded(
    db,
    sent.map((row) => row.id),
  )
  expect(ended.map(({ status, reason }) => ({ status, reason }))).toEqual(
    Array.from({ length: 2 }, () => ({ status: 'completed', reason: null })),
  )

  const recordsOf = async (job: (typeof ended)[number]) => {
    const url = `/modeling/v1/jobs/by-key/${job.job_key}`
    const report = (await service.inject({ url, headers: staff.headers })).json()
    const stored = await files.readAll((await findOutput(db, job.id, 'provenance')).key)
    return { report, provenance: JSON.parse(stored.toString()) }
  }
  const [yearly, older] = await Promise.all(ended.map(recordsOf))
  const single = { year: null, years: [] }
  expect(yearly.report).toMatchObject({
    stack_version: 2,
    covariates: [
      { name: 'tgo_height', band: 'tgo_height', ...single },
      { name: 'green', band: 'green_2010', year: 2010, years: [2010, 2022] },
    ],
  })
  const [{ sha256 }] = await db.select().from(storedFiles).where(eq(storedFiles.name, 'green_2010.tif'))
  expect(yearly.provenance).toMatchObject({
    configuration: { stack_version: 2, covariate_year: 2012 },
    inputs: { covariates: [{ name: 'tgo_height' }, { name: 'green', year: 2010, sha256 }] },
  })
  expect(older.report).toMatchObject({
    stack_version: 1,
    covariates: [
      { name: 'tgo_height', ...single },
      { name: 'tgo_rain', ...single },
    ],
  })
  const { covariates } = older.provenance.inputs
  expect(older.provenance.configuration.stack_version).toBe(1)
  expect(covariates.map((band: { name: string }) => band.name)).toEqual(['tgo_height', 'tgo_rain'])
  expect(JSON.stringify(covariates)).not.toContain('year')
}, 120_000)
