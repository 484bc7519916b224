import { describe, expect, test } from 'vitest'
import { findProjection, metresPerUnit, nameOfCrs, projectionOf } from '#service/raster/systems/projection.ts'

const PACIFIC = '+proj=moll +lon_0=150 +x_0=500000 +y_0=-1000000 +datum=WGS84 +units=m +no_defs'

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
  // Esri's codes: -t_srs ESRI:54009 and ESRI:53009.
  [54009, 8, 9, 795676.380371302, 1111049.16031072],
  [54009, -115, -37.5, -9982902.6795199, -4508090.6366518],
  [54009, 100, 80, 3266599.5814799, 8527486.04177697],
  [54009, -179.9, -60, -11667665.1099715, -6876758.9933288],
  [54009, 179.999, 0, 18039995.4733934, 0],
  [54009, -60.5, 89, -430669.18951797, 8997266.89915323],
  [54009, 12, -89.5, 53829.2363520611, -9011008.48575989],
  [53009, -3.7, 40.4, -312724.014303461, 4828650.99865929],
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
    expect(nameOfCrs({ crs: 54_009 })).toMatch(/^ESRI:54009 \(.*Mollweide\)$/)
    expect(nameOfCrs({ crs: 32_766 })).toMatch(/^EPSG:32766 /)
    expect(nameOfCrs({ crs: 999_999 })).toBe('EPSG:999999')
    expect([4326, 3857, 2263, 999_999].map((crs) => metresPerUnit({ crs }))).toEqual([
      111_195.08,
      1,
      1200 / 3937,
      null,
    ])
  })

  test.each([
    [2327, 'has no known shift to WGS 84'],
    [4807, 'counts in grads'],
    [6247, 'has a method that proj4 does not know'],
    [999_999, 'is unknown'],
  ])('EPSG:%i, which %s, cannot be computed', (crs) => {
    expect(findProjection({ crs })).toBeNull()
    expect(() => projectionOf({ crs })).toThrow(`EPSG:${crs}`)
  })

  describe('of Mollweide', () => {
    const { forward, inverse } = projectionOf({ crs: 54009 })
    const nowhere = [Number.NaN, Number.NaN]
    // gdaltransform says 'transformation failed' for each.
    test.each([
      [18_000_000, 1_000_000],
      [-9_000_000, 8_000_000],
      [0, 9_100_000],
      [1, 9_020_048.5],
      [18_040_097, 0],
    ])('%d, %d lies outside the ellipse', (x, y) => {
      expect(inverse(x, y)).toEqual(nowhere)
    })
    test('ends at the poles and at 180°', () => {
      const [radius, pole] = [6_378_137, Math.SQRT2 * 6_378_137]
      expect(forward(30, 90)).toEqual([0, pole])
      expect(forward(-180, -90)[1]).toBe(-pole)
      expect(forward(180, 0)[0]).toBeCloseTo(2 * Math.SQRT2 * radius, 6)
      expect(inverse(0, pole)[1]).toBeCloseTo(90, 6)
      expect(forward(10, 90.1)).toEqual(nowhere)
    })
    test('comes back from everywhere, also next to a pole', () => {
      for (let i = 0; i <= 2000; i++) {
        const lon = ((i * 7919) % 3600) / 10 - 180
        const lat = i < 1000 ? (i - 500) * 0.18 : 90 - 10 ** (-(i - 1000) / 100)
        const [backLon, backLat] = inverse(...forward(lon, lat))
        expect(Math.abs(backLat - lat)).toBeLessThan(1e-9)
        expect(Math.abs(backLon - lon) * Math.cos((lat * Math.PI) / 180)).toBeLessThan(1e-9)
      }
    })
    test('has a unit, and a central meridian of its own', () => {
      expect(metresPerUnit({ crs: 54009 })).toBe(1)
      const pacific = projectionOf({ crs: null, crsDefinition: PACIFIC })
      // gdaltransform -s_srs EPSG:4326 -t_srs "$PACIFIC"
      const [x, y] = pacific.forward(-170, -20)
      expect([x, y].map((one) => Math.round(one * 1000) / 1000)).toEqual([4_357_746.531, -3_453_585.882])
      expect(pacific.inverse(x, y)[0]).toBeCloseTo(-170, 9)
    })
  })

  test('says that no shift is known', () => {
    expect(() => projectionOf({ crs: 2327 })).toThrow(
      'EPSG:2327 (Xian 1980 / Gauss-Kruger zone 13), which Strata cannot project because no shift from its datum to WGS 84 is known; warp it to EPSG:4326',
    )
  })

  test('has no positions where it folds over', () => {
    expect(projectionOf({ crs: 32632 }).forward(99, 0)).toEqual([Number.NaN, Number.NaN])
    expect(projectionOf({ crs: 3035 }).forward(Number.NaN, 10)).toEqual([Number.NaN, Number.NaN])
  })
})
