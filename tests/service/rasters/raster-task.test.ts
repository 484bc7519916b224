import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { requestInspection } from '#service/domain/rasters/task/request-inspection.ts'
import { runRasterTask } from '#service/domain/rasters/task/run-raster-task.ts'
import { ChildFailure } from '#service/isolation/child-failure.ts'
import { RasterError } from '#service/raster/raster-error.ts'
import { multipart } from '../../fixtures/configuration/send.ts'
import { type TestService, createTestService } from '../../support/service.ts'
import { buildTiff, georeference } from '../../raster/build-tiff.ts'
import { slowRaster } from '../../support/rasters/hostile-rasters.ts'
import { rasterChildren } from '../../support/processes.ts'
import { leftovers } from './sending.ts'

const limits = { wallMs: 60_000, cpuMs: 60_000, memoryMiB: 1024, answerBytes: 2 ** 20 }
const slow = 'rasters/slow'
const small = 'rasters/small'

let service: TestService
beforeAll(async () => {
  service = await createTestService()
  const { files } = service.services
  await files.put(slow, slowRaster())
  await files.put(small, await readFile(join(import.meta.dirname, '../../fixtures/raster/i16-bigtiff.tif')))
})
afterAll(() => service.close())

/** As a call does: by a task that somebody does. */
const inspect = (key: string, personId: number, signal?: AbortSignal) =>
  requestInspection(service.services, { type: 'inspect', key }, { personId, signal })

it.each([
  ['computing time', { cpuMs: 1000 }, 'takes more than 1 seconds of computing time'],
  ['time', { wallMs: 1500 }, 'takes longer than 0 minutes'],
  ['memory', { memoryMiB: 110 }, 'needs more than 110 MiB of memory'],
])('a raster that needs more %s than allowed is rejected in a sentence', async (_what, changes, words) => {
  const { files } = service.services
  const task = { type: 'inspect', raster: await files.version(slow) } as const
  const thrown = await runRasterTask(files, task, { limits: { ...limits, ...changes } }).catch(
    (error: unknown) => error,
  )
  expect(thrown).toBeInstanceOf(RasterError)
  expect((thrown as Error).message).toBe(
    `Reading the raster ${words}; send it in parts, or write it again with tiles (gdal_translate -of COG).`,
  )
  expect(rasterChildren()).toBe(0)
})

it('the header of a large file is read first: it says how long the work may take, or is rejected', async () => {
  const { files } = service.services
  const side = 4096
  const header = (claimed: number) =>
    buildTiff(
      (at) => [
        [256, 4, [side]],
        [257, 4, [claimed]],
        [258, 3, [8]],
        [259, 3, [1]],
        [273, 4, [at]],
        [277, 3, [1]],
        [278, 4, [claimed]],
        [279, 4, [side * side]],
        ...georeference,
      ],
      Buffer.alloc(side * side, 7),
    )
  await files.put('rasters/large', header(side))
  await files.put('rasters/claims', header(4 * side))
  const run = async (key: string) =>
    runRasterTask(files, { type: 'inspect', raster: await files.version(key) })
  await expect(run('rasters/large')).resolves.toMatchObject({
    inspection: { bands: [{ valid: side ** 2, min: 7, max: 7 }] },
  })
  await expect(run('rasters/claims')).rejects.toThrow('claims 67108864 bytes of cells in 16777216 bytes')
})

it('one person has one slot: another is not kept waiting, and both slots are given back', async () => {
  const leaving = new AbortController()
  const first = inspect(slow, 1, leaving.signal).catch((error: unknown) => error)
  const second = inspect(slow, 1, leaving.signal).catch((error: unknown) => error)
  await vi.waitFor(() => expect(rasterChildren()).toBe(1), 10_000)
  await expect(inspect(small, 2)).resolves.toMatchObject({ inspection: { info: { width: 37 } } })
  expect(rasterChildren()).toBe(1)
  leaving.abort()
  for (const one of [await first, await second]) {
    expect(one).toBeInstanceOf(ChildFailure)
    expect((one as ChildFailure).reason).toBe('aborted')
  }
  expect(rasterChildren()).toBe(0)
  await expect(inspect(small, 1)).resolves.toMatchObject({ inspection: { info: { height: 23 } } })
})

it('more than twenty waiting for one person are rejected at once', async () => {
  const leaving = new AbortController()
  const waiting = Array.from({ length: 21 }, () =>
    inspect(slow, 3, leaving.signal).catch((error: unknown) => error),
  )
  await expect(inspect(small, 3)).rejects.toMatchObject({ kind: 'unavailable' })
  leaving.abort()
  await Promise.all(waiting)
  await vi.waitFor(() => expect(rasterChildren()).toBe(0))
})

it('a caller that hangs up ends the work, and nothing of the upload is kept', async () => {
  const person = await service.logIn('staff')
  await service.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = service.app.server.address() as AddressInfo
  const before = await leftovers(service)
  const browser = new AbortController()
  const { payload, headers } = multipart({}, [{ field: 'file', name: 'slow.tif', content: slowRaster() }])
  const sent = fetch(`http://127.0.0.1:${port}/api/v1/raster/v1/assets`, {
    method: 'POST',
    headers: { ...headers, ...person.headers },
    body: new Uint8Array(payload),
    signal: browser.signal,
  }).catch((error: unknown) => error)
  await vi.waitFor(() => expect(rasterChildren()).toBe(1), 10_000)
  browser.abort()
  await sent
  await vi.waitFor(() => expect(rasterChildren()).toBe(0), 5000)
  await vi.waitFor(async () => expect(await leftovers(service)).toEqual(before), 5000)
})
