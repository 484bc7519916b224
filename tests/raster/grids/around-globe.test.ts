import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  extentInDegrees,
  meet,
  onGlobe,
  projectionOn,
  wholeWidth,
} from '#service/raster/grids/around-globe.ts'
import { differenceOf } from '#service/raster/tiles/difference.ts'
import { type Affine, edgeAt, gridBounds } from '#service/raster/grid.ts'
import { openRaster, readRaster } from '#service/raster/cells/read.ts'
import { referenceGridOver } from '#service/raster/grids/reference-grid.ts'
import type { ResampleMethod } from '#service/raster/warp/resample.ts'
import { sampleFile } from '#service/raster/cells/sample.ts'
import { tileValues } from '#service/raster/tiles/tile.ts'
import { openOnReferenceGrid } from '#service/raster/warp/to-reference-grid.ts'
import { valueAt } from '#service/raster/cells/values-at.ts'
import { fromMercator, MERCATOR_EDGE, toMercator } from '#service/raster/systems/web-mercator.ts'
import { writeCog } from '#service/raster/cog/write-cog.ts'
import { gdal, hasGdal } from '../../support/rasters/gdal.ts'

/** Goes once up and down around the globe. */
const waveAt = (lon: number) => Math.fround(1000 * (2 + Math.cos(((lon - 30) * Math.PI) / 180)))

/** Cells with the wave's value at their centre. */
function meridians(width: number, height: number, affine: Affine, crs = 4326) {
  const values = Float32Array.from({ length: width * height }, (_, i) => {
    const [x] = edgeAt({ width, height, affine, crs }, (i % width) + 0.5, 0)
    const lon = crs === 3857 ? fromMercator(x, 0)[0] : x
    return waveAt(lon)
  })
  return writeCog({ width, height, affine, crs, values })
}
const wrapped = (lon: number) => ((((lon + 180) % 360) + 360) % 360) - 180

const RASTERS: Record<string, Parameters<typeof meridians>> = {
  'from 0° to 360°': [360, 4, [1, 0, 0, 0, -0.05, 0.1]],
  'from −0.5° to 359.5°': [360, 4, [1, 0, -0.5, 0, -0.05, 0.1]],
  'across 180° (Fiji)': [40, 4, [0.25, 0, 176, 0, -0.05, -15]],
  'west of −180°': [40, 4, [0.25, 0, -184, 0, -0.05, -15]],
  'from 180° to 360°': [180, 4, [1, 0, 180, 0, -0.05, 0.1]],
  'in NZGD2000, across 180°': [40, 4, [0.25, 0, 176, 0, -0.05, -35], 4167],
  'in Web Mercator, across 180°': [40, 4, [25_000, 0, toMercator(176, 0)[0], 0, -5000, -2e6], 3857],
}
const rasters = Object.entries(RASTERS).map(([name, raster]) => [name, raster] as const)

/** Longitudes of centres of the cells, from −180° to 180°, with the value in the first row. */
const centres = ([width, height, affine, crs = 4326]: Parameters<typeof meridians>) =>
  Array.from({ length: width }, (_, column) => {
    const [x, y] = edgeAt({ width, height, affine, crs }, column + 0.5, 0.5)
    const [lon, lat] = crs === 3857 ? fromMercator(x, y) : [x, y]
    return { lon: wrapped(lon), lat, value: waveAt(wrapped(lon)) }
  })

