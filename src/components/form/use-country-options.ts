import { useCountryChoices } from '~/components/form/use-country-names.ts'

/** The meaning of no country, then every country by name. */
export function useCountryOptions(none: string): { value: string; label: string }[] {
  const choices = useCountryChoices()
  return [{ value: '', label: choices ? none : 'Loading' }, ...(choices ?? [])]
}
