import { readFile } from 'node:fs/promises'
import type { FeatureCollection, MultiPolygon, Polygon } from 'geojson'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseBox } from '#contract/interpolation/interpolation-list.ts'
import {
  boundsOfPoints,
  crosses180,
  isPortrait,
  overlap,
  shortWay,
  unionOf,
  wrapLongitude,
} from '~/components/map/base/bounds-of.ts'
import { boxBetween } from '~/components/map/base/box.ts'
import type { Bounds } from '~/components/map/base/map-place.ts'
import { lineData } from '~/components/map/base/map-style.ts'
import { narrowTo } from '~/components/map/base/use-narrow-bounds.ts'

test.each<[string, Bounds[], Bounds]>([
  ['one', [[2, 4, 15, 14]], [2, 4, 15, 14]],
  [
    'neighbours',
    [
      [2, 4, 15, 14],
      [-3, 6, 4, 12],
    ],
    [-3, 4, 15, 14],
  ],
  ['west above east', [[177, -21, -178, -12]], [177, -21, 182, -12]],
  ['mostly west of 180°', [[179, -21, -170, -12]], [-181, -21, -170, -12]],
  ['east above 180', [[190, -21, 200, -12]], [-170, -21, -160, -12]],
  ['Russia', [[19.6, 41, -169, 82]], [19.6, 41, 191, 82]],
  [
    'islands on both sides',
    [
      [177, -21, 179, -12],
      [-179, -20, -178, -15],
    ],
    [177, -21, 182, -12],
  ],
  ['a country at 180°', [[166, -47, 180, -34]], [166, -47, 180, -34]],
  [
    'the globe',
    [
      [-180, -90, 180, 90],
      [2, 4, 15, 14],
    ],
    [-180, -90, 180, 90],
  ],
  ['none', [], [-170, -56, 178, 74]],
])('the narrowest bounds: %s', (_name, all, expected) => {
  expect(unionOf(all)).toEqual(expected)
})

test('bounds contain all that they are around, with the centre on the map', () => {
  const longitude = fc.integer({ min: -180, max: 179 })
  const box = fc.tuple(
    longitude,
    fc.integer({ min: -90, max: 0 }),
    longitude,
    fc.integer({ min: 0, max: 90 }),
  )
  fc.assert(
    fc.property(fc.array(box, { minLength: 1, maxLength: 4 }), (all) => {
      const [west, south, east, north] = unionOf(all)
      const centre = (west + east) / 2
      expect(centre >= -180 && centre < 180).toBe(true)
      expect(east - west).toBeLessThanOrEqual(360)
      for (const one of all) {
        const width = one[2] - one[0] + (one[0] > one[2] ? 360 : 0)
        const left = [-360, 0, 360]
          .map((turn) => one[0] + turn)
          .filter((at) => at >= west && at + width <= east)
        expect(left.length > 0 || east - west === 360).toBe(true)
        expect(south <= one[1] && north >= one[3]).toBe(true)
      }
    }),
    { seed: 180 },
  )
})

test('points on both sides of 180°, with a margin', () => {
  const bounds = boundsOfPoints([
    [179.5, -17],
    [-179.8, -16],
    [177.4, -18],
  ])
  expect(bounds.map((value) => Number(value.toFixed(6)))).toEqual([177.3, -18.1, 180.3, -15.9])
  expect(crosses180(bounds)).toBe(true)
  expect(crosses180(shortWay([166, -47, 180, -34]))).toBe(false)
})

test('bounds overlap across 180° too', () => {
  const fiji: Bounds = [177, -21, -178, -12]
  expect(overlap(fiji, [-180, -20, -179, -15])).toBe(true)
  expect(overlap([176, -20, 178, -15], fiji)).toBe(true)
  expect(overlap(fiji, [2, -20, 15, -15])).toBe(false)
  expect(overlap(fiji, [178, 4, 179, 14])).toBe(false)
})

test('longitudes are wrapped to those of the map', () => {
  expect([181, -181, 180, -180, 540, 2.1].map(wrapLongitude)).toEqual([-179, 179, 180, -180, -180, 2.1])
})

