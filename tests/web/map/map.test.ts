import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RAMPS } from '#contract/rasters/ramps.ts'
import { rampTable } from '#service/raster/tiles/ramps.ts'
import {
  describePlace,
  formatPlace,
  formatView,
  parsePlace,
  parseView,
} from '~/components/map/base/map-place.ts'
import { mapStyle, themePaint } from '~/components/map/base/map-style.ts'
import { rampColour, rampGradient } from '~/components/map/legend/ramps.ts'

const colours = {
  water: 'w',
  land: 'l',
  border: 'b',
  river: 'r',
  admin: 'a',
  hatch: 'h',
  ink: 'i',
  halo: 'o',
}
const place = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
})

test('places and views in the address are exact to about ten metres', () => {
  fc.assert(
    fc.property(place, fc.double({ min: 0, max: 22, noNaN: true }), (at, zoom) => {
      const back = parsePlace(formatPlace(at))
      expect(back?.latitude).toBeCloseTo(at.latitude, 3)
      expect(back?.longitude).toBeCloseTo(at.longitude, 3)
      expect(parseView(formatView({ ...at, zoom }))?.zoom).toBeCloseTo(zoom, 1)
    }),
    { seed: 11 },
  )
})

test.each(['', '5', '91_0', '9_181', '1e3_2', '9_8_7_6', 'NaN_NaN', '9_8 '])(
  'rejects the place %j',
  (text) => {
    expect(parsePlace(text)).toBeNull()
    expect(parseView(text)).toBeNull()
  },
)

test('rejects a zoom beyond the last level', () => {
  expect(parseView('23_0_0')).toBeNull()
  expect(parseView('22_0_0')).toEqual({ zoom: 22, latitude: 0, longitude: 0 })
})

test('shows places with their hemispheres', () => {
  expect(describePlace({ latitude: -1.285, longitude: 36.82 })).toBe('1.28° S, 36.82° E')
  expect(describePlace({ latitude: 9.08, longitude: -3.5 })).toBe('9.08° N, 3.50° W')
})

test('the legend shows the colours that the service draws', () => {
  const hex = (table: Uint8Array, entry: number) =>
    `#${Array.from(table.subarray(entry * 3, entry * 3 + 3), (part) => part.toString(16).padStart(2, '0')).join('')}`
  for (const ramp of RAMPS) {
    const table = rampTable(ramp === 'ylgnbu' ? 'YlGnBu' : ramp)
    for (let stop = 0; stop <= 16; stop++) {
      expect(rampColour(ramp, stop / 16)).toBe(hex(table, Math.round((stop * 255) / 16)))
    }
    expect(rampGradient(ramp)).toMatch(/^linear-gradient\(to right, #[0-9a-f]{6}/)
  }
  expect(rampColour('viridis', -1)).toBe(rampColour('viridis', 0))
  expect(rampColour('viridis', 2)).toBe(rampColour('viridis', 1))
})

test('the map loads from our own server only: no glyphs, no sprite, no external source', () => {
  const style = mapStyle(colours, [{ placeType: 'adm1', url: 'http://self/places' }])
  expect(style.glyphs).toBeUndefined()
  expect(style.sprite).toBeUndefined()
  const data = Object.values(style.sources).map((source) => ('data' in source ? source.data : undefined))
  expect(data.filter((value) => typeof value === 'string')).toEqual([
    expect.stringMatching(/^\/.*\/countries\.geojson$/),
    'http://self/places',
  ])
})

test('draws lines above the ground and hatches only where there are units, in the theme’s colours', () => {
  const ids = mapStyle(colours, [
    { placeType: 'adm0', url: 'a' },
    { placeType: 'adm1', url: 'b' },
  ]).layers.map((layer) => layer.id)
  expect(ids.indexOf('nodata')).toBeLessThan(ids.indexOf('borders'))
  expect(ids.indexOf('borders')).toBeLessThan(ids.indexOf('places-adm1-line'))
  expect(ids.indexOf('borders')).toBeLessThan(ids.indexOf('rivers'))
  expect(ids.indexOf('rivers')).toBeLessThan(ids.indexOf('places-adm0-line'))
  expect(ids.indexOf('towns')).toBeLessThan(ids.indexOf('names-adm1'))
  expect(mapStyle(colours, []).layers.map((layer) => layer.id)).not.toContain('nodata')
  expect(themePaint('places-adm1-line', colours)).toEqual({ 'line-color': 'a' })
  expect(themePaint('rivers', colours)).toEqual({ 'line-color': 'r' })
  expect(themePaint('places-adm1-hit', colours)).toEqual({})
})

test('hatches the extent of a raster without admin units', () => {
  const { layers, sources } = mapStyle(colours, [], [2, 4, 15, 14])
  const ids = layers.map((layer) => layer.id)
  expect(ids.indexOf('nodata')).toBeLessThan(ids.indexOf('borders'))
  expect(layers.find(({ id }) => id === 'nodata')).toMatchObject({ source: 'extent' })
  expect(ids).toContain('extent-line')
  const ring = [
    [2, 4],
    [15, 4],
    [15, 14],
    [2, 14],
    [2, 4],
  ]
  expect(sources['extent']).toMatchObject({
    data: {
      features: [
        { geometry: { type: 'Polygon', coordinates: [ring] } },
        { geometry: { type: 'MultiLineString', coordinates: [ring] } },
      ],
    },
  })
})

test('an extent of all longitudes has no line at 180°', () => {
  const { sources } = mapStyle(colours, [], [-180, -20, 180, -15])
  const parallel = (latitude: number) => [
    [-180, latitude],
    [180, latitude],
  ]
  expect(sources['extent']).toMatchObject({
    data: { features: [{}, { geometry: { coordinates: [parallel(-20), parallel(-15)] } }] },
  })
})

test('beyond its two values, a ramp keeps its first and last colour', () => {
  expect(rampGradient('viridis', 0.25, 0.75)).toMatch(
    /^linear-gradient\(to right, #440154 25%, .* #fde725 75%\)$/,
  )
})
