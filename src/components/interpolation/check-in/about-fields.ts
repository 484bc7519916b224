import { checkInRaster } from '#contract/interpolation/interpolation-files.ts'
import { rejectedFields } from '~/components/form/use-contract-form.ts'
import { isClasses } from '~/components/rasters/band-details.ts'
import { tagNames } from '~/components/interpolation/tag-names.ts'

export const nothingEntered = {
  iso3_code: '',
  target: '',
  source: '',
  source_wave: '',
  source_date: '',
  round: '1',
  year: '',
  title: '',
  unit: '',
  version: '1',
  tags: '',
  status: 'published',
  data_description: '',
  values: '',
}
type Name = keyof typeof nothingEntered

export const LABELS: Readonly<Record<Name, string>> = {
  iso3_code: 'Country',
  target: 'Target',
  source: 'Source',
  source_wave: 'Source wave',
  source_date: 'Source date',
  round: 'Round',
  year: 'Year',
  title: 'Title',
  unit: 'Unit',
  version: 'Version',
  tags: 'Tags',
  status: 'Status',
  data_description: 'Data description',
  values: 'Values',
}

/** The fields of one line of text. */
export const TEXTS: readonly {
  name: Name
  help?: string
  required?: boolean
  type?: 'date'
  maxLength?: number
}[] = [
  { name: 'target', help: 'What it shows, e.g. stunting.', required: true, maxLength: 200 },
  { name: 'source', help: 'Survey programme, e.g. DHS.', required: true, maxLength: 200 },
  { name: 'source_wave', help: 'For example 2018.', required: true, maxLength: 200 },
  { name: 'source_date', type: 'date' },
  { name: 'round', maxLength: 200 },
  { name: 'year', help: 'Leave empty to use the year of the source date or wave.', maxLength: 4 },
  { name: 'unit', help: 'For example %.', maxLength: 50 },
  { name: 'version', maxLength: 50 },
  { name: 'title', help: 'Leave empty to use country, target, source and wave.', maxLength: 300 },
  { name: 'tags', help: 'Separated by commas.' },
]

const MESSAGES: Partial<Record<Name, string>> = {
  iso3_code: 'Choose a country.',
  target: 'Enter a target.',
  source: 'Enter a source.',
  source_wave: 'Enter a wave.',
  source_date: 'Enter a date as YYYY-MM-DD.',
  year: 'Enter a year from 1900 to 2100.',
  tags: 'Each tag needs 1 to 50 characters, without commas.',
}

/** The body of the call, from the form's filled fields. */
export function aboutOf({
  values,
  tags,
  ...filled
}: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return {
    ...filled,
    ...(typeof tags === 'string' && { tags: tagNames(tags) }),
    ...(typeof values === 'string' && { categorical: isClasses(values) }),
  }
}

/** Validated by the contract: one sentence per invalid field. */
export const problemsOf = (filled: Readonly<Record<string, unknown>>): Record<string, string> =>
  rejectedFields(checkInRaster.body, aboutOf(filled), MESSAGES)