describe.each(rasters)('a raster %s', (_, raster) => {
  const input = meridians(...raster)

  test('has a value under each place', async () => {
    const file = await openRaster(input)
    for (const { lon, lat, value } of centres(raster))
      expect(await valueAt(file, lon, lat)).toBeCloseTo(value, 2)
    const places = centres(raster)
    if ((raster[3] ?? 4326) === 4326) {
      const sampled = await sampleFile(
        file,
        places.map(({ lon }) => lon),
        places.map(({ lat }) => lat),
      )
      places.forEach(({ value }, i) => expect(sampled.values[i]).toBeCloseTo(value, 2))
    }
  })

  test('is drawn on both sides of the map', async () => {
    const [width, , [a, b, c, d, e, f], crs] = raster
    const file = await openRaster(meridians(width, 20, [a, b, c, d, 20 * e, f - 10 * e], crs))
    const size = 256
    const values = (await tileValues(file, { z: 0, x: 0, y: 0, size }))!
    let drawn = 0
    for (let pixel = 0; pixel < size; pixel++) {
      const column = (2 * (pixel + 0.5) * MERCATOR_EDGE) / size - MERCATOR_EDGE
      for (let row = 100; row < 160; row++) {
        const at = fromMercator(column, MERCATOR_EDGE - (2 * (row + 0.5) * MERCATOR_EDGE) / size)
        const expected = (await valueAt(file, ...at)) ?? Number.NaN
        expect(values[row * size + pixel]).toBe(expected)
        if (expected > 0) drawn++
      }
    }
    expect(drawn).toBeGreaterThan(raster[0] / 8)
  })

  test('has an extent from −180° to 180° that holds all cells', async () => {
    const { info } = await openRaster(input)
    const [west, , east] = extentInDegrees(info)!
    expect(west).toBeGreaterThanOrEqual(-180)
    expect(east).toBeLessThanOrEqual(180)
    for (const { lon } of centres(raster))
      expect(west <= east ? lon >= west && lon <= east : lon >= west || lon <= east).toBe(true)
  })

  test.each(['nearest', 'bilinear', 'average'] as const)('is processed to both sides: %s', async (method) => {
    const { values, grid } = await processed(input, method)
    const [west, , east] = gridBounds(grid)
    expect(west >= -180 && east <= 180).toBe(true)
    const [a, , c, , e, f] = grid.affine
    for (const { lon, lat, value } of centres(raster)) {
      // The centre of a cell of the result just east of the centre of the source's cell.
      const column = Math.floor((lon - c) / a + 1e-6)
      const row = Math.floor((lat - f) / e + 1e-6)
      const found = values[row * grid.width + column]
      expect(Math.abs(found - value)).toBeLessThan(0.2)
    }
  })

  test('keeps its total', async () => {
    const total = (list: ArrayLike<number>) =>
      Array.from(list).reduce((sum, value) => sum + (Number.isNaN(value) ? 0 : Math.abs(value)), 0)
    const { values } = await processed(input, 'sum')
    expect(total(values) / total((await readRaster(input)).values)).toBeCloseTo(1, 6)
  })
})

async function processed(
  input: Uint8Array | string,
  method: ResampleMethod,
  options: Parameters<typeof openOnReferenceGrid>[3] = {},
) {
  const band = await openOnReferenceGrid(input, 1, method, options)
  const { grid } = band
  const values = new Float64Array(grid.width * grid.height).fill(Number.NaN)
  for (let row = 0; row < grid.height; row += 512)
    for await (const piece of band.pieces(row, 512, 512, { dataType: 'float64', nodata: -9999 })) {
      const [cells] = piece.cells
      if (!cells) continue
      for (let i = 0; i < piece.height; i++)
        for (let j = 0; j < piece.width; j++) {
          const value = cells[i * piece.width + j]
          if (value !== -9999) values[(piece.row + i) * grid.width + piece.column + j] = value
        }
    }
  await band.close()
  return { values, grid }
}

test('bilinear interpolates across the first and the last column of a raster around the globe', async () => {
  const { values, grid } = await processed(meridians(360, 4, [1, 0, 0, 0, -0.05, 0.1]), 'bilinear')
  for (let i = -60; i < 60; i++) {
    const lon = (i + 0.5) / 120
    // Between the centres at 359.5° and at 0.5°, a straight line.
    const expected = waveAt(-0.5) + (waveAt(0.5) - waveAt(-0.5)) * (lon + 0.5)
    expect(values[10 * grid.width + 180 * 120 + i]).toBeCloseTo(expected, 2)
  }
})

