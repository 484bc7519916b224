import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inspectRaster } from '#service/raster/inspect.ts'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildTiff, georeference, type TiffField } from '../../raster/build-tiff.ts'
import { oneBlockManyTiles } from '../../support/rasters/hostile-rasters.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'
import { leftovers, post } from './sending.ts'

let service: TestService
let person: TestPerson
let folder: string
beforeAll(async () => {
  service = await createTestService()
  person = await service.logIn('staff')
  folder = await mkdtemp(join(tmpdir(), 'strata-hostile-'))
})
afterAll(async () => {
  await service.close()
  await rm(folder, { recursive: true })
})

const strips = (width: number, height: number, more: TiffField[] = []): TiffField[] => [
  [256, 4, [width]],
  [257, 4, [height]],
  [258, 3, [8]],
  [262, 3, [1]],
  [277, 3, [1]],
  ...more,
  ...georeference,
]

const corpus: Record<string, () => Buffer> = {
  'a hundred thousand cells square in 200 bytes': () =>
    buildTiff((at) =>
      strips(100_000, 100_000, [
        [259, 3, [1]],
        [273, 4, [at]],
        [278, 4, [100_000]],
        [279, 4, [10]],
      ]),
    ),
  'a circle of directories': () =>
    buildTiff(
      (at) =>
        strips(4, 4, [
          [259, 3, [1]],
          [273, 4, [at]],
          [278, 4, [4]],
          [279, 4, [16]],
        ]),
      Buffer.alloc(16),
      8,
    ),
  'strips at negative, fractional and endless places': () =>
    buildTiff(() =>
      strips(4, 4, [
        [259, 3, [1]],
        [273, 12, [-5, 0.5, Infinity, 1e300]],
        [278, 4, [1]],
        [279, 4, [4, 4, 4, 4]],
      ]),
    ),
  '961 tiles that point to one block': () => oneBlockManyTiles(),
  'more bands than there are': () =>
    buildTiff((at) => [
      ...strips(4, 4).filter(([tag]) => tag !== 277),
      [277, 3, [0xfff9]],
      [259, 3, [1]],
      [273, 4, [at]],
      [279, 4, [16]],
    ]),
  'strips beyond the end': () =>
    buildTiff(() =>
      strips(4, 4, [
        [259, 3, [1]],
        [273, 4, [1_000_000]],
        [278, 4, [4]],
        [279, 4, [16]],
      ]),
    ),
  'a deflate bomb': () => {
    const bomb = deflateSync(Buffer.alloc(200 * 2 ** 20))
    return buildTiff(
      (at) =>
        strips(64, 64, [
          [259, 3, [8]],
          [273, 4, [at]],
          [278, 4, [64]],
          [279, 4, [bomb.length]],
        ]),
      bomb,
    )
  },
}

describe('a hostile TIFF', () => {
  it.each(Object.keys(corpus))(
    'with %s is rejected in one sentence, and nothing of it is kept',
    async (name) => {
      const before = await leftovers(service)
      const answer = await post(service, person, '/raster/v1/assets', {}, [
        { field: 'file', name: 'hostile.tif', content: corpus[name]() },
      ])
      expect(answer.statusCode).toBe(422)
      const { detail, errors } = answer.json()
      expect(detail).toMatch(/^[A-Z][^\n]*\.$/)
      expect(errors).toEqual([{ field: 'file', message: detail }])
      expect(await leftovers(service)).toEqual(before)
    },
  )
  it('that is huge but sparse is inspected without decoding', async () => {
    const tiles = Math.ceil(20_000 / 512) ** 2
    const content = buildTiff(() => [
      ...strips(20_000, 20_000),
      [259, 3, [8]],
      [322, 3, [512]],
      [323, 3, [512]],
      [324, 4, Array.from({ length: tiles }, () => 0)],
      [325, 4, Array.from({ length: tiles }, () => 0)],
    ])
    const path = join(folder, 'sparse.tif')
    await writeFile(path, content)
    const { bands } = await inspectRaster(path)
    expect(bands[0]).toMatchObject({
      valid: 400_000_000,
      min: 0,
      max: 0,
      mean: 0,
      sd: 0,
      histogram: [400_000_000],
    })
  })
})
