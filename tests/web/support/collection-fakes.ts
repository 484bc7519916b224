import type { Collection } from '#contract/rasters/collection-list.ts'

export const member = (id: number, name: string) => ({ id, name, unit: 'm', year: null, iso3_code: 'NGA' })

export const aCollection = (over: Partial<Collection> = {}): Collection => ({
  id: 3,
  name: 'nga_basic',
  description: 'Relief and distances',
  bands: [member(1, 'nga_elevation'), member(2, 'nga_ruggedness')],
  version: 1,
  population_band: member(5, 'nga_population'),
  iso3_codes: ['NGA'],
  width: 289,
  height: 232,
  crs: 4326,
  bounds: [2, 4, 15, 14],
  resolution_m: 4600,
  jobs: 0,
  created_by: 1,
  created_by_name: 'Ada Lovelace',
  created_at: '2026-11-20T10:00:00.000Z',
  ...over,
})
