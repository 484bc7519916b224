import type { ComponentType, ReactNode } from 'react'
import { POINTS_COLUMN_NAMES, type PointsColumnName } from '#contract/surveys/points-columns.ts'

export const columnLabels = Object.fromEntries(
  POINTS_COLUMN_NAMES.map((name) => [name, `Column with the ${name}`]),
) as Record<PointsColumnName, string>
export const columnDefaults = Object.fromEntries(POINTS_COLUMN_NAMES.map((name) => [name, ''])) as Record<
  PointsColumnName,
  string
>

interface TextParts {
  TextField: ComponentType<{
    label: string
    placeholder: string
    maxLength: number
    autoComplete: string
    suggestions?: readonly string[]
  }>
}

/** For files whose columns have other names. */
export function SurveyColumnsFields({
  form: { AppField },
  header,
  open,
}: {
  form: { AppField: ComponentType<{ name: PointsColumnName; children: (field: TextParts) => ReactNode }> }
  /** Columns of the chosen file. */
  header: readonly string[]
  /** The file's columns have other names. */
  open: boolean
}) {
  return (
    <details open={open} className="rounded border px-4 py-3">
      <summary className="cursor-pointer font-medium">Columns of the file</summary>
      <p className="mt-2 text-xs text-muted">
        Guessed from names and contents: change what is wrong. Weight, stratum and urban are optional.
      </p>
      <div className="mt-3 grid gap-4 min-[560px]:grid-cols-2">
        {POINTS_COLUMN_NAMES.map((name) => (
          <AppField key={name} name={name}>
            {(field) => (
              <field.TextField
                label={columnLabels[name]}
                placeholder={name}
                maxLength={200}
                autoComplete="off"
                suggestions={header.length > 0 ? header : undefined}
              />
            )}
          </AppField>
        ))}
      </div>
    </details>
  )
}
