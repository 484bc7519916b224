import type { ComponentType, ReactNode } from 'react'
import type { PointsReading } from '#contract/surveys/points-reading.ts'
import { hasEnding } from '~/lib/has-ending.ts'
import {
  DECIMAL_WORDS,
  DELIMITER_WORDS,
  describeReading,
  ENCODING_WORDS,
} from '~/components/surveys/reading-words.ts'

export const readingLabels = {
  sheet: 'Sheet',
  delimiter: 'Cells separated by',
  decimal: 'Decimals',
  encoding: 'Encoding',
}
type ReadingName = keyof typeof readingLabels
export const readingDefaults: Record<ReadingName, string> = {
  sheet: '',
  delimiter: '',
  decimal: '',
  encoding: '',
}

interface Option {
  value: string
  label: string
}

interface Parts {
  SelectField: ComponentType<{ label: string; help?: string; options: readonly Option[] }>
  TextField: ComponentType<{
    label: string
    help: string
    maxLength: number
    autoComplete: string
    suggestions?: readonly string[]
  }>
}

const optionsOf = (words: Readonly<Record<string, string>>): Option[] => [
  { value: '', label: 'As detected' },
  ...Object.entries(words).map(([value, label]) => ({ value, label })),
]

/** How the chosen file is read; what is left as it is, is detected. */
export function SurveyReadingFields({
  form: { AppField },
  file,
  reading,
  open,
}: {
  form: { AppField: ComponentType<{ name: ReadingName; children: (field: Parts) => ReactNode }> }
  file: File | null
  /** How the last check read the file. */
  reading: PointsReading | null
  /** The file could not be read. */
  open: boolean
}) {
  if (!file) return null
  const isWorkbook = hasEnding(file.name, ['.xlsx'])
  const isStata = hasEnding(file.name, ['.dta'])
  const select = (name: Exclude<ReadingName, 'sheet'>, words: Readonly<Record<string, string>>) => (
    <AppField name={name}>
      {(field) => <field.SelectField label={readingLabels[name]} options={optionsOf(words)} />}
    </AppField>
  )
  return (
    <details open={open || undefined} className="rounded border px-4 py-3">
      <summary className="cursor-pointer font-medium">
        How the file is read
        {reading && <span className="ml-2 text-xs font-normal text-muted">{describeReading(reading)}</span>}
      </summary>
      <div className="mt-3 grid gap-4 min-[560px]:grid-cols-2">
        {isWorkbook ? (
          <AppField name="sheet">
            {(field) => (
              <field.TextField
                label={readingLabels.sheet}
                help="Empty: the first one that is visible"
                maxLength={200}
                autoComplete="off"
                suggestions={reading?.sheets}
              />
            )}
          </AppField>
        ) : (
          <>
            {!isStata && select('delimiter', DELIMITER_WORDS)}
            {select('encoding', ENCODING_WORDS)}
          </>
        )}
        {!isStata && select('decimal', DECIMAL_WORDS)}
      </div>
    </details>
  )
}
