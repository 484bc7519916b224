import { randomBytes } from 'node:crypto'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from '#drizzle'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assets, collection_bands, collection_versions, collections, files } from '#service/db/schema.ts'
import { openRaster } from '#service/raster/cells/read.ts'
import { writeCog } from '#service/raster/cog/write-cog.ts'
import { multipart } from '../../fixtures/configuration/send.ts'
import { waitUntilEnded } from '../../support/jobs/wait-for-job.ts'
import { call } from '../support/call.ts'
import { type FaultBench, createFaultBench } from '../support/fault-service.ts'
import type { Part, ServicePart } from '../support/part.ts'

const LIMIT_MS = 5000
/** Far apart, so that they are in different blocks of a raster of 600 cells per side. */
const NORTH_WEST = { longitude: 1.05, latitude: 8.15 }
const SOUTH_EAST = { longitude: 3.3, latitude: 5.9 }

let bench: FaultBench
let part: ServicePart
let worker: Part
let workerEnded = false
beforeAll(async () => {
  bench = await createFaultBench()
  part = await bench.serve()
  worker = bench.work()
  void worker.ended.then(() => (workerEnded = true))
})
afterAll(() => bench.close())

interface Uploaded {
  band: number
  /** Path of the COG that its cells are read from. */
  path: string
}

/** Uploads a raster of 2.4° like anyone else. */
async function upload(name: string, side: number): Promise<Uploaded> {
  const { db, config } = bench.service.services
  const values = Float32Array.from({ length: side * side }, (_, i) => Math.sin(i % side) + i / side ** 2)
  const affine = [2.4 / side, 0, 0.95, 0, -2.4 / side, 8.25] as const
  const content = writeCog({ width: side, height: side, affine, crs: 4326, values })
  const form = multipart({ band_names: name }, [{ field: 'file', name: `${name}.tif`, content }])
  const headers = { ...form.headers, ...bench.owner.headers }
  const answer = await call(`${part.base}/raster/v1/assets`, { method: 'POST', headers, body: form.payload })
  expect(answer.status, answer.body).toBe(200)
  const { asset } = JSON.parse(answer.body) as { asset: { id: number; bands: { id: number }[] } }
  const [{ key }] = await db
    .select({ key: files.key })
    .from(assets)
    .innerJoin(files, eq(files.id, assets.cog_file_id))
    .where(eq(assets.id, asset.id))
  return { band: asset.bands[0].id, path: join(config.dataDir, 'files', key) }
}

/** Overwrites blocks with noise, where the header says they are: all of them, or only the one at the top left. */
async function corrupt({ path }: Uploaded, which: 'all' | 'first' = 'all'): Promise<void> {
  const raster = await openRaster(path)
  const blocks = raster.levels.flatMap(({ offsets, counts }) =>
    Array.from(offsets, (offset, i) => ({ offset, count: counts[i] })),
  )
  await raster.close()
  const file = await open(path, 'r+')
  for (const { offset, count } of which === 'all' ? blocks : blocks.slice(0, 1))
    await file.write(randomBytes(count), 0, count, offset)
  await file.close()
}

async function submitWith(name: string, { band }: Uploaded): Promise<number> {
  const { db } = bench.service.services
  const [{ id }] = await db.insert(collections).values({ name }).returning()
  await db.insert(collection_versions).values({ collection_id: id })
  await db.insert(collection_bands).values({ collection_id: id, position: 0, band_id: band })
  return bench.submit({
    stack_name: name,
    layer: { stack_name: name, collection_id: id, population_band_id: null },
  })
}

const get = (path: string) => call(part.base + path, { headers: bench.owner.headers })
const valueOf = ({ band }: Uploaded, { longitude, latitude }: typeof NORTH_WEST) =>
  get(`/raster/v1/bands/${band}/value?longitude=${longitude}&latitude=${latitude}`)
/** The tile that holds the whole raster, and one of its north-west corner. */
const tilesOf = ({ band }: Uploaded) => [
  get(`/raster/v1/bands/${band}/tiles/4/8/7`),
  get(`/raster/v1/bands/${band}/tiles/9/257/244`),
]

describe('F21 blocks of a catalogued raster are overwritten with noise', () => {
  it('its tiles and values answer 422 with a sentence within 5 s; other rasters and calls are served', async () => {
    const noisy = await upload('noisy', 600)
    const sound = await upload('sound', 600)
    // What was decoded before must not hide the damage.
    expect((await valueOf(noisy, NORTH_WEST)).status).toBe(200)
    await corrupt(noisy)
    const answers = await Promise.all([
      valueOf(noisy, NORTH_WEST),
      valueOf(noisy, SOUTH_EAST),
      ...tilesOf(noisy),
      ...tilesOf(noisy),
    ])
    for (const { status, body, ms } of answers) {
      expect([status, JSON.parse(body).detail]).toEqual([422, expect.stringMatching(/damaged/)])
      expect(ms).toBeLessThan(LIMIT_MS)
    }
    const others = await Promise.all([
      valueOf(sound, NORTH_WEST),
      ...tilesOf(sound),
      get(`/raster/v1/bands/${noisy.band}`),
      get('/users/me'),
    ])
    for (const { status, ms } of others) {
      expect(status).toBe(200)
      expect(ms).toBeLessThan(LIMIT_MS)
    }
  })

  it('its other blocks can still be read', async () => {
    const partly = await upload('partly', 600)
    await corrupt(partly, 'first')
    expect((await valueOf(partly, NORTH_WEST)).status).toBe(422)
    const { status, body } = await valueOf(partly, SOUTH_EAST)
    expect([status, JSON.parse(body).value]).toEqual([200, expect.any(Number)])
  })

  it('a layer that uses it fails with the reason, and the same worker completes the next one', async () => {
    const { db } = bench.service.services
    const noisy = await upload('noisy covariate', 24)
    const sound = await upload('sound covariate', 24)
    await corrupt(noisy)
    const begun = performance.now()
    const failing = await submitWith('noisy', noisy)
    const [failed] = await waitUntilEnded(db, [failing])
    expect(performance.now() - begun).toBeLessThan(2 * LIMIT_MS)
    expect(failed).toMatchObject({
      status: 'failed',
      attempt: 1,
      reason: expect.stringMatching(/^The band 'noisy covariate' cannot be read\. .* damaged/),
    })
    const [completed] = await waitUntilEnded(db, [await submitWith('sound', sound)])
    expect([completed.status, completed.reason]).toEqual(['completed', null])
    expect(workerEnded).toBe(false)
    expect((await get('/users/me')).status).toBe(200)
  })
})
