import type { ComponentType, ReactNode } from 'react'

export const rowsLabels = {
  rows: 'Each row is',
  case_values: 'Values that count as cases',
  left_out_values: 'Values that count as no answer',
  weight_scale: 'Weights are divided by',
}
type RowsName = keyof typeof rowsLabels
export const rowsDefaults: Record<RowsName, string> = {
  rows: '',
  case_values: '',
  left_out_values: '',
  weight_scale: '',
}

const ROWS = [
  { value: '', label: 'A cluster' },
  { value: 'person', label: 'A person or household' },
]

interface Parts {
  SelectField: ComponentType<{ label: string; help?: string; options: typeof ROWS }>
  TextField: ComponentType<{
    label: string
    help: string
    required?: boolean
    type?: string
    maxLength?: number
    autoComplete: string
  }>
}

/** What a row of the file is; people are added up to clusters. */
export function SurveyRowsFields({
  form: { AppField },
  isPeople,
}: {
  form: { AppField: ComponentType<{ name: RowsName; children: (field: Parts) => ReactNode }> }
  isPeople: boolean
}) {
  return (
    <>
      <AppField name="rows">
        {(field) => (
          <field.SelectField
            label={rowsLabels.rows}
            help={
              isPeople
                ? 'They are added up to clusters. The column with the numerator is the outcome; there is no column of denominators.'
                : undefined
            }
            options={ROWS}
          />
        )}
      </AppField>
      {isPeople && (
        <div className="grid gap-4 min-[560px]:grid-cols-2">
          <AppField name="case_values">
            {(field) => (
              <field.TextField
                required
                label={rowsLabels.case_values}
                help="Of the outcome, separated by commas, e.g. 1 or yes"
                maxLength={200}
                autoComplete="off"
              />
            )}
          </AppField>
          <AppField name="left_out_values">
            {(field) => (
              <field.TextField
                label={rowsLabels.left_out_values}
                help="Besides empty ones, e.g. 8, 9"
                maxLength={200}
                autoComplete="off"
              />
            )}
          </AppField>
          <AppField name="weight_scale">
            {(field) => (
              <field.TextField
                type="number"
                label={rowsLabels.weight_scale}
                help="Empty: 1. DHS weights: 1000000"
                autoComplete="off"
              />
            )}
          </AppField>
        </div>
      )}
    </>
  )
}
