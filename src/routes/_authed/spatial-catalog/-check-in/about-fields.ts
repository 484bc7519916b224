import { checkInRaster } from '#contract/interpolation-files.ts'

export interface Entered {
  iso3_code: string
  target: string
  source: string
  source_wave: string
  source_date: string
  round: string
  year: string
  title: string
  unit: string
  version: string
  tags: string
  status: string
  data_description: string
}
export const nothingEntered: Entered = {
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
}

type Text = Exclude<keyof Entered, 'iso3_code' | 'status' | 'data_description'>
export const FIELDS: readonly {
  name: Text
  label: string
  help?: string
  required?: boolean
  type?: 'date'
  most?: number
}[] = [
  { name: 'target', label: 'Target', help: 'What it shows, e.g. stunting.', required: true, most: 200 },
  { name: 'source', label: 'Source', help: 'Survey programme, e.g. DHS.', required: true, most: 200 },
  { name: 'source_wave', label: 'Source wave', help: 'For example 2018.', required: true, most: 200 },
  { name: 'source_date', label: 'Source date', type: 'date' },
  { name: 'round', label: 'Round', most: 200 },
  { name: 'year', label: 'Year', help: 'Leave empty to use the year of the source date or wave.', most: 4 },
  { name: 'unit', label: 'Unit', help: 'For example %.', most: 50 },
  { name: 'version', label: 'Version', most: 50 },
  { name: 'title', label: 'Title', help: 'Leave empty to use country, target, source and wave.', most: 300 },
  { name: 'tags', label: 'Tags', help: 'Separated by commas.' },
]

const SAYS: Partial<Record<keyof Entered, string>> = {
  iso3_code: 'Choose a country.',
  target: 'Enter a target.',
  source: 'Enter a source.',
  source_wave: 'Enter a wave.',
  source_date: 'Enter a date as YYYY-MM-DD.',
  year: 'Enter a year from 1900 to 2100.',
  tags: 'Each tag needs 1 to 50 characters, without commas.',
}

/** The body of the call: empty fields are omitted, so that the service's defaults apply. */
export function aboutOf({ tags, ...texts }: Entered): Record<string, unknown> {
  const names = tags
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean)
  const filled = Object.entries(texts)
    .map(([name, text]) => [name, text.trim()] as const)
    .filter(([, text]) => text !== '')
  return { ...Object.fromEntries(filled), ...(names.length > 0 && { tags: names }) }
}

/** Validated by the contract: one sentence per invalid field. */
export function problemsOf(entered: Entered): Partial<Record<keyof Entered, string>> {
  const parsed = checkInRaster.body.safeParse(aboutOf(entered))
  const wrong = new Set(parsed.error?.issues.map(({ path }) => String(path[0])))
  const names = (Object.keys(entered) as (keyof Entered)[]).filter((name) => wrong.has(name))
  return Object.fromEntries(
    names.map((name) => [
      name,
      SAYS[name] ?? parsed.error?.issues.find(({ path }) => path[0] === name)?.message ?? '',
    ]),
  )
}
