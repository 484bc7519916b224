import type { listCollections } from '#contract/rasters/collection-list.ts'
import type { Filter } from '~/components/data-table/filters/filters.ts'
import { useCountryFilter } from '~/components/data-table/filters/country.ts'
import { typedFilter } from '~/components/data-table/filters/fixed.ts'
import { usePersonFilter } from '~/components/data-table/filters/person.ts'
import type { FilterField } from '~/components/data-table/address/search.ts'

export function useCollectionFilters(): Filter<FilterField<typeof listCollections.query>>[] {
  return [
    { kind: 'contains', field: 'name', label: 'Name', placeholder: 'e.g. basic' },
    useCountryFilter('iso3_code'),
    typedFilter('band', 'Band', { placeholder: 'e.g. nga_elevation' }),
    usePersonFilter('created_by'),
    { kind: 'contains', field: 'description', label: 'Description' },
    typedFilter('id', 'Collection id', { numeric: true, placeholder: 'e.g. 3' }),
  ]
}
