import countryNames from 'i18n-iso-countries'

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

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const namesByCode = Object.keys(countryNames.getAlpha3Codes()).map((iso3) => ({
  iso3,
  names: [nameOf(iso3), ...(countryNames.getName(iso3, 'en', { select: 'all' }) ?? [])].map(plain),
}))

/** Countries with this text in one of their names, the official ones included, whatever the case and accents. */
export function codesNamed(text: string): string[] {
  const wanted = plain(text)
  return namesByCode
    .filter(({ names }) => names.some((name) => name.includes(wanted)))
    .map(({ iso3 }) => iso3)
}
