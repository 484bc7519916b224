import { and, eq, gt } from '#drizzle'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jobs, survey_clusters } from '#service/db/schema.ts'
import { findOutput } from '#service/domain/outputs/find-output.ts'
import { sendLayers } from '#service/domain/jobs/run-layer/send-layers.ts'
import { readRaster } from '#service/raster/cells/read.ts'
import { type RunningWorker, startWorker } from '#service/tasks/worker.ts'
import { pixelsOf } from '../../raster/pixels.ts'
import { createLayerFixture } from '../../support/jobs/layer-fixture.ts'
import { waitUntilEnded } from '../../support/jobs/wait-for-job.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'

let service: TestService
let staff: TestPerson
let worker: RunningWorker
/** Its survey has clusters west of 2° east only. */
let inTheWest: number
let without: number

beforeAll(async () => {
  service = await createTestService({ queue: 'real' })
  staff = await service.logIn('staff')
  const { db, queue } = service.services
  const fixture = await createLayerFixture(service.services, staff.id, 130)
  const isEast = gt(survey_clusters.longitude, 2)
  await db.delete(survey_clusters).where(and(eq(survey_clusters.survey_id, fixture.surveyId), isEast))
  worker = await startWorker(service.services)
  without = await fixture.addJob({ status: 'completed' })
  inTheWest = await fixture.addJob()
  await db.transaction((tx) => sendLayers(queue, tx, [inTheWest]))
  await waitUntilEnded(db, [inTheWest])
}, 60_000)
afterAll(async () => {
  await worker.stop()
  await service.close()
})

const tile = (id: number, ramp: string) =>
  service.inject({
    // All of the country.
    url: `/modeling/v1/jobs/${id}/tiles/extrapolated/6/32/30?ramp=${ramp}&min=0.5&max=1`,
    headers: staff.headers,
  })

describe('the extrapolated cells of a layer', () => {
  it('are an output: 1 far from any cluster, 0 near one, nothing outside the country', async () => {
    const { db, files } = service.services
    const read = async (type: 'extrapolated' | 'mean') =>
      readRaster(await files.readAll((await findOutput(db, inTheWest, type)).key))
    const [mask, mean] = [await read('extrapolated'), await read('mean')]
    const { affine, width } = mask.info
    const wrong: string[] = []
    mask.values.forEach((value, i) => {
      const east = affine[2] + ((i % width) + 0.5) * affine[0]
      const wanted = Number.isNaN(mean.values[i]) ? Number.NaN : east > 2.7 ? 1 : east < 2 ? 0 : value
      if (!Object.is(value, wanted)) wrong.push(`${i}, ${east}: ${value} for ${wanted}`)
    })
    expect(wrong).toEqual([])
  })

  it('are listed among the outputs, and drawn as lines that go the other way', async () => {
    const [job] = await service.services.db.select().from(jobs).where(eq(jobs.id, inTheWest))
    const url = `/modeling/v1/jobs/by-key/${job.job_key}`
    const report = (await service.inject({ url, headers: staff.headers })).json()
    expect(report.outputs.map(({ type }: { type: string }) => type)).toContain('extrapolated')
    const answer = await tile(inTheWest, 'counter-hatch')
    expect(answer.statusCode).toBe(200)
    const other = pixelsOf((await tile(inTheWest, 'hatch')).rawPayload)
    const lines = pixelsOf(answer.rawPayload)
    expect(lines.drawn).toBeGreaterThan(50)
    expect(Math.abs(lines.drawn - other.drawn)).toBeLessThan(lines.drawn / 10)
    expect(answer.rawPayload).not.toEqual((await tile(inTheWest, 'hatch')).rawPayload)
  })

  it('are a 404 with the reason where a job has no such file', async () => {
    const answer = await tile(without, 'counter-hatch')
    expect([answer.statusCode, answer.json().detail]).toEqual([
      404,
      `Job ${without} has no output 'extrapolated'.`,
    ])
  })
})
