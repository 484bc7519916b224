import { useQuery } from '@tanstack/react-query'
import { countriesQuery } from '~/server/countries.functions.ts'
import { choicesOf } from '../choices-of.ts'
import type { Filter } from '../filters.ts'

export function useCountryFilter<F extends string>(field: F): Filter<F> {
  const countries = useQuery(countriesQuery)
  return {
    kind: 'choice',
    field,
    label: 'Country',
    choices: choicesOf(countries, ({ iso3_code, name }) => ({
      value: iso3_code,
      label: name,
      note: iso3_code,
    })),
  }
}
