import { useQuery } from '@tanstack/react-query'
import { countriesQuery } from '~/server/countries.functions.ts'

/** The whole world, then every country by name. */
export function useCountryOptions(): { value: string; label: string }[] {
  const { data } = useQuery(countriesQuery)
  return [
    { value: '', label: 'The whole world' },
    ...(data?.content ?? []).map(({ iso3_code, name }) => ({ value: iso3_code, label: name })),
  ]
}
