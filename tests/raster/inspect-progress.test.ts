import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { inspectRaster } from '#service/raster/inspect.ts'
import { toCog } from '#service/raster/to-cog.ts'
import { fixture } from './fixtures.ts'

const names = ['f32-deflate-3-band-2-bands.tif', 'u16-lzw-2-pixel-3-bands.tif', 'f32-sparse.tif']

function expectToEnd(fractions: number[]): void {
  // Two passes at least.
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
