import { useQuery } from '@tanstack/react-query'
import { countryNamesQuery } from '~/server/countries.functions.ts'
import { LoadFailed } from './load-failed.tsx'

/** Beside a form in which a country must be chosen. */
export const CountriesFailed = () => <LoadFailed what="Countries" query={useQuery(countryNamesQuery)} />
