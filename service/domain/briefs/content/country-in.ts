import { countryNames } from '../../countries/iso-countries.ts'
import { cleanText } from './clean-text.ts'

/** The country's name in a language, else the name that the product shows. */
export function countryIn(
  locale: string,
  { iso3_code, country }: { iso3_code: string; country: string },
): string {
  const iso2 = locale.startsWith('en') ? undefined : countryNames.alpha3ToAlpha2(iso3_code)
  return (
    (iso2 && new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' }).of(iso2)) ||
    cleanText(country)
  )
}
