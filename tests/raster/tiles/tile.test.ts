import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { encodePalettePng } from '#service/raster/tiles/png.ts'
import { rampTable } from '#service/raster/tiles/ramps.ts'
import { openRaster } from '#service/raster/cells/read.ts'
import { renderTile, tileValues } from '#service/raster/tiles/tile.ts'
import { valueAt } from '#service/raster/cells/values-at.ts'
import { fromMercator, tileBounds, toMercator } from '#service/raster/systems/web-mercator.ts'
import { writeCog } from '#service/raster/cog/write-cog.ts'
import { expected, fixture, sample } from '../fixtures.ts'
import { pixelsOf } from '../pixels.ts'

const elevation = await openRaster(readFileSync(sample('nga_elevation.tif')))
const range = { min: 0, max: 1000 } as const

describe('a tile', () => {
  // z 6, x 33, y 30 spans 5.625°–11.25° E, 5.616°–11.178° N.
  test('paints each pixel with the cell under its centre', async () => {
    const png = pixelsOf(await renderTile({ file: elevation, z: 6, x: 33, y: 30, ...range }))
    expect([png.width, png.height]).toEqual([256, 256])
    const [west, , , north] = tileBounds(6, 33, 30)
    const step = (tileBounds(6, 33, 30)[2] - west) / 256
    const table = rampTable('viridis')
    for (const [x, y] of [
      [0, 0],
      [86, 97],
      [128, 128],
      [255, 255],
      [200, 40],
    ]) {
      const [lon, lat] = fromMercator(west + (x + 0.5) * step, north - (y + 0.5) * step)
      const value = await valueAt(elevation, lon, lat)
      if (value === null) {
        expect(png.index(x, y)).toBe(0)
        continue
      }
      const index = Math.round((Math.round((Math.min(1000, Math.max(0, value)) / 1000) * 254) * 255) / 254)
      expect(png.at(x, y)).toEqual([...table.subarray(index * 3, index * 3 + 3), 255])
    }
  })

  test('matches the golden image', async () => {
    const png = await renderTile({ file: elevation, z: 5, x: 16, y: 15, size: 512, ramp: 'magma', ...range })
    const image = pixelsOf(png)
    const all = Buffer.from(
      Array.from({ length: 512 * 512 }, (_, i) => image.index(i % 512, Math.floor(i / 512))),
    )
    expect(image.drawn).toMatchInlineSnapshot(`97076`)
    expect(createHash('sha256').update(all).digest('hex').slice(0, 16)).toMatchInlineSnapshot(
      `"ee969e9430212920"`,
    )
  })

  test('has lines only over values between the limits, which meet those of the next tile', async () => {
    const at = { file: elevation, z: 6, x: 33, y: 30 }
    const png = pixelsOf(await renderTile({ ...at, ramp: 'hatch', min: 200, max: 400 }))
    const values = (await tileValues(elevation, at))!
    const wrong = Array.from(values, (value, i) => {
      const [x, y] = [i % 256, Math.floor(i / 256)]
      const line = (x + y) % 8
      return png.index(x, y) === (line < 2 && value > 200 && value <= 400 ? line + 1 : 0)
    }).filter((right) => !right)
    expect(wrong).toEqual([])
    expect(png.drawn).toBeGreaterThan(1000)
  })

  test('has lines the other way, too, which meet those of the next tile', async () => {
    const at = { file: elevation, z: 6, x: 33, y: 30 }
    const png = pixelsOf(await renderTile({ ...at, ramp: 'counter-hatch', min: -1000, max: 5000 }))
    const lines = Array.from({ length: 16 }, (_, row) => png.index(128 + row, 128 + row))
    expect(new Set(lines).size).toBe(1)
    const counted = (indices: number[]) =>
      [1, 2].map((line) => indices.filter((index) => index === line).length)
    expect(counted(Array.from({ length: 8 }, (_, i) => png.index(128 + i, 128)))).toEqual([1, 1])
    const next = pixelsOf(await renderTile({ ...at, x: 34, ramp: 'counter-hatch', min: -1000, max: 5000 }))
    const seam = [252, 253, 254, 255].map((x) => png.index(x, 128))
    expect(counted([...seam, ...[0, 1, 2, 3].map((x) => next.index(x, 128))])).toEqual([1, 1])
  })

  test('is transparent over nodata and outside the raster', async () => {
    const sea = pixelsOf(await renderTile({ file: elevation, z: 7, x: 65, y: 62, ...range }))
    expect(sea.at(0, 255)).toEqual([expect.any(Number), expect.any(Number), expect.any(Number), 0])
    const away = pixelsOf(await renderTile({ file: elevation, z: 6, x: 0, y: 0, size: 64, ...range }))
    expect([away.width, away.drawn]).toEqual([64, 0])
  })

  test('clamps to the ends of the ramp, and handles an empty range', async () => {
    const low = pixelsOf(await renderTile({ file: elevation, z: 6, x: 33, y: 30, min: 5000, max: 6000 }))
    expect(low.at(128, 128)).toEqual([...rampTable('viridis').subarray(0, 3), 255])
    const high = pixelsOf(await renderTile({ file: elevation, z: 6, x: 33, y: 30, min: -900, max: -800 }))
    expect(high.at(128, 128)).toEqual([...rampTable('viridis').subarray(765), 255])
    const flat = pixelsOf(await renderTile({ file: elevation, z: 6, x: 33, y: 30, min: 5, max: 5 }))
    expect(flat.index(128, 128)).toBe(1)
  })

  test('uses the overview that fits the zoom, and full cells when zoomed in', async () => {
    const width = 1024
    const values = Float32Array.from({ length: width * width }, (_, i) => (i % 2 === 0 ? 0 : 100))
    const affine = [1 / 128, 0, 0, 0, -1 / 128, 4] as const
    const file = await openRaster(writeCog({ width, height: width, affine, crs: 4326, values }))
    const far = pixelsOf(await renderTile({ file, z: 4, x: 8, y: 7, min: 0, max: 100 }))
    expect(far.index(10, 240)).toBe(128)
    const near = pixelsOf(await renderTile({ file, z: 10, x: 515, y: 509, min: 0, max: 100 }))
    expect(new Set(Array.from({ length: 256 }, (_, x) => near.index(x, 5)))).toEqual(new Set([1, 255]))
  })

  test('between two overviews uses the finer one', async () => {
    const width = 2048
    // Pairs of columns: the overview of half the size has both values, that of a quarter only their mean.
    const values = Float32Array.from({ length: width * width }, (_, i) => ((i % width) % 4 < 2 ? 0 : 100))
    const perPixel = 3
    const degrees = 360 / 2 ** 8 / 256 / perPixel
    const affine = [degrees, 0, 0, 0, -degrees, width * degrees] as const
    const file = await openRaster(writeCog({ width, height: width, affine, crs: 4326, values }))
    expect(file.levels.map((level) => level.width)).toEqual([2048, 1024, 512])
    const png = pixelsOf(await renderTile({ file, z: 8, x: 128, y: 127, min: 0, max: 100 }))
    expect(new Set(Array.from({ length: 256 }, (_, x) => png.index(x, 128)))).toEqual(new Set([1, 255]))
  })

  test('works on a raster in Web Mercator', async () => {
    const values = Float32Array.from({ length: 16 }, (_, i) => i)
    const [west, , east, north] = tileBounds(3, 4, 3)
    const cell = (east - west) / 4
    const file = await openRaster(
      writeCog({ width: 4, height: 4, affine: [cell, 0, west, 0, -cell, north], crs: 3857, values }),
    )
    const png = pixelsOf(await renderTile({ file, z: 3, x: 4, y: 3, size: 4, min: 0, max: 254 }))
    expect(Array.from({ length: 16 }, (_, i) => png.index(i % 4, Math.floor(i / 4)) - 1)).toEqual(
      Array.from(values),
    )
  })

  test.each([
    [2, 4, 0],
    [2, -1, 0],
    [0.5, 0, 0],
    [31, 0, 0],
  ])('%d/%d/%d does not exist', async (z, x, y) => {
    await expect(renderTile({ file: elevation, z, x, y, ...range })).rejects.toThrow(
      `There is no tile ${z}/${x}/${y}.`,
    )
  })

  test('that would decode a huge raster without overviews is rejected', async () => {
    const huge = { ...elevation.levels[0], width: 200_000, height: 200_000 }
    const info = {
      ...elevation.info,
      width: 200_000,
      height: 200_000,
      affine: [1e-3, 0, -99, 0, -5e-4, 50] as const,
    }
    const request = { file: { ...elevation, levels: [huge], info }, z: 0, x: 0, y: 0, ...range }
    await expect(renderTile(request)).rejects.toThrow('no overview that fits this zoom')
  })

  test('of another projection or band is rejected', async () => {
    const utm = await openRaster(fixture('i16-utm.tif'))
    // No shift from its datum is known.
    const chinese = { ...utm, info: { ...utm.info, crs: 2327 } }
    await expect(renderTile({ file: chinese, z: 1, x: 1, y: 0, ...range })).rejects.toThrow(
      'EPSG:2327 (Xian 1980 / Gauss-Kruger zone 13), which Strata cannot project',
    )
    await expect(renderTile({ file: elevation, z: 1, x: 1, y: 0, band: 2, ...range })).rejects.toThrow(
      'no band 2',
    )
    await utm.close()
  })
})

