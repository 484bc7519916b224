import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { countryNamesQuery } from '~/server/countries.functions.ts'

/** Country names by code; the code itself while they are loading. */
export function useCountryName(): (iso3: string) => string {
  const { data } = useQuery(countryNamesQuery)
  return useMemo(() => (iso3) => data?.[iso3] ?? iso3, [data])
}

/** Every country by name. Undefined while loading; a failed request gives an empty list. */
export function useCountryChoices(): { value: string; label: string }[] | undefined {
  const { data = {}, isPending } = useQuery(countryNamesQuery)
  return isPending ? undefined : Object.entries(data).map(([value, label]) => ({ value, label }))
}
