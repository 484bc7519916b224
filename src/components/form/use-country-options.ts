import { useQuery } from '@tanstack/react-query'
import { countriesQuery } from '~/server/countries.functions.ts'

/** The meaning of no country, then every country by name. */
export function useCountryOptions(none: string): { value: string; label: string }[] {
  const { data, isPending } = useQuery(countriesQuery)
  return [
    { value: '', label: isPending ? 'Loading' : none },
    ...(data?.content ?? []).map(({ iso3_code, name }) => ({ value: iso3_code, label: name })),
  ]
}
