import { readFile, readdir } from 'node:fs/promises'
import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inspectRaster } from '#service/raster/inspect.ts'
import { RasterError } from '#service/raster/raster-error.ts'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { raster, seeded } from '../../fixtures/configuration/country-folder.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'
import { leftovers, post } from './sending.ts'

let service: TestService
let person: TestPerson
let folder: string
beforeAll(async () => {
  service = await createTestService()
  person = await service.signIn('staff')
  folder = await mkdtemp(join(tmpdir(), 'strata-hostile-'))
})
afterAll(async () => {
  await service.close()
  await rm(folder, { recursive: true })
})

type Entry = [tag: number, type: number, values: number[]]
const BYTES: Record<number, number> = { 3: 2, 4: 4, 12: 8 }

/** A little-endian TIFF of one directory; `data` follows it at `dataAt`. */
function tiff(entries: (dataAt: number) => Entry[], data = Buffer.alloc(0), next = 0): Buffer {
  const lay = (dataAt: number) => {
    const list = entries(dataAt).sort((a, b) => a[0] - b[0])
    const head = Buffer.alloc(8 + 2 + list.length * 12 + 4)
    head.write('II')
    head.writeUInt16LE(42, 2)
    head.writeUInt32LE(8, 4)
    head.writeUInt16LE(list.length, 8)
    const outside: Buffer[] = []
    let at = head.length
    list.forEach(([tag, type, values], i) => {
      const bytes = Buffer.alloc(Math.max(4, values.length * BYTES[type]))
      values.forEach((value, k) => {
        if (type === 3) bytes.writeUInt16LE(value, k * 2)
        else if (type === 4) bytes.writeUInt32LE(value, k * 4)
        else bytes.writeDoubleLE(value, k * 8)
      })
      const p = 10 + i * 12
      head.writeUInt16LE(tag, p)
      head.writeUInt16LE(type, p + 2)
      head.writeUInt32LE(values.length, p + 4)
      if (bytes.length <= 4) bytes.copy(head, p + 8)
      else {
        head.writeUInt32LE(at, p + 8)
        outside.push(bytes)
        at += bytes.length
      }
    })
    head.writeUInt32LE(next, head.length - 4)
    return Buffer.concat([head, ...outside])
  }
  return Buffer.concat([lay(lay(0).length), data])
}

const georeference: Entry[] = [
  [33550, 12, [0.001, 0.001, 0]],
  [33922, 12, [0, 0, 0, 1, 8, 0]],
  [34735, 3, [1, 1, 0, 2, 1024, 0, 1, 2, 2048, 0, 1, 4326]],
]
const strips = (width: number, height: number, more: Entry[] = []): Entry[] => [
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
    tiff((at) =>
      strips(100_000, 100_000, [
        [259, 3, [1]],
        [273, 4, [at]],
        [278, 4, [100_000]],
        [279, 4, [10]],
      ]),
    ),
  'a circle of directories': () =>
    tiff(
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
  'more bands than there are': () =>
    tiff((at) => [
      ...strips(4, 4).filter(([tag]) => tag !== 277),
      [277, 3, [0xfff9]],
      [259, 3, [1]],
      [273, 4, [at]],
      [279, 4, [16]],
    ]),
  'strips beyond the end': () =>
    tiff(() =>
      strips(4, 4, [
        [259, 3, [1]],
        [273, 4, [1_000_000]],
        [278, 4, [4]],
        [279, 4, [16]],
      ]),
    ),
  'a deflate bomb': () => {
    const bomb = deflateSync(Buffer.alloc(200 * 2 ** 20))
    return tiff(
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
  it.each(Object.keys(corpus))('of %s is told in a sentence, and nothing of it stays', async (name) => {
    const before = await leftovers(service)
    const answer = await post(service, person, '/raster/v1/assets', {}, [
      { field: 'file', name: 'hostile.tif', content: corpus[name]() },
    ])
    expect(answer.statusCode).toBe(200)
    const { catalogued, findings } = answer.json()
    expect(catalogued).toBe(false)
    expect(findings[0]).toMatchObject({ severity: 'error', band: null })
    expect(findings[0].message).toMatch(/^[A-Z].*[.!]$/)
    expect(await leftovers(service)).toEqual(before)
  })
  it('that is huge but sparse is measured without being decoded', async () => {
    const tiles = Math.ceil(20_000 / 512) ** 2
    const content = tiff(() => [
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
  it('never breaks the reader, whatever byte is turned', async () => {
    const random = seeded(20_261_120)
    const fixtures = new URL('../../fixtures/raster/', import.meta.url)
    const names = (await readdir(fixtures)).filter((name) => name.endsWith('.tif'))
    const originals: Buffer[] = await Promise.all(names.map((name) => readFile(new URL(name, fixtures))))
    originals.push(raster((x, y) => x - y))
    const path = join(folder, 'mutant.tif')
    let refused = 0
    for (let i = 0; i < 600; i++) {
      const mutant = Buffer.from(originals[i % originals.length])
      const turns = 1 + Math.floor(random() * 8)
      // Most of the harm is in the header.
      for (let k = 0; k < turns; k++) {
        const reach = random() < 0.8 ? Math.min(400, mutant.length) : mutant.length
        mutant[4 + Math.floor(random() * (reach - 4))] = Math.floor(random() * 256)
      }
      const cut = random() < 0.2 ? Math.floor(random() * mutant.length) : mutant.length
      await writeFile(path, mutant.subarray(0, cut))
      const thrown = await inspectRaster(path).then(
        () => null,
        (error: unknown) => error,
      )
      if (thrown === null) continue
      refused++
      expect(thrown, `mutant ${i} of ${names[i % originals.length]}`).toBeInstanceOf(RasterError)
    }
    expect(refused).toBeGreaterThan(100)
  })
})
