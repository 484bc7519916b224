import { ASSET_STATUSES, type listAssets } from '#contract/rasters/asset-list.ts'
import type { listProcessed } from '#contract/rasters/processed.ts'
import type { Filter } from '~/components/data-table/filters/filters.ts'
import { useCountryFilter } from '~/components/data-table/filters/country.ts'
import { statusFilter, typedFilter, yesNoFilter } from '~/components/data-table/filters/fixed.ts'
import { usePersonFilter } from '~/components/data-table/filters/person.ts'
import type { FilterField } from '~/components/data-table/address/search.ts'
import { ASSET_STATUS_WORDS } from './asset-status.tsx'

export function useAssetFilters(): Filter<FilterField<typeof listAssets.query>>[] {
  const country = useCountryFilter('iso3_code' as const)
  const person = usePersonFilter('created_by' as const)
  return [
    { kind: 'contains', field: 'name', label: 'Name' },
    country,
    person,
    statusFilter('status', ASSET_STATUSES, ASSET_STATUS_WORDS),
    yesNoFilter('on_reference_grid', 'On the reference grid'),
    yesNoFilter('cloud_optimized', 'Cloud-Optimized'),
    typedFilter('crs', 'EPSG code', { placeholder: 'e.g. 4326', numeric: true }),
    typedFilter('id', 'Asset id', { placeholder: 'e.g. 42', numeric: true }),
  ]
}

export function useProcessedFilters(): Filter<FilterField<typeof listProcessed.query>>[] {
  const country = useCountryFilter('iso3_code' as const)
  const person = usePersonFilter('created_by' as const)
  return [
    { kind: 'contains', field: 'name', label: 'Name' },
    country,
    person,
    typedFilter('processed_from', 'Made from asset', { placeholder: 'e.g. 42', numeric: true }),
    typedFilter('id', 'Asset id', { placeholder: 'e.g. 42', numeric: true }),
  ]
}