test('a target without the raster is rejected, one on either side is not', async () => {
  const fiji = meridians(40, 4, [0.25, 0, 176, 0, -0.05, -15])
  const over = (west: number, east: number) => ({
    grid: { ...referenceGridOver([west, -15.2, east, -15]), crs: 4326 },
  })
  for (const [west, east] of [
    [176.5, 177],
    [-175, -174.5],
  ])
    expect((await processed(fiji, 'nearest', over(west, east))).values.every((one) => one > 0)).toBe(true)
  await expect(processed(fiji, 'nearest', over(0, 1))).rejects.toThrow('does not overlap')
})

test('in the gap between the sides of a country, no cell has a value', async () => {
  const world = meridians(360, 4, [1, 0, 0, 0, -0.05, 0.1])
  const grid = { ...referenceGridOver([-180, 0, 180, 0.1]), crs: 4326 }
  const { values } = await processed(world, 'nearest', { grid, gap: [-178.5, 177.25] })
  const filled = Array.from(values.subarray(0, grid.width).keys()).filter((i) => !Number.isNaN(values[i]))
  const lons = filled.map((i) => edgeAt(grid, i + 0.5, 0)[0])
  expect(lons.length).toBe((1.5 + 2.75) * 120)
  expect(lons.every((lon) => lon < -178.5 || lon > 177.25)).toBe(true)
})

test('rasters that count longitudes differently are compared cell by cell', async () => {
  const [east, west] = [meridians(360, 20, [1, 0, 0, 0, -1, 10]), meridians(360, 20, [1, 0, -180, 0, -1, 10])]
  for (const [one, other] of [
    [east, west],
    [west, east],
  ]) {
    const bands = [one, other].map(async (input) => ({ file: await openRaster(input), band: 1 }))
    const [first, second] = await Promise.all(bands)
    expect(await differenceOf(first, second)).toMatchObject({ cells: 7200, only_one: 0 })
  }
})

test.each([
  [[0, -90, 360, 90], 0, [-180, -90, 180, 90]],
  [[176, -20, 186, -10], 0, [176, -20, -174, -10]],
  [[-190, -20, -170, -10], 0, [170, -20, -170, -10]],
  [[-179.5, 0, 180.5, 1], 0, [-180, 0, 180, 1]],
  [[190, 0, 200, 1], 0, [-170, 0, -160, 1]],
  [[180, 0, 360, 1], 0, [-180, 0, 0, 1]],
  [[-180.25, -90.25, 179.75, 90.25], 0.25, [-180, -90, 179.75, 90]],
  [[-180, 0, 180, 1], 0, [-180, 0, 180, 1]],
  [[170, 0, 180, 1], 0, [170, 0, 180, 1]],
] as const)('the bounds %j lie within the globe', (bounds, slack, expected) => {
  expect(onGlobe(bounds, slack)).toEqual(expected)
})

test('bounds across 180° are widened to all longitudes, others are not', () => {
  expect(wholeWidth([176, -20, -174, -10])).toEqual([-180, -20, 180, -10])
  expect(wholeWidth([176, -20, 180, -10])).toEqual([176, -20, 180, -10])
})

/** The least and the greatest of the points that `gdaltransform -s_srs EPSG:… -t_srs EPSG:4326` finds along the edges. */
test.each([
  [
    'UTM across 180°',
    32_760,
    [700_000, 7_900_000, 1_000_000, 8_100_000],
    [178.88042, -18.98277, -178.25565, -17.13017],
  ],
  [
    'Mercator across 180°',
    3832,
    [2_226_389.8158654715, -2e6, 4_452_779.631730943, -1e6],
    [170, -17.79056, -170, -9.00588],
  ],
  ['beside the pole, across 180°', 3995, [-1e6, 1e6, 1e6, 3e6], [135, 61.47579, -135, 80.81527]],
  ['around the North Pole', 3995, [-1e6, -1e6, 1e6, 1e6], [-180, 77.0374, 180, 90]],
  ['around the South Pole', 3031, [-1e6, -5e5, 1e6, 1e6], [-180, -90, 180, -77.0374]],
] as const)(
  'a projected raster has the extent of its edges: %s',
  (_, crs, [west, south, east, north], expected) => {
    const [width, height] = [10, 10]
    const affine = [(east - west) / width, 0, west, 0, (south - north) / height, north] as const
    const extent = extentInDegrees({ width, height, affine, crs })!
    extent.forEach((side, i) => expect(side).toBeCloseTo(expected[i], 4))
  },
)