test('the value at a point is the full-resolution cell, null for nodata and outside', async () => {
  for (const [lon, lat, value] of expected.elevation.points) {
    expect(await valueAt(elevation, lon, lat)).toBe(value === -9999 ? null : value)
  }
  expect(await valueAt(elevation, -100, 7)).toBeNull()
})

describe('ramps', () => {
  test('have 256 colours each, with the published ends', () => {
    for (const name of ['viridis', 'cividis', 'magma', 'YlGnBu', 'RdBu'] as const)
      expect(rampTable(name)).toHaveLength(768)
    const ends = (name: 'viridis' | 'magma') => [
      ...rampTable(name).subarray(0, 3),
      ...rampTable(name).subarray(765),
    ]
    expect(ends('viridis')).toEqual([0x44, 0x01, 0x54, 0xfd, 0xe7, 0x25])
    expect(ends('magma')).toEqual([0x00, 0x00, 0x04, 0xfc, 0xfd, 0xbf])
  })
})

test('Web Mercator there and back', () => {
  // python3: pyproj/GDAL osr.CoordinateTransformation 4326 → 3857 of (7.49, 9.06)
  const [x, y] = toMercator(7.49, 9.06)
  expect(x).toBeCloseTo(833782.986, 2)
  expect(fromMercator(x, y)[0]).toBeCloseTo(7.49, 12)
  expect(fromMercator(x, y)[1]).toBeCloseTo(9.06, 12)
})

test('an image with the wrong number of pixels is rejected', () => {
  expect(() => encodePalettePng(new Uint8Array(3), 2, 2, new Uint8Array(768))).toThrow('3 pixels for 2 × 2')
})
