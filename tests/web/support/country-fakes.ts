import type { Country } from '#contract/places/countries.ts'
import { pageOf } from './submission-fakes.ts'

const country = (
  iso3_code: string,
  numeric_code: string,
  name: string,
  bounds: Country['bounds'],
): Country => ({
  iso3_code,
  iso2_code: null,
  numeric_code,
  name,
  region: null,
  sub_region: null,
  intermediate_region: null,
  bounds,
})

export const countries = pageOf([
  country('BEN', '204', 'Benin', [0.8, 6.2, 3.8, 12.4]),
  country('KEN', '404', 'Kenya', [33.9, -4.7, 41.9, 5]),
  country('NGA', '566', 'Nigeria', [2.7, 4.3, 14.7, 13.9]),
])
