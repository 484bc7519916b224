import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { runRasterTask } from '#service/domain/rasters/run-raster-task.ts'
import { ChildFailure } from '#service/isolation/child-failure.ts'
import { RasterError } from '#service/raster/raster-error.ts'
import { multipart } from '../../fixtures/configuration/send.ts'
import { buildTiff, georeference, type TiffField } from '../../raster/build-tiff.ts'
import { type TestService, createTestService } from '../../support/service.ts'
import { leftovers } from './sending.ts'

/** 18 KB that take most of a minute to read: 36 constant tiles of 16 MiB, each with bytes of its own. */
function slowRaster(): Buffer {
  const across = 6
  const tile = zstdCompressSync(Buffer.alloc(4096 * 4096))
  return buildTiff(
    (at): TiffField[] => [
      [256, 4, [4096 * across]],
      [257, 4, [4096 * across]],
      [258, 3, [8]],
      [259, 3, [50_000]],
      [322, 3, [4096]],
      [323, 3, [4096]],
      [324, 4, Array.from({ length: across ** 2 }, (_, i) => at + i * tile.length)],
      [325, 4, Array.from({ length: across ** 2 }, () => tile.length)],
      ...georeference,
    ],
    Buffer.concat(Array.from({ length: across ** 2 }, () => tile)),
  )
}

/** Processes that this one has started and that run a raster task. */
function children(): number {
  const ids = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim().split(' ')
  return ids.filter((id) => {
    try {
      return readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('raster-task.child')
    } catch {
      return false
    }
  }).length
}

const limits = { wallMs: 60_000, cpuMs: 60_000, memoryMiB: 1024, answerBytes: 2 ** 20 }
const small = new URL('../../fixtures/raster/i16-bigtiff.tif', import.meta.url).pathname

let service: TestService
let folder: string
let slow: string
beforeAll(async () => {
  service = await createTestService()
  folder = await mkdtemp(join(tmpdir(), 'strata-raster-task-'))
  slow = join(folder, 'slow.tif')
  await writeFile(slow, slowRaster())
})
afterAll(async () => {
  await service.close()
  await rm(folder, { recursive: true })
})

const inspect = (path: string, personId: number, signal?: AbortSignal, changes: object = {}) =>
  runRasterTask({ type: 'inspect', path }, { personId, signal }, { ...limits, ...changes })

it.each([
  ['computing time', { cpuMs: 1000 }, 'takes more than 1 seconds of computing time'],
  ['time', { wallMs: 1500 }, 'takes longer than 0 minutes'],
  ['memory', { memoryMiB: 110 }, 'needs more than 110 MiB of memory'],
])('a raster that needs more %s than allowed is rejected in a sentence', async (_what, changes, words) => {
  const thrown = await inspect(slow, 1, undefined, changes).catch((error: unknown) => error)
  expect(thrown).toBeInstanceOf(RasterError)
  expect((thrown as Error).message).toBe(
    `Reading the raster ${words}; send it in parts, or write it again with tiles (gdal_translate -of COG).`,
  )
  expect(children()).toBe(0)
})

it('one person has one slot: another is not kept waiting, and both slots are given back', async () => {
  const leaving = new AbortController()
  const first = inspect(slow, 1, leaving.signal).catch((error: unknown) => error)
  const second = inspect(slow, 1, leaving.signal).catch((error: unknown) => error)
  await vi.waitFor(() => expect(children()).toBe(1), 10_000)
  await expect(inspect(small, 2)).resolves.toMatchObject({ info: { width: 37 } })
  expect(children()).toBe(1)
  leaving.abort()
  for (const one of [await first, await second]) {
    expect(one).toBeInstanceOf(ChildFailure)
    expect((one as ChildFailure).reason).toBe('aborted')
  }
  expect(children()).toBe(0)
  await expect(inspect(small, 1)).resolves.toMatchObject({ info: { height: 23 } })
})

it('more than twenty waiting of one person are turned away at once', async () => {
  const leaving = new AbortController()
  const waiting = Array.from({ length: 21 }, () =>
    inspect(slow, 3, leaving.signal).catch((error: unknown) => error),
  )
  await expect(inspect(small, 3)).rejects.toMatchObject({ kind: 'unavailable' })
  leaving.abort()
  await Promise.all(waiting)
  await vi.waitFor(() => expect(children()).toBe(0))
})

it('a caller that hangs up ends the work, and nothing of the upload is kept', async () => {
  const person = await service.signIn('staff')
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
  await vi.waitFor(() => expect(children()).toBe(1), 10_000)
  browser.abort()
  await sent
  await vi.waitFor(() => expect(children()).toBe(0), 5000)
  await vi.waitFor(async () => expect(await leftovers(service)).toEqual(before), 5000)
})
