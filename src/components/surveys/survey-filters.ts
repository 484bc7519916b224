import type { listSurveys } from '#contract/surveys/survey-list.ts'
import type { Filter } from '~/components/data-table/filters/filters.ts'
import { useCountryFilter } from '~/components/data-table/filters/country.ts'
import { typedFilter, yearsFilter, yesNoFilter } from '~/components/data-table/filters/fixed.ts'
import { useSourceFilter } from '~/components/data-table/filters/source.ts'
import type { FilterField } from '~/components/data-table/address/search.ts'

export function useSurveyFilters(): Filter<FilterField<typeof listSurveys.query>>[] {
  return [
    useCountryFilter('iso3_code'),
    useSourceFilter('source'),
    typedFilter('target', 'Target', { placeholder: 'e.g. stunting' }),
    yearsFilter('year_from', 'year_to', 'Year'),
    typedFilter('source_wave', 'Source wave', { placeholder: 'e.g. 2018' }),
    typedFilter('round', 'Round', { placeholder: 'e.g. 1' }),
    yesNoFilter('simulated', 'Simulated'),
    typedFilter('id', 'Survey id', { numeric: true, placeholder: 'e.g. 7' }),
  ]
}
