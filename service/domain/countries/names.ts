import { countryNames } from './iso-countries.ts'
import { foldText } from '#common/fold-text.ts'
import { nearestNames } from '#common/nearest-name.ts'

const usual = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** CLDR's own shorter or clearer forms, which Intl does not offer. */
const CLEARER: Readonly<Record<string, string>> = {
  COD: 'Congo (DRC)',
  COG: 'Congo (Republic)',
  HKG: 'Hong Kong',
  MAC: 'Macao',
}

let codesByName: Map<string, string> | undefined

const allCodes = () => Object.keys(countryNames.getAlpha3Codes())

/** The usual English name, from Unicode CLDR as part of Node: 'Tanzania', not 'United Republic of Tanzania'. */
export function nameOf(iso3: string): string {
  const iso2 = countryNames.alpha3ToAlpha2(iso3)
  const name = CLEARER[iso3] || (iso2 && usual.of(iso2)) || countryNames.getName(iso3, 'en') || iso3
  // The apostrophe that keyboards have.
  return name.replaceAll('’', "'")
}

/** The names of a country, the official ones included, without case and accents. */
const namesOf = (iso3: string): string[] =>
  [nameOf(iso3), ...(countryNames.getName(iso3, 'en', { select: 'all' }) ?? [])].map(foldText)

/** Countries with this text in one of their names, whatever the case and accents. */
export function codesNamed(text: string): string[] {
  const wanted = foldText(text)
  return allCodes().filter((iso3) => namesOf(iso3).some((name) => name.includes(wanted)))
}

/** Countries with a similar code and the same first letter, if the text has three, else those with a similar name. */
export function codesNear(text: string): string[] {
  if (text.length === 3) {
    const first = text[0]!.toUpperCase()
    return nearestNames(
      text,
      allCodes().filter((iso3) => iso3.startsWith(first)),
    )
  }
  codesByName ??= new Map(allCodes().flatMap((iso3) => namesOf(iso3).map((name) => [name, iso3] as const)))
  const names = nearestNames(foldText(text), [...codesByName.keys()])
  return [...new Set(names.map((name) => codesByName!.get(name)!))]
}
