import { type listDatasets, POPULATION_CATEGORIES } from '#contract/rasters/worldpop-list.ts'
import type { Filter } from '~/components/data-table/filters/filters.ts'
import { useCountryFilter } from '~/components/data-table/filters/country.ts'
import { typedFilter, wordsFilter, yesNoFilter } from '~/components/data-table/filters/fixed.ts'
import type { FilterField } from '~/components/data-table/address/search.ts'
import { CATEGORY_WORDS } from './dataset-labels.ts'

export function useDatasetFilters(): Filter<FilterField<typeof listDatasets.query>>[] {
  return [
    useCountryFilter('iso3_code'),
    typedFilter('year', 'Year', { numeric: true, placeholder: 'e.g. 2020' }),
    wordsFilter('category', 'Category', POPULATION_CATEGORIES, CATEGORY_WORDS),
    typedFilter('resolution', 'Resolution', { placeholder: 'e.g. 1km' }),
    yesNoFilter('constrained', 'Constrained'),
    yesNoFilter('un_adjusted', 'UN adjusted'),
    typedFilter('id', 'Dataset id', { numeric: true, placeholder: 'e.g. 7' }),
  ]
}
