import type { listBands } from '#contract/rasters/band-list.ts'
import type { Filter } from '~/components/data-table/filters/filters.ts'
import { useCountryFilter } from '~/components/data-table/filters/country.ts'
import { typedFilter, yesNoFilter } from '~/components/data-table/filters/fixed.ts'
import type { FilterField } from '~/components/data-table/address/search.ts'

export function useBandFilters(): Filter<FilterField<typeof listBands.query>>[] {
  const country = useCountryFilter('iso3_code' as const)
  return [
    { kind: 'contains', field: 'name', label: 'Name' },
    country,
    typedFilter('year', 'Year', { placeholder: 'e.g. 2020', numeric: true }),
    typedFilter('unit', 'Unit', { placeholder: 'e.g. m' }),
    typedFilter('source', 'Source', { placeholder: 'e.g. WorldPop' }),
    { kind: 'contains', field: 'description', label: 'Description' },
    yesNoFilter('global', 'Whole world'),
    yesNoFilter('on_reference_grid', 'On the reference grid'),
    yesNoFilter('cloud_optimized', 'Cloud-Optimized'),
    typedFilter('asset_id', 'Asset id', { placeholder: 'e.g. 42', numeric: true }),
    typedFilter('collection_id', 'Collection id', { placeholder: 'e.g. 7', numeric: true }),
    typedFilter('overlaps', 'Overlaps band id', { placeholder: 'e.g. 42', numeric: true }),
    typedFilter('id', 'Band id', { placeholder: 'e.g. 42', numeric: true }),
  ]
}
