import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { fileSource } from '#service/raster/tiff/byte-source.ts'
import { inspectRaster } from '#service/raster/inspect.ts'
import { openRaster } from '#service/raster/cells/read.ts'
import { toCog } from '#service/raster/cog/to-cog.ts'
import { fixture } from './fixtures.ts'

const names = ['f32-deflate-3-band-2-bands.tif', 'u16-lzw-2-pixel-3-bands.tif', 'f32-sparse.tif']

function expectToEnd(fractions: number[]): void {
  // Not only at the end.
  expect(fractions.length).toBeGreaterThanOrEqual(2)
  expect(fractions).toEqual(fractions.toSorted((a, b) => a - b))
  expect(fractions[0]).toBeGreaterThan(0)
  expect(fractions.at(-1)).toBe(1)
}

test.each(names)('an inspection reports the fraction of the cells that it has visited: %s', async (name) => {
  const fractions: number[] = []
  await inspectRaster(fixture(name), (fraction) => fractions.push(fraction))
  expectToEnd(fractions)
})

test.each(names)('so does the conversion to a COG: %s', async (name) => {
  const folder = await mkdtemp(join(tmpdir(), 'strata-progress-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const fractions: number[] = []
  await toCog(fixture(name), folder, { report: (fraction) => fractions.push(fraction) })
  expectToEnd(fractions)
})

test.each([
  ['i16-deflate-2-tiled.tif', 1],
  ['u8-overviews.tif', 1],
  ['f32-deflate-3-band-2-bands.tif', 2],
])('cells of at most 16 bits are read in one pass: %s', async (name, passes) => {
  const source = await fileSource(fixture(name))
  const reads = new Map<number, number>()
  const read = (offset: number, length: number) => {
    reads.set(offset, (reads.get(offset) ?? 0) + 1)
    return source.read(offset, length)
  }
  const { levels } = await openRaster(fixture(name))
  await inspectRaster({ ...source, read })
  for (const offset of levels[0].offsets) expect(reads.get(offset)).toBe(passes)
})
