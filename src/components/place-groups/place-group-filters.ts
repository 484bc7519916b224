import { PLACE_TYPES } from '#contract/places/place-group-list.ts'
import type { Filter } from '~/components/data-table/filters/filters.ts'
import { useCountryFilter } from '~/components/data-table/filters/country.ts'
import { typedFilter, wordsFilter } from '~/components/data-table/filters/fixed.ts'
import { LEVEL_WORDS } from './place-group-labels.ts'

export function usePlaceGroupFilters(): Filter[] {
  const country = useCountryFilter('iso3_code')
  return [
    country,
    wordsFilter('place_type', 'Level', PLACE_TYPES, LEVEL_WORDS),
    { kind: 'flag', field: 'default_only', label: 'Versions', yes: 'Default only', no: 'All' },
    typedFilter('id', 'Version id', { placeholder: 'e.g. 42', numeric: true }),
  ]
}
