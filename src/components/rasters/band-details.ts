import { z } from 'zod'
import { words, year } from '#contract/rasters/asset-list.ts'
import { emptyOr } from '~/components/form/checks.ts'

/** A description of bands, as a form's texts. */
export interface BandDetails {
  description: string
  unit: string
  source: string
  year: string
  iso3_code: string
  /** 'classes' or 'quantities'; empty: as the file says. */
  values: string
}
export const noDetails: BandDetails = {
  description: '',
  unit: '',
  source: '',
  year: '',
  iso3_code: '',
  values: '',
}

export const VALUES = [
  { value: 'quantities', label: 'Quantities' },
  { value: 'classes', label: 'Classes, such as land cover' },
]
export const VALUES_OF_FILE = [{ value: '', label: 'As the file says' }, ...VALUES]
export const isClasses = (values: string): boolean | undefined =>
  values === '' ? undefined : values === 'classes'

/** What the choice means; `mayBeClasses`: the inspection found few different values. */
export function helpOfValues(values: string, mayBeClasses = false): string {
  if (values === 'quantities') return 'Quantities are drawn on a colour ramp and averaged.'
  if (!mayBeClasses) return 'Classes are drawn in their own colours and never averaged.'
  return values === 'classes'
    ? 'Chosen because the file holds few different values; choose Quantities if they are.'
    : 'The file holds few different values: they may be classes, such as land cover.'
}

export const DETAIL_LABELS: Record<keyof BandDetails, string> = {
  description: 'Description',
  unit: 'Unit',
  source: 'Source',
  year: 'Year',
  iso3_code: 'Country',
  values: 'Values',
}

export const DETAIL_CHECKS = {
  description: { schema: words(2000), message: 'Shorten the description to 2,000 characters.' },
  unit: { schema: words(50), message: 'Shorten the unit to 50 characters.' },
  source: { schema: words(200), message: 'Shorten the source to 200 characters.' },
  year: { schema: emptyOr(year), message: 'Enter a year from 1900 to 2100, or leave it empty.' },
  iso3_code: { schema: z.string(), message: '' },
  values: { schema: z.string(), message: '' },
} as const

/** The call's part of them: empty years and countries are omitted. */
export const detailsBody = ({ description, unit, source, year: text, iso3_code, values }: BandDetails) => ({
  description: description.trim(),
  unit: unit.trim(),
  source: source.trim(),
  year: text.trim() === '' ? undefined : Number(text),
  iso3_code: iso3_code === '' ? undefined : iso3_code,
  categorical: isClasses(values),
})
