import { countryNames } from './iso-countries.ts'
import { foldText } from '#contract/fold-text.ts'

const usual = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** CLDR's own shorter or clearer forms, which Intl does not offer. */
const CLEARER: Readonly<Record<string, string>> = {
  COD: 'Congo (DRC)',
  COG: 'Congo (Republic)',
  HKG: 'Hong Kong',
  MAC: 'Macao',
}

/** The usual English name, from Unicode CLDR as part of Node: 'Tanzania', not 'United Republic of Tanzania'. */
export function nameOf(iso3: string): string {
  const iso2 = countryNames.alpha3ToAlpha2(iso3)
  const name = CLEARER[iso3] || (iso2 && usual.of(iso2)) || countryNames.getName(iso3, 'en') || iso3
  // The apostrophe that keyboards have.
  return name.replaceAll('’', "'")
}

/** Countries with this text in one of their names, the official ones included, whatever the case and accents. */
export function codesNamed(text: string): string[] {
  const wanted = foldText(text)
  return Object.keys(countryNames.getAlpha3Codes()).filter((iso3) =>
    [nameOf(iso3), ...(countryNames.getName(iso3, 'en', { select: 'all' }) ?? [])].some((name) =>
      foldText(name).includes(wanted),
    ),
  )
}
