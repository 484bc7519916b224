import { expect } from 'vitest'
import { checkHeader } from '#service/raster/tiff/check-header.ts'
import { brokenCogRule } from '#service/raster/cog-rules.ts'

/**
 * What GDAL's validator checks in full, and more: tiles everywhere, overviews of decreasing size down to one tile, tiles
 * of each band in order, each between its size and a copy of its last four bytes.
 */
export async function requireCogLayout(bytes: Buffer): Promise<void> {
  const header = await checkHeader(bytes)
  expect(brokenCogRule(header)).toBeNull()
  const { directories, firstDirectoryAt } = header
  const at = directories.map((directory) => directory.at)
  expect(at[0]).toBe(firstDirectoryAt)
  expect(at).toEqual(at.toSorted((a, b) => a - b))
  const ghost = bytes.toString('latin1', bytes.readUInt16LE(2) === 43 ? 16 : 8, at[0])
  expect(ghost).toContain('LAYOUT=IFDS_BEFORE_DATA\n')
  const sides = directories.map(({ width, height }) => Math.max(width, height))
  expect(sides).toEqual([...new Set(sides)].toSorted((a, b) => b - a))
  expect(sides.at(-1)).toBeLessThanOrEqual(directories[0].blockWidth)
  expect(directories.map(({ subfile }) => subfile)).toEqual(directories.map((_, i) => (i === 0 ? 0 : 1)))
  let last = at.at(-1)!
  for (const { tiled, offsets, counts, bands } of directories.toReversed()) {
    expect(tiled).toBe(true)
    const stored = Array.from(offsets).filter((_, i) => counts[i] > 0)
    const perBand = offsets.length / bands
    for (let band = 0; band < bands; band++) {
      const own = Array.from(offsets.subarray(band * perBand, (band + 1) * perBand)).filter((at) => at > 0)
      expect(own).toEqual(own.toSorted((a, b) => a - b))
    }
    if (stored.length === 0) continue
    expect(Math.min(...stored)).toBeGreaterThan(last)
    last = Math.max(...stored)
    offsets.forEach((offset, i) => {
      if (counts[i] === 0) return
      expect(bytes.readUInt32LE(offset - 4)).toBe(counts[i])
      const end = offset + counts[i]
      expect(bytes.subarray(end, end + 4)).toEqual(bytes.subarray(end - 4, end))
    })
  }
}
