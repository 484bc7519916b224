import { CSV_READING } from '../../support/csv-reading.ts'
import { countries } from './country-fakes.ts'
import type { Product } from '#contract/interpolation/interpolation-shapes.ts'
import type { PlaceGroupVersion } from '#contract/places/place-group-list.ts'
import type { Survey } from '#contract/surveys/survey-list.ts'
import type { Dataset } from '#contract/rasters/worldpop-list.ts'

export { countries }

export const aSurvey = (over: Partial<Survey> = {}): Survey => ({
  id: 3,
  iso3_code: 'NGA',
  country: 'Nigeria',
  source: 'DHS',
  source_wave: '2018',
  source_date: '2018-11-05',
  year: 2018,
  round: '1',
  target: 'stunting',
  targets: ['stunting'],
  clusters: 1389,
  households: 40_427,
  simulated: false,
  note: null,
  indicator_definition: '',
  age_group: '',
  period: '',
  source_url: '',
  licence: '',
  columns: { cluster: 'cluster', longitude: 'lon' },
  reading: CSV_READING,
  remedies: [],
  displacement: null,
  file: { name: 'nigeria.csv', size: 61_000, sha256: 'ab'.repeat(32) },
  created_by: 1,
  created_by_name: 'Ada Lovelace',
  created_at: '2026-11-20T10:00:00.000Z',
  ...over,
})

export const aDataset = (over: Partial<Dataset> = {}): Dataset => ({
  id: 4,
  iso3_code: 'NGA',
  country: 'Nigeria',
  year: 2020,
  category: 'population',
  resolution: '1km',
  constrained: false,
  un_adjusted: true,
  url: null,
  sha256: 'cd'.repeat(32),
  size: 108_809,
  asset_id: 9,
  bands: [{ id: 12, name: 'worldpop_nga_population_2020_1km' }],
  created_by: 1,
  created_by_name: 'Ada Lovelace',
  created_at: '2026-11-20T10:00:00.000Z',
  ...over,
})

export const aVersion = (over: Partial<PlaceGroupVersion> = {}): PlaceGroupVersion => ({
  id: 6,
  iso3_code: 'BEN',
  country: 'Benin',
  place_type: 'adm1',
  version: '2024',
  is_default: false,
  active: true,
  places: 2,
  ...over,
})

export const aProduct = (over: Partial<Product> & { id: number }): Product => ({
  job_key: `nga-water-sim-2025-r1-${over.id}`,
  job_id: null,
  asset_id: 40 + over.id,
  iso3_code: 'NGA',
  country: 'Nigeria',
  target: 'water',
  source: 'SIM',
  source_wave: '2025',
  source_date: null,
  round: '1',
  simulated: false,
  year: 2025,
  title: `Water ${over.id}`,
  data_description: '',
  unit: '%',
  resolution_m: 4600,
  crs: 4326,
  bounds: [2, 4, 15, 14],
  bounds_degrees: [2, 4, 15, 14],
  status: 'draft',
  version: '1',
  tags: [],
  final: false,
  created_at: '2026-11-20T10:00:00.000Z',
  created_by: 1,
  created_by_name: 'Ada Lovelace',
  files: [{ ext: 'tif', size: 1000, sha256: 'a'.repeat(64) }],
  ...over,
})

export const points = {
  type: 'FeatureCollection' as const,
  features: [
    [3.4, 6.5, 4, 10],
    [8.5, 12, 9, 30],
  ].map(([longitude = 0, latitude = 0, numerator = 0, denominator = 1], at) => ({
    type: 'Feature' as const,
    geometry: { type: 'Point' as const, coordinates: [longitude, latitude] as [number, number] },
    properties: {
      cluster: String(at + 1),
      numerator,
      denominator,
      value: numerator / denominator,
      weight: null,
      stratum: null,
      urban: null,
    },
  })),
}
