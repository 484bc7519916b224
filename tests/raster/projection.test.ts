import { describe, expect, test } from 'vitest'
import { findProjection, metresPerUnit, nameOfCrs, projectionOf } from '#service/raster/projection.ts'

/** echo LON LAT | gdaltransform -s_srs EPSG:4326 -t_srs EPSG:CODE -output_xy (GDAL 3.6.2, PROJ 9.1.1) */
const KNOWN: [crs: number, lon: number, lat: number, x: number, y: number][] = [
  [32632, 7.49, 9.06, 334038.934944315, 1001830.05011103],
  [32737, 37.2, -6.8, 301072.684568302, 9247990.27401531],
  [3035, 14.3, 47.9, 4642481.61990958, 2763397.64433208],
  [2154, 2.35, 48.85, 652301.564830528, 6861302.72589958],
  [3031, 45, -78.5, 886390.324011867, 886390.324011867],
  [3413, -52, 71.2, -250354.482748173, -2038973.63729751],
  [6933, 21.5, -12.25, 2074455.02539428, -1551205.5011958],
  [5070, -93.1, 41.6, 239900.606503688, 2069817.96588188],
  [3577, 147.3, -23.4, 1544643.51415623, -2616029.66977786],
  [2263, -73.9, 40.7, 1011978.07676434, 194321.165971139],
  [26391, 4.2, 8.1, 197766.85166379, 453227.360891995],
  [22234, 20.4, -29.5, 441894.769080396, 6736759.55107095],
  [8857, -60.5, 33.3, -5338990.77268335, 4154386.3833501],
  [3395, 7.49, 9.06, 833782.986041619, 1006060.13260404],
  [4087, -36.5, -18, -4063161.41395449, -2003750.83427892],
  [4258, 7.5, 51.5, 7.5, 51.5],
]

describe('a reference system by its EPSG code', () => {
  test.each(KNOWN)('EPSG:%i at %d, %d is where GDAL finds it', (crs, lon, lat, x, y) => {
    const { forward, inverse } = projectionOf({ crs })
    const [atX, atY] = forward(lon, lat)
    const unit = metresPerUnit({ crs })!
    expect(Math.hypot(atX - x, atY - y) * unit).toBeLessThan(0.01)
    const [backLon, backLat] = inverse(x, y)
    expect(backLon).toBeCloseTo(lon, 7)
    expect(backLat).toBeCloseTo(lat, 7)
  })

  test('has a name and a unit', () => {
    expect(nameOfCrs({ crs: 32632 })).toBe('EPSG:32632 (WGS 84 / UTM zone 32N)')
    expect(nameOfCrs({ crs: 999_999 })).toBe('EPSG:999999')
    expect([4326, 3857, 2263, 999_999].map((crs) => metresPerUnit({ crs }))).toEqual([
      111_195.08,
      1,
      1200 / 3937,
      null,
    ])
  })

  test.each([
    [27700, 'needs a grid file'],
    [54009, 'would never end near a pole'],
    [6247, 'has a method that proj4 does not know'],
    [999_999, 'is unknown'],
  ])('EPSG:%i, which %s, cannot be computed', (crs) => {
    expect(findProjection({ crs })).toBeNull()
    expect(() => projectionOf({ crs })).toThrow(`EPSG:${crs}`)
  })

  test('has no positions where it folds over', () => {
    expect(projectionOf({ crs: 32632 }).forward(99, 0)).toEqual([Number.NaN, Number.NaN])
    expect(projectionOf({ crs: 3035 }).forward(Number.NaN, 10)).toEqual([Number.NaN, Number.NaN])
  })
})
