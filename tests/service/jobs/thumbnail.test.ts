import { eq } from '#drizzle'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { usualRange } from '#contract/jobs/surface-range.ts'
import { assets, bands, jobs, products } from '#service/db/schema.ts'
import { findOutput } from '#service/domain/outputs/find-output.ts'
import { sendLayers } from '#service/domain/jobs/run-layer/send-layers.ts'
import { readRaster } from '#service/raster/cells/read.ts'
import { writeCog } from '#service/raster/cog/write-cog.ts'
import { rampTable } from '#service/raster/tiles/ramps.ts'
import { type RunningWorker, startWorker } from '#service/tasks/worker.ts'
import { raster } from '../../fixtures/configuration/country-folder.ts'
import { pixelsOf } from '../../raster/pixels.ts'
import { type LayerFixture, createLayerFixture } from '../../support/jobs/layer-fixture.ts'
import { waitUntilEnded } from '../../support/jobs/wait-for-job.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'
import { post } from '../rasters/sending.ts'

let service: TestService
let staff: TestPerson
let viewer: TestPerson
let fixture: LayerFixture
let worker: RunningWorker
let completed: number

beforeAll(async () => {
  service = await createTestService({ queue: 'real' })
  staff = await service.logIn('staff')
  viewer = await service.logIn('viewer')
  fixture = await createLayerFixture(service.services, staff.id)
  worker = await startWorker(service.services)
  completed = await fixture.addJob()
  const { db, queue } = service.services
  await db.transaction((tx) => sendLayers(queue, tx, [completed]))
  await waitUntilEnded(db, [completed])
}, 60_000)
afterAll(async () => {
  await worker.stop()
  await service.close()
})

const get = (key: string, headers: Record<string, string> = viewer.headers) =>
  service.inject({ url: `/modeling/v1/jobs/by-key/${key}/thumbnail`, headers })
async function keyOf(id: number) {
  const [{ job_key }] = await service.services.db.select().from(jobs).where(eq(jobs.id, id))
  return job_key!
}
const about = { iso3_code: 'TGO', target: 'water', source: 'DHS', source_wave: '2018' }
async function checkIn(content: Buffer, more: Record<string, string> = {}) {
  const file = { field: 'file', name: 'p.tif', content }
  const answer = await post(service, staff, '/interpolation/raster/check-in', { ...about, ...more }, [file])
  return answer.json<{ product: { id: number; job_key: string; asset_id: number } }>().product
}

describe('the thumbnail of a job', () => {
  it('is the mean in the colours of its report, made with the outputs', async () => {
    const { db, files } = service.services
    const answer = await get(await keyOf(completed))
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, max-age=86400, immutable',
    })
    expect(answer.headers['content-disposition']).toMatch(/^inline/)
    const picture = pixelsOf(answer.rawPayload)
    const mean = await readRaster(await files.readAll((await findOutput(db, completed, 'mean')).key))
    const [job] = await db.select().from(jobs).where(eq(jobs.id, completed))
    const { min, max } = usualRange(job.surfaces!, 'mean')
    // A pixel in the middle of a cell in the middle of the country, where Web Mercator and degrees agree closely enough.
    const { width, height } = mean.info
    const [column, row] = [Math.floor(width / 2), Math.floor(height / 2)]
    const value = mean.values[row * width + column]
    const share = Math.min(1, Math.max(0, (value - min) / (max - min)))
    const entry = Math.round((Math.round(share * 254) * 255) / 254) * 3
    const [x, y] = [((column + 0.5) / width) * picture.width, ((row + 0.5) / height) * picture.height].map(
      Math.floor,
    )
    expect(picture.at(x, y)).toEqual([...rampTable('viridis').subarray(entry, entry + 3), 255])
    expect(Math.max(picture.width, picture.height)).toBe(384)
    expect(picture.drawn).toBeLessThan(picture.width * picture.height)
  })

  it('is not sent again to a browser that has it', async () => {
    const key = await keyOf(completed)
    const { etag } = (await get(key)).headers
    const again = await get(key, { ...viewer.headers, 'if-none-match': String(etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  it('is for people who are logged in', async () => {
    expect((await get(await keyOf(completed), {})).statusCode).toBe(401)
  })

  it('is absent, with the reason, before a job is completed and where none was written', async () => {
    const without = await fixture.addJob({ status: 'completed' })
    const waiting = await fixture.addJob()
    const failed = await fixture.addJob({ status: 'failed', reason: 'It failed.' })
    const answers: unknown[] = []
    for (const id of [without, waiting, failed]) {
      const answer = await get(await keyOf(id))
      answers.push([answer.statusCode, answer.json().detail.replace(await keyOf(id), 'x')])
    }
    expect(answers).toEqual([
      [404, 'Job x has no thumbnail.'],
      [404, 'Job x is pending; only completed jobs have a thumbnail.'],
      [404, 'Job x is failed; only completed jobs have a thumbnail.'],
    ])
    const nothing = await get('nothing-here')
    expect([nothing.statusCode, nothing.json().detail]).toEqual([
      404,
      "There is no job or product 'nothing-here'.",
    ])
  })
})

describe('the thumbnail of a checked-in product', () => {
  it('is its first band in the colours that its map has when it opens', async () => {
    const { job_key } = await checkIn(raster((x, y) => 2 * x + y))
    const answer = await get(job_key)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['cache-control']).toBe('private, max-age=86400')
    const picture = pixelsOf(answer.rawPayload)
    // The least value is in the north-west, the greatest in the south-east.
    const table = rampTable('viridis')
    expect(picture.at(3, 3)).toEqual([...table.subarray(0, 3), 255])
    expect(picture.at(picture.width - 3, picture.height - 3)).toEqual([...table.subarray(765), 255])
  })

  it('covers the middle 96 % if extremes would hide the rest', async () => {
    const values = Float32Array.from({ length: 10_000 }, (_, i) => (i === 0 ? 1e6 : i % 100))
    const content = writeCog({
      width: 100,
      height: 100,
      affine: [0.02, 0, 0, 0, -0.02, 10],
      crs: 4326,
      values,
    })
    const { job_key } = await checkIn(Buffer.from(content), { round: '2' })
    const picture = pixelsOf((await get(job_key)).rawPayload)
    expect(
      new Set(Array.from({ length: 90 }, (_, i) => picture.index(4 * i + 20, 200))).size,
    ).toBeGreaterThan(60)
  })

  it('is absent, with the reason, where there is nothing to draw', async () => {
    const { db } = service.services
    const { id, job_key, asset_id } = await checkIn(
      raster((x) => x + 1),
      { round: '3' },
    )
    await db.delete(bands).where(eq(bands.asset_id, asset_id))
    const answer = await get(job_key)
    expect([answer.statusCode, answer.json().detail]).toEqual([
      404,
      `Product ${job_key} has no band in the Band Catalog, so it has no thumbnail.`,
    ])
    await db.delete(products).where(eq(products.id, id))
    await db.delete(assets).where(eq(assets.id, asset_id))
    expect((await get(job_key)).statusCode).toBe(404)
  })
})
