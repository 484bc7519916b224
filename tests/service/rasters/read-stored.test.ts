import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readStored } from '#service/domain/rasters/read-stored.ts'
import type { FileStore } from '#service/files/file-store.ts'
import { openRaster } from '#service/raster/cells/read.ts'
import { sampleFile } from '#service/raster/cells/sample.ts'
import { renderTile } from '#service/raster/tiles/tile.ts'
import { valueAt } from '#service/raster/cells/values-at.ts'
import { buildTiff, georeference } from '../../raster/build-tiff.ts'

const elevation = new URL('../../../samples/nigeria/nga_elevation.tif', import.meta.url).pathname
const caller = { personId: 1 }

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strata-read-stored-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Keys are paths. */
const store = {
  version: (key: string) => Promise.resolve({ key, size: 0, version: '1', path: key }),
} as FileStore

it('answers like the reader in this process', async () => {
  const file = await openRaster(elevation)
  try {
    const look = { z: 6, x: 33, y: 30, ramp: 'magma', min: 0, max: 1500, band: 1 } as const
    const png = await readStored(store, elevation, { type: 'tile', ...look }, caller)
    expect(Buffer.from(png).equals(await renderTile({ file, ...look }))).toBe(true)

    const place = { longitude: 8.89, latitude: 9.92 }
    const value = await readStored(store, elevation, { type: 'value', band: 1, ...place }, caller)
    expect(value).toBe(await valueAt(file, 8.89, 9.92))
    expect(value).not.toBeNull()

    const longitude = Float64Array.of(7.49, 3.39, 3.4, 0)
    const latitude = Float64Array.of(9.06, 6.46, 6.3, 0)
    const points = { type: 'sample', band: 1, longitude, latitude, withinKm: 10 } as const
    const { values } = await sampleFile(file, longitude, latitude, { withinKm: 10 })
    expect(await readStored(store, elevation, points, caller)).toEqual(values)
    expect(values[0]).toBeGreaterThan(0)
    expect(values[3]).toBeNaN()
  } finally {
    await file.close()
  }
})

it('a block of 64 MiB is decoded in another process', async () => {
  const side = 8192
  // PackBits: 128 equal bytes from two.
  const strip = Buffer.alloc((side * side) / 64)
  for (let i = 0; i < strip.length; i += 2) strip[i] = 0x81
  const path = join(folder, 'one-strip.tif')
  const bytes = buildTiff(
    (at) => [
      [256, 4, [side]],
      [257, 4, [side]],
      [258, 3, [8]],
      [259, 3, [32_773]],
      [273, 4, [at]],
      [278, 4, [side]],
      [279, 4, [strip.length]],
      ...georeference,
    ],
    strip,
  )
  await writeFile(path, bytes)
  const question = { type: 'value', band: 1, longitude: 4, latitude: 4 } as const
  // The child is running: only the work itself is measured.
  await readStored(store, elevation, question, caller)
  const before = process.cpuUsage()
  expect(await readStored(store, path, question, caller)).toBe(0)
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(50)
})

it('says in one sentence what is wrong with a raster', async () => {
  const path = join(folder, 'none.tif')
  await writeFile(path, 'not a raster')
  const question = { type: 'value', band: 1, longitude: 4, latitude: 4 } as const
  await expect(readStored(store, path, question, caller)).rejects.toMatchObject({
    kind: 'invalid',
    message: expect.stringMatching(/^This is not a GeoTIFF; export [^\n]*\.$/),
  })
  await expect(readStored(store, elevation, { ...question, band: 2 }, caller)).rejects.toThrow(
    'The raster has no band 2; its bands are 1 to 1.',
  )
})
