import { useCountryChoices } from '~/components/form/use-country-names.ts'
import type { Choice, Filter } from './filters.ts'

export function useCountryFilter<F extends string>(field: F): Filter<F> {
  return countryFilter(
    field,
    useCountryChoices()?.map((choice) => ({ ...choice, note: choice.value })),
  )
}

/** A filter by the countries that a list has. */
export const countryFilter = <F extends string>(
  field: F,
  choices: readonly Choice[] | undefined,
): Filter<F> => ({ kind: 'choice', field, label: 'Country', choices })
