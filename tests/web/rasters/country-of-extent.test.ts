import { expect, test } from 'vitest'
import { readFileSync } from 'node:fs'
import { countryOfExtent } from '~/components/rasters/country-of-extent.ts'

const bounds = JSON.parse(
  readFileSync(new URL('../../../service/domain/countries/bounds.json', import.meta.url), 'utf8'),
) as Record<string, [number, number, number, number]>
const countries = Object.entries(bounds).map(([iso3_code, own]) => ({
  iso3_code,
  name: iso3_code,
  bounds: own,
}))
const fits = (...extent: [number, number, number, number]) => countryOfExtent(extent, countries)?.iso3_code

test('a raster of a country, with a margin, fits it', () => {
  expect(fits(2.5, 4.2, 14.7, 13.9)).toBe('NGA')
  expect(fits(0.7, 6.1, 3.9, 12.5)).toBe('BEN')
  expect(fits(28.8, -2.9, 31, -1)).toBe('RWA')
  expect(fits(174.5, -21.8, 182, -12.4)).toBe('FJI')
  expect(fits(-185.5, -21.8, -178, -12.4)).toBe('FJI')
  expect(fits(174.5, -21.8, -178, -12.4)).toBe('FJI')
})

test('a part of a country, a region and the world fit none', () => {
  expect(fits(7, 9, 8, 10)).toBeUndefined()
  expect(fits(-18, 4, 16, 25)).toBeUndefined()
  expect(fits(-180, -90, 180, 90)).toBeUndefined()
})

test('an extent that fits two countries fits none', () => {
  const two = ['AAA', 'BBB'].map((iso3_code) => ({
    iso3_code,
    name: iso3_code,
    bounds: [0, 0, 2, 2] as const,
  }))
  expect(countryOfExtent([0, 0, 2, 2], two as never)).toBeUndefined()
})
