import type { listJobs } from '#contract/jobs/jobs.ts'
import type { z } from 'zod'

type Filters = z.input<typeof listJobs.query>
/** Maximum values of a filter in the contract. */
const MOST_VALUES = 100

interface Meanings {
  /** Names by code. */
  countries: Readonly<Record<string, string>>
  targets: readonly string[]
}

/**
 * The filters that a text may mean: words of a country's name or its code with parts of a target, parts of a target
 * alone, or words of the description. `country`, if any, applies unless the text names another.
 */
export function meaningsOf(text: string, { countries, targets }: Meanings, country?: string): Filters[] {
  const words = text
    .toLowerCase()
    .split(/[\s·,]+/)
    .filter(Boolean)
  const named = words.filter((word) => Object.entries(countries).some((one) => isNamed(one, word)))
  const others = words.filter((word) => !named.includes(word))
  const codes = Object.entries(countries)
    .filter((one) => named.every((word) => isNamed(one, word)))
    .map(([code]) => code)
    .slice(0, MOST_VALUES)
  const place = named.length > 0 ? codes : country
  const withAll = (parts: readonly string[]) =>
    targets
      .filter((target) => parts.every((part) => target.toLowerCase().includes(part)))
      .slice(0, MOST_VALUES)
  const target = withAll(others)
  const whole = withAll(words)
  const description = others.join(' ')
  const here = place === undefined ? {} : { iso3_code: place }
  const own = country === undefined ? {} : { iso3_code: country }
  // No country has all the words that are of some country.
  const isSomewhere = named.length === 0 || codes.length > 0
  return [
    ...(isSomewhere && others.length === 0 ? [here] : []),
    ...(isSomewhere && others.length > 0 && target.length > 0 ? [{ ...here, target }] : []),
    ...(named.length > 0 && whole.length > 0 ? [{ ...own, target: whole }] : []),
    // Without three letters or digits in a row, the service could not use its index.
    ...(isSomewhere && /[\p{L}\p{N}]{3}/u.test(description)
      ? [{ ...here, data_description: description }]
      : []),
  ]
}

const isNamed = ([code, name]: [code: string, name: string], word: string): boolean =>
  code.toLowerCase() === word ||
  name
    .toLowerCase()
    .split(/[\s'’(),-]+/)
    .some((part) => part.startsWith(word))