/** As when it is processed, to within a degree: places inside are tried every 5° instead of 1°. */
test.each([
  ['Mollweide', 54_009, 361, 181, [1e5, 0, -18_050_000, 0, -1e5, 9_050_000], [-180, -90, 180, 90]],
  [
    'Mollweide, as GHS-POP',
    54_009,
    361,
    180,
    [1e5, 0, -18_041_000, 0, -1e5, 9e6],
    [-180, -89.09, 180, 89.09],
  ],
  ['Mollweide, a corner', 54_009, 20, 20, [1e5, 0, 1.5e7, 0, -1e5, 5e6], [158.7, 24.55, 180, 41.89]],
  ['sinusoidal', 54_008, 401, 201, [1e5, 0, -20_050_000, 0, -1e5, 10_050_000], [-180, -90, 180, 90]],
] as const)(
  'a raster with corners beyond the globe has an extent: %s',
  (_, crs, width, height, affine, expected) => {
    const extent = extentInDegrees({ width, height, affine, crs })!
    extent.forEach((side, i) => expect(Math.abs(side - expected[i])).toBeLessThan(1))
  },
)

test('a raster beyond the globe has no extent', () => {
  const affine = [1e5, 0, 1.4e7, 0, -1e5, 7e6] as const
  expect(extentInDegrees({ width: 10, height: 10, affine, crs: 54_009 })).toBeNull()
})

test('extents meet, also of a country on both sides of 180°', () => {
  const fiji = [177, -20, -178, -12] as const
  expect(meet([-180, -18, -179, -17], fiji)).toBe(true)
  expect(meet([176, -18, 178, -17], fiji)).toBe(true)
  expect(meet([0, -18, 170, -17], fiji)).toBe(false)
  expect(meet(fiji, [170, -30, -170, -19])).toBe(true)
})

test('rasters from −180° to 180° are projected as before', () => {
  const grid = { width: 360, height: 180, affine: [1, 0, -180, 0, -1, 90] as const, crs: 4326 }
  expect(projectionOn(grid).forward(180, 0)).toEqual([180, 0])
})

describe.skipIf(!hasGdal)('on the reference grid, as gdalwarp with +lon_wrap', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'strata-globe-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  test.each([
    ['0 to 360', 360, [1, 0, 0, 0, -0.05, 0.1]],
    ['Fiji', 40, [0.25, 0, 176, 0, -0.05, 0.1]],
  ] as const)('%s', async (name, width, affine) => {
    const path = join(folder, `${name}.tif`)
    await writeFile(path, meridians(width, 4, affine))
    const { values, grid } = await processed(path, 'nearest')
    const out = join(folder, `${name}-warped.tif`)
    const source = '+proj=longlat +datum=WGS84 +lon_wrap=180'
    const extent = gridBounds(grid).map(String)
    const size = [grid.width, grid.height].map(String)
    const options = [
      '-q',
      '-et',
      '0',
      '-s_srs',
      source,
      '-t_srs',
      'EPSG:4326',
      '-te',
      ...extent,
      '-ts',
      ...size,
    ]
    await gdal('gdalwarp', [...options, path, out])
    const theirs = (await readRaster(out)).values
    let different = 0
    values.forEach((value, i) => (different += Object.is(value, theirs[i]) ? 0 : 1))
    expect(different / values.length).toBeLessThan(0.001)
  })
})
