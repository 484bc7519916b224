import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { jobs } from '../../../service/db/schema.ts'
import { type RunningWorker, startWorker } from '../../../service/tasks/worker.ts'
import { loadFolder } from '../../../service/load/load-folder.ts'
import { countryFolder, layer, points } from '../../fixtures/configuration/country-folder.ts'
import { configuration, sender } from '../../fixtures/configuration/send.ts'
import { createTestService, type TestService } from '../../support/service.ts'
import { waitUntilEnded } from '../../support/wait-for-job.ts'

let service: TestService
let worker: RunningWorker

beforeAll(async () => {
  service = await createTestService({ queue: 'real' })
  worker = await startWorker(service.services)
})
afterAll(async () => {
  await worker.stop()
  await service.close()
})

it('validated layers run: a catalogued survey, and attached points with other columns', async () => {
  const staff = await service.signIn('staff')
  const folder = await countryFolder()
  await loadFolder(service.services, folder.path, { actorId: staff.id, submit: false })
  await folder.remove()
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
