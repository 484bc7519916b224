import { useCountryChoices } from '~/components/form/use-country-names.ts'
import type { Filter } from '../filters.ts'

export function useCountryFilter<F extends string>(field: F): Filter<F> {
  const choices = useCountryChoices()?.map((choice) => ({ ...choice, note: choice.value }))
  return { kind: 'choice', field, label: 'Country', choices }
}
