import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openRaster } from '#service/raster/cells/read.ts'
import { TAG } from '#service/raster/tiff/tiff-tags.ts'
import { toCog } from '#service/raster/cog/to-cog.ts'
import type { TiffField } from '../build-tiff.ts'
import { cellsTiff } from '../cells-tiff.ts'

const SCALE: TiffField = [33550, 12, [0.5, 0.5, 0]]
const tie = (...numbers: number[]): TiffField => [33922, 12, numbers]
const matrix = (west: number, north: number): TiffField => [
  34264,
  12,
  [0.5, 0, 0, west, 0, -0.5, 0, north, 0, 0, 0, 0, 0, 0, 0, 1],
]
const CORNERS = [0, 0, 0, 3, 9, 0, 2, 0, 0, 4, 9, 0, 2, 1, 0, 4, 8.5, 0, 0, 1, 0, 3, 8.5, 0]
const POINT: TiffField = [34735, 3, [1, 1, 0, 3, 1024, 0, 1, 2, 1025, 0, 1, 2, 2048, 0, 1, 4326]]
const raster = (...fields: TiffField[]) => cellsTiff('uint8', 2, [1, 2], fields)

// GDAL 3.6.2 says the same of each: gdalinfo.
test.each<[name: string, fields: TiffField[], corner: [number, number], other?: object]>([
  ['scale and four tie points that agree', [SCALE, tie(...CORNERS)], [3, 9]],
  [
    'scale and tie points that do not',
    [SCALE, tie(...CORNERS.with(9, 5))],
    [3, 9],
    { by: 'tie-points', corner: [4, 9] },
  ],
  ['a matrix that agrees', [SCALE, tie(0, 0, 0, 3, 9, 0), matrix(3.04, 9)], [3, 9]],
  [
    'a matrix that does not',
    [SCALE, tie(0, 0, 0, 3, 9, 0), matrix(30, 10)],
    [3, 9],
    { by: 'matrix', corner: [30, 10] },
  ],
  [
    'of points, both shifted',
    [SCALE, tie(0, 0, 0, 3, 9, 0), matrix(30, 10), POINT],
    [2.75, 9.25],
    { by: 'matrix', corner: [29.75, 10.25] },
  ],
  ['a scale of 0 beside a matrix', [[33550, 12, [0, 0, 0]], tie(0, 0, 0, 3, 9, 0), matrix(30, 10)], [30, 10]],
])('%s', async (_, fields, corner, other) => {
  const { info } = await openRaster(raster(...fields))
  expect([info.affine[2], info.affine[5]]).toEqual(corner)
  expect(info.otherPlace).toEqual(other)
})

test('a COG says in one way where it is', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'strata-place-'))
  try {
    const { parts } = await toCog(raster(SCALE, tie(...CORNERS), matrix(30, 10)), folder)
    const { info, levels } = await openRaster(
      Buffer.concat(await Promise.all(parts.map((part) => readFile(part)))),
    )
    expect(info.affine).toEqual([0.5, 0, 3, 0, -0.5, 9])
    expect(info.otherPlace).toBeUndefined()
    const { tags } = levels[0]
    expect([tags.get(TAG.tiepoint)?.length, tags.has(TAG.transformation)]).toEqual([6, false])
  } finally {
    await rm(folder, { recursive: true })
  }
})