test.each<[string, [number, number], Bounds]>([
  ['on one side', [15, 2], [2, -20, 15, -15]],
  ['up to 180°', [170, 180], [170, -20, 180, -15]],
  ['from 180° on', [180, 190], [-180, -20, -170, -15]],
  ['beyond 180°', [181, 183], [-179, -20, -177, -15]],
  ['across 180°', [177, 182], [177, -20, -178, -15]],
  ['across 180°, mostly beyond it', [179, 182.3456], [179, -20, -177.654, -15]],
  ['across 180° to the west', [-178, -182], [178, -20, -178, -15]],
  ['one turn further', [537, 542], [177, -20, -178, -15]],
  ['all longitudes', [-200, 200], [-180, -20, 180, -15]],
])('a box lies on the map, with west greater than east across 180°: %s', (_name, [from, to], box) => {
  expect(boxBetween([from, -20], [to, -15])).toEqual(box)
  expect(parseBox(box.join())).toEqual(box)
})

test('a box ends at the poles, and spans something', () => {
  expect(boxBetween([2, -100], [15, 95])).toEqual([2, -90, 15, 90])
  expect(boxBetween([2, 4], [2.0001, 14])).toBeNull()
  expect(boxBetween([2, 91], [15, 95])).toBeNull()
})

test('outlines of countries go on beyond 180° instead of back around the globe, except around the pole', async () => {
  const text = await readFile(
    new URL('../../../src/components/map/base/countries.geojson', import.meta.url),
    'utf8',
  )
  const { features } = JSON.parse(text) as FeatureCollection<Polygon | MultiPolygon>
  const leaps = features.filter(({ geometry: { type, coordinates } }) =>
    (type === 'Polygon' ? [coordinates] : coordinates)
      .flat()
      .some((ring) => ring.some(([lon], at) => at > 0 && Math.abs(lon - ring[at - 1][0]) > 180)),
  )
  const antarctica = 10
  expect(leaps.map(({ id }) => id)).toEqual([antarctica])
})

test('a raster of a country on both sides of 180° is shown where the country is', () => {
  const fiji: [number, number, number, number] = [177, -21, -178, -12]
  const benin: [number, number, number, number] = [0.8, 6.2, 3.9, 12.4]
  const countries = [
    { iso3_code: 'FJI', bounds: fiji },
    { iso3_code: 'BEN', bounds: benin },
  ]
  expect(narrowTo([-180, -21, 180.000_000_1, -12], 'FJI', countries)).toEqual(fiji)
  expect(narrowTo([-180, -90, 180, 90], 'BEN', countries)).toEqual([-180, -90, 180, 90])
  expect(narrowTo([-180, -90, 180, 90], null, countries)).toEqual([-180, -90, 180, 90])
  expect(narrowTo([177, -21, 180, -12], 'FJI', countries)).toEqual([177, -21, 180, -12])
})

test.each([
  ['on one side of 180°', [8, 9, 7], [8, 9, 7]],
  ['to the east across 180° and back', [179, -179, -178, 179], [179, 181, 182, 179]],
  ['to the west across 180°', [-179, 179, 10], [-179, -181, -350]],
])('a line is drawn the short way: %s', (_name, longitudes, expected) => {
  const line = longitudes.map((longitude) => ({ longitude, latitude: 0 }))
  expect(lineData(line)).toMatchObject({
    geometry: { coordinates: expected.map((longitude) => [longitude, 0]) },
  })
})

test.each([
  ['Benin', [0.8, 6.2, 3.9, 12.4], true],
  ['Nigeria', [2.6, 4.2, 14.7, 13.9], false],
  ['Norway, where degrees of longitude are short', [4, 58, 18, 71], true],
  ['Fiji, across 180°', [177, -21, -178, -12], true],
] as const)('a portrait frame for %s', (_, bounds, portrait) => {
  expect(isPortrait([...bounds])).toBe(portrait)
})
