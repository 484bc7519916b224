import { expect, it } from 'vitest'
import { limitsFor } from '#service/domain/rasters/raster-limits.ts'

const [MIB, GIB] = [2 ** 20, 2 ** 30]
const HOUR = 3_600_000

it.each([
  // Seconds measured per 256 MiB of cells: float32 in DEFLATE, and land cover.
  ['inspect', 40 * GIB, 64 * GIB, 3.0],
  ['to-cog', 40 * GIB, 64 * GIB, 21.8],
  ['to-cog', 2 * GIB, 12 * GIB, 21.8],
] as const)(
  '%s has twice the time that all cells of a large file need',
  (type, fileBytes, cells, seconds) => {
    const needed = (cells / (256 * MIB)) * seconds
    expect(limitsFor(type, fileBytes, cells).cpuMs / 1000).toBeGreaterThan(2 * needed)
  },
)

it('a small file has little time, whatever it claims to hold', () => {
  expect(limitsFor('to-cog', 18_000, 64 * GIB).cpuMs).toBeLessThan(301_000)
  expect(limitsFor('inspect', MIB, 64 * GIB).cpuMs).toBeLessThan(126_000)
})

it('a large file of few cells has little time too', () => {
  expect(limitsFor('to-cog', 40 * GIB, 64 * MIB).cpuMs).toBeLessThan(320_000)
})

it('no task outlives the patience of the queue', () => {
  for (const type of ['inspect', 'to-cog', 'to-reference-grid'] as const)
    expect(limitsFor(type, 64 * GIB, 64 * GIB).wallMs).toBeLessThan(2 * HOUR)
})
