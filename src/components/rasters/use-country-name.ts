import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { countriesQuery } from '~/server/countries.functions.ts'

/** Country names by code; the code itself while they are loading. */
export function useCountryName(): (iso3: string) => string {
  const { data } = useQuery(countriesQuery)
  return useMemo(() => {
    const names = new Map(data?.content.map(({ iso3_code, name }) => [iso3_code, name]))
    return (iso3) => names.get(iso3) ?? iso3
  }, [data])
}
