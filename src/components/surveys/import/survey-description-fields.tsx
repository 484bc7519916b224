import type { ComponentType, ReactNode } from 'react'

export const descriptionLabels = {
  indicator_definition: 'Definition of the indicator',
  age_group: 'Age and sex',
  period: 'Period of the fieldwork',
  source_url: 'Address of the survey',
  licence: 'Licence',
}
export type DescriptionName = keyof typeof descriptionLabels
export const descriptionDefaults: Record<DescriptionName, string> = {
  indicator_definition: '',
  age_group: '',
  period: '',
  source_url: '',
  licence: '',
}

interface Parts {
  TextField: ComponentType<{ label: string; help?: string; maxLength: number; autoComplete: string }>
  TextAreaField: ComponentType<{ label: string; help?: string; maxLength: number; rows?: number }>
}

/** What the methods page of a survey's jobs says of it. */
export function SurveyDescriptionFields({
  form: { AppField },
}: {
  form: { AppField: ComponentType<{ name: DescriptionName; children: (field: Parts) => ReactNode }> }
}) {
  const line = (name: DescriptionName, maxLength: number, help?: string) => (
    <AppField name={name}>
      {(field) => (
        <field.TextField
          label={descriptionLabels[name]}
          maxLength={maxLength}
          autoComplete="off"
          {...(help !== undefined && { help })}
        />
      )}
    </AppField>
  )
  return (
    <>
      <AppField name="indicator_definition">
        {(field) => (
          <field.TextAreaField
            label={descriptionLabels.indicator_definition}
            help="What makes a person a case, and who is counted."
            maxLength={2000}
            rows={3}
          />
        )}
      </AppField>
      <div className="grid gap-4 min-[560px]:grid-cols-2">
        {line('age_group', 200, 'e.g. children of 6 to 59 months')}
        {line('period', 200, 'e.g. October 2017 to March 2018')}
        {line('source_url', 2000, 'Begins with http:// or https://')}
        {line('licence', 500)}
      </div>
    </>
  )
}
