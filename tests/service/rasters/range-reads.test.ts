import { readFile, rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { gatherInputs } from '#service/domain/jobs/run-layer/gather-inputs.ts'
import { claimJob } from '#service/domain/jobs/run-layer/claim.ts'
import { readStored } from '#service/domain/rasters/read-stored.ts'
import { runRasterTask } from '#service/domain/rasters/task/run-raster-task.ts'
import type { FileStore } from '#service/files/file-store.ts'
import { openFileStore } from '#service/files/open-file-store.ts'
import { makeTemporaryFolder } from '#service/files/temporary-folders.ts'
import { inspectRaster } from '#service/raster/inspect.ts'
import { openRaster, readBand } from '#service/raster/cells/read.ts'
import { sampleFile } from '#service/raster/cells/sample.ts'
import { renderTile } from '#service/raster/tiles/tile.ts'
import { toCog } from '#service/raster/cog/to-cog.ts'
import { writeCog } from '#service/raster/cog/write-cog.ts'
import { computeInProcess } from '#service/tasks/layers/layer-process.ts'
import { createLayerFixture, seeded } from '../../support/jobs/layer-fixture.ts'
import { type ObjectStore, startObjectStore } from '../../support/object-store-stand-in.ts'
import { type TestService, createTestService } from '../../support/service.ts'

const SIDE = 2048
const caller = { personId: 1 }
const value = { type: 'value', band: 1, longitude: 2.01, latitude: 6.3 } as const
const look = { type: 'tile', band: 1, z: 9, x: 258, y: 247, ramp: 'magma', min: 0, max: 1 } as const

let bytes: Buffer
let remote: ObjectStore
let store: FileStore
let number = 0
/** A key that no child has open yet. */
const put = (content = bytes) => {
  const key = `rasters/${++number}`
  remote.objects.set(key, content)
  return key
}

beforeAll(async () => {
  const random = seeded(5)
  // Noise, so that the file is about as large as its cells.
  const values = Float32Array.from({ length: SIDE * SIDE }, () => random())
  const affine = [0.001, 0, 1, 0, -0.001, 7] as const
  bytes = writeCog({ width: SIDE, height: SIDE, affine, crs: 4326, values }, { blockSize: 256 })
  remote = await startObjectStore()
  store = openFileStore({ filesUrl: remote.url, dataDir: '/nowhere' })
})
beforeEach(() => {
  remote.onRead = () => undefined
  remote.reads = []
})
afterAll(() => remote.close())

const readBytes = () => remote.reads.reduce((sum, { start, end }) => sum + end - start + 1, 0)

describe('a raster in an object store', () => {
  it('is read by blocks: a value, a tile and samples equal those of the file, and little of it is fetched', async () => {
    const key = put()
    const file = await openRaster(bytes)
    const [expected] = await readBand(file, 1, { column: 1010, row: 700, width: 1, height: 1 })
    const at = { ...value, longitude: 1 + 1010.5 * 0.001, latitude: 7 - 700.5 * 0.001 }
    expect(await readStored(store, key, at, caller)).toBe(expected)
    expect(readBytes()).toBeLessThan(bytes.length / 10)
    const png = await readStored(store, key, look, caller)
    expect(Buffer.from(png).equals(await renderTile({ file, ...look }))).toBe(true)
    const points = { longitude: Float64Array.of(1.1, 2.9), latitude: Float64Array.of(6.9, 5.1) }
    const { values } = await sampleFile(file, points.longitude, points.latitude, {})
    const question = { type: 'sample', band: 1, ...points, withinKm: 0 } as const
    expect(await readStored(store, key, question, caller)).toEqual(values)
    expect(readBytes()).toBeLessThan(bytes.length / 4)
  })
  it('is not fetched again for what was decoded a moment ago', async () => {
    const key = put()
    const first = await readStored(store, key, look, caller)
    const before = remote.reads.length
    expect(before).toBeGreaterThan(0)
    expect(await readStored(store, key, look, caller)).toEqual(first)
    expect(remote.reads.length).toBe(before)
  })
  it('has the same statistics and the same COG as the file, read in large parts', async () => {
    const noise = seeded(6)
    const values = Float32Array.from({ length: 1024 * 1024 }, () => noise())
    const affine = [0.001, 0, 1, 0, -0.001, 7] as const
    const small = writeCog({ width: 1024, height: 1024, affine, crs: 4326, values }, { blockSize: 256 })
    const raster = await store.version(put(small))
    const { inspection } = await runRasterTask(store, { type: 'inspect', raster })
    expect(inspection).toEqual(await inspectRaster(small, undefined, undefined, { draw: true }))
    // Both passes together; without reading ahead, there would be one request per block.
    expect(readBytes()).toBeLessThan(2.2 * small.length)
    expect(remote.reads.length).toBeLessThan(40)
    const folders = [await makeTemporaryFolder('process'), await makeTemporaryFolder('process')]
    const { parts } = await runRasterTask(store, { type: 'to-cog', raster, folder: folders[0] })
    const local = await toCog(small, folders[1])
    const written = async (paths: string[]) =>
      Buffer.concat(await Promise.all(paths.map((path) => readFile(path))))
    expect((await written(parts)).equals(await written(local.parts))).toBe(true)
    for (const folder of folders) await rm(folder, { recursive: true })
  })
  it('is compared with another one', async () => {
    const values = new Float32Array(64 * 64).fill(3)
    const grid = { width: 64, height: 64, affine: [0.1, 0, 1, 0, -0.1, 7] as const, crs: 4326 }
    const one = put(writeCog({ ...grid, values }))
    const two = put(writeCog({ ...grid, values: values.map((v) => v + 2) }))
    const question = { type: 'difference', band: 1, other: two, otherBand: 1 } as const
    expect(await readStored(store, one, question, caller)).toMatchObject({ cells: 4096, mean: 2 })
  })
})

describe('a store that fails', () => {
  it('an object that is gone is not found, before and after its raster was opened', async () => {
    const key = put()
    await expect(readStored(store, 'rasters/never', value, caller)).rejects.toMatchObject({
      kind: 'not-found',
    })
    await readStored(store, key, value, caller)
    remote.objects.delete(key)
    await expect(readStored(store, key, look, caller)).rejects.toMatchObject({
      kind: 'not-found',
      message: 'This file is not in the store any more.',
    })
  })
  it('an object that was replaced is reported, never mixed, and read again', async () => {
    const key = put()
    await readStored(store, key, value, caller)
    const other = new Float32Array(SIDE * SIDE).fill(0.25)
    const affine = [0.001, 0, 1, 0, -0.001, 7] as const
    remote.objects.set(
      key,
      writeCog({ width: SIDE, height: SIDE, affine, crs: 4326, values: other }, { blockSize: 256 }),
    )
    await expect(readStored(store, key, look, caller)).rejects.toMatchObject({ kind: 'conflict' })
    expect(await readStored(store, key, value, caller)).toBe(0.25)
  })
  it('a store that denies access or breaks is unavailable, and the next call succeeds', async () => {
    const key = put()
    for (const status of [403, 500]) {
      remote.onRead = () => status
      await expect(readStored(store, key, value, caller)).rejects.toMatchObject({ kind: 'unavailable' })
    }
    remote.onRead = () => undefined
    expect(await readStored(store, key, value, caller)).toBeGreaterThan(0)
    remote.onRead = () => 403
    const raster = await store.version(key)
    await expect(runRasterTask(store, { type: 'inspect', raster })).rejects.toMatchObject({
      kind: 'unavailable',
    })
  })
  it('a caller that hangs up ends the reading of a slow store, and others are served', async () => {
    const key = put()
    remote.onRead = () => sleep(20_000, undefined, { ref: false })
    const hangingUp = new AbortController()
    const waiting = [1, 2, 3].map((personId) =>
      readStored(store, key, value, { personId, signal: hangingUp.signal }).catch((error: unknown) => error),
    )
    await vi.waitFor(() => expect(remote.open).toBe(3), 5000)
    hangingUp.abort()
    for (const one of await Promise.all(waiting)) expect(one).toMatchObject({ reason: 'aborted' })
    await vi.waitFor(() => expect(remote.open).toBe(0), 5000)
    remote.onRead = () => undefined
    expect(await readStored(store, key, value, caller)).toBeGreaterThan(0)
  })
  it('a store that does not answer in time is unavailable', async () => {
    const key = put()
    remote.onRead = () => sleep(60_000, undefined, { ref: false })
    await expect(readStored(store, key, value, caller)).rejects.toMatchObject({
      kind: 'unavailable',
      message: 'The file store answers too slowly at the moment. Try again shortly.',
    })
    remote.onRead = () => undefined
    expect(await readStored(store, key, value, caller)).toBeGreaterThan(0)
  }, 40_000)
})

describe('a layer whose inputs are in an object store', () => {
  let service: TestService
  beforeAll(async () => {
    service = await createTestService()
    service.services.files = store
  })
  afterAll(() => service.close())

  const compute = async () => {
    const { db } = service.services
    const person = await service.logIn('staff')
    const fixture = await createLayerFixture(service.services, person.id)
    const id = await fixture.addJob()
    const claim = await claimJob(db, id)
    const folder = await makeTemporaryFolder('layer')
    const task = await gatherInputs(db, store, claim!, folder)
    const hooks = { progress() {}, log() {}, signal: new AbortController().signal, files: store }
    return { task, folder, run: () => computeInProcess(task, hooks) }
  }

  it('is computed, or waits for the store', async () => {
    const { task, folder, run } = await compute()
    expect(task.bands.map(({ stored }) => stored.path)).toEqual([null, null])
    remote.onRead = () => 403
    await expect(run()).rejects.toMatchObject({ kind: 'unavailable' })
    remote.onRead = () => undefined
    expect((await run()).written).toContain('mean')
    remote.objects.delete(task.bands[1].stored.key)
    await expect(run()).rejects.toMatchObject({ kind: 'not-found' })
    await rm(folder, { recursive: true })
  }, 60_000)
})
