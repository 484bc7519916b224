import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pointsAlong } from '#service/geometry/points-along.ts'
import { differenceOf } from '#service/raster/tiles/difference.ts'
import { openRaster, type RasterFile } from '#service/raster/cells/read.ts'
import { valuesAt } from '#service/raster/cells/values-at.ts'
import { writeCog } from '#service/raster/cog/write-cog.ts'
import { hasGdal } from '../../support/rasters/gdal.ts'

const WIDTH = 80
const HEIGHT = 60
/** Each cell's value is its number; a hole in the middle. */
const numbers = Float32Array.from({ length: WIDTH * HEIGHT }, (_, i) =>
  i % WIDTH > 30 && i % WIDTH < 36 && i > 1200 && i < 3000 ? Number.NaN : i,
)

let folder: string
let projected: RasterFile
let zeros: RasterFile
const path = (name: string) => join(folder, `${name}.tif`)
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strata-viewing-'))
  const size = { width: WIDTH, height: HEIGHT }
  const utm = [2000, 0, 400_000, 0, -2000, 1_200_000] as const
  await writeFile(path('utm'), writeCog({ ...size, affine: utm, crs: 32632, values: numbers }))
  const degrees = [0.02, 0, 8.3, 0, -0.02, 10.5] as const
  const values = new Float32Array(WIDTH * HEIGHT)
  await writeFile(path('zeros'), writeCog({ ...size, affine: degrees, crs: 4326, values }))
  projected = await openRaster(path('utm'))
  zeros = await openRaster(path('zeros'))
})
afterAll(async () => {
  await projected.close()
  await zeros.close()
  await rm(folder, { recursive: true })
})

test('points along a line are equally far apart, from the first vertex to the last', () => {
  const line = [
    [8, 0],
    [9, 0],
    [9, 2],
  ] as const
  const { longitude, latitude, km } = pointsAlong(line, 7)
  expect(Array.from(longitude, (value) => Number(value.toFixed(6)))).toEqual([8, 8.5, 9, 9, 9, 9, 9])
  expect(Array.from(latitude, (value) => Number(value.toFixed(6)))).toEqual([0, 0, 0, 0.5, 1, 1.5, 2])
  expect(km[6]).toBeCloseTo(3 * 111.195, 1)
  expect(km[3]).toBeCloseTo(km[6] / 2, 9)
  // A line that returns to its start, and one without length.
  expect(Array.from(pointsAlong([line[0], line[1], line[0]], 3).longitude)).toEqual([8, 9, 8])
  expect(Array.from(pointsAlong([line[0], line[0]], 2).longitude)).toEqual([8, 8])
})

test('a line across 180° takes the short way', () => {
  const line = [
    [179, 0],
    [-179, 0],
    [178, 0],
  ] as const
  const there = pointsAlong(line, 6)
  expect(Array.from(there.longitude, (value) => Number(value.toFixed(6)))).toEqual([
    179, 180, -179, -180, 179, 178,
  ])
  expect(there.km[5]).toBeCloseTo(5 * 111.195, 1)
})

describe.runIf(hasGdal)('agrees with GDAL', () => {
  test('in the values along a line, across nodata and beyond the raster', async () => {
    const line = [
      [7.9, 10.7],
      [9.0, 10.3],
      [9.6, 9.6],
    ] as const
    const { longitude, latitude } = pointsAlong(line, 150)
    const own = await valuesAt(projected, longitude, latitude)
    const input = Array.from(longitude, (lon, i) => `${lon} ${latitude[i]}`).join('\n')
    const answer = execFileSync('gdallocationinfo', ['-valonly', '-wgs84', path('utm')], {
      input,
      encoding: 'utf8',
    })
    const theirs = answer.split('\n').slice(0, longitude.length)
    expect(Array.from(own, (value) => (Number.isNaN(value) ? 'none' : String(value)))).toEqual(
      theirs.map((text) => (text === '' || text === '-9999' ? 'none' : text)),
    )
    expect(new Set(theirs).size).toBeGreaterThan(80)
    expect(theirs).toContain('')
    expect(theirs).toContain('-9999')
  })

  test('in the statistics of a difference between two systems, nearest neighbour', async () => {
    const extent = ['8.3', '9.3', '9.9', '10.5']
    const grid = ['-t_srs', 'EPSG:4326', '-te', ...extent, '-ts', String(WIDTH), String(HEIGHT)]
    execFileSync('gdalwarp', ['-q', '-et', '0', '-r', 'near', ...grid, path('utm'), path('warped')])
    const info = execFileSync('gdalinfo', ['-stats', '-json', path('warped')], { encoding: 'utf8' })
    const [{ minimum, maximum, mean, stdDev }] = JSON.parse(info).bands
    // The first raster is zero everywhere, so the difference is the other one on its grid.
    const found = await differenceOf({ file: zeros, band: 1 }, { file: projected, band: 1 })
    expect([found.min, found.max]).toEqual([minimum, maximum])
    expect(found.mean).toBeCloseTo(mean, 3)
    expect(found.sd).toBeCloseTo(stdDev, 3)
    expect([found.same_grid, found.step, found.correlation]).toEqual([false, 1, null])
    expect(found.differing).toBe(found.cells)
    expect(found.cells).toBeGreaterThan(2000)
  })
})
