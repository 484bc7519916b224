import { useQuery } from '@tanstack/react-query'
import type { Country } from '#contract/places/countries.ts'
import { countriesQuery } from '~/server/countries.functions.ts'
import type { Bounds } from './map-place.ts'

/** In degrees: a raster that is clipped to its cells with values may miss a turn by a few of them. */
const NEARLY_A_TURN = 350
const spansGlobe = ([west, , east]: Bounds): boolean => east - west > NEARLY_A_TURN

/** A raster of a country on both sides of 180° has cells of all longitudes: the country's bounds show where the data are. */
export function narrowTo(
  bounds: Bounds,
  iso3: string | null,
  countries: readonly Pick<Country, 'iso3_code' | 'bounds'>[],
): Bounds {
  const own = spansGlobe(bounds) && countries.find(({ iso3_code }) => iso3_code === iso3)?.bounds
  return own && own[0] > own[2] ? own : bounds
}

/** The countries, asked for if one of the bounds needs them. */
export const useCountriesFor = (all: readonly Bounds[]) =>
  useQuery({ ...countriesQuery, enabled: all.some(spansGlobe) }).data?.content
