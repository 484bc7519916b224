import { PERIODS } from '#contract/shapes.ts'
import { Field } from '~/components/ui/fields/field.tsx'
import { Input } from '~/components/ui/fields/input.tsx'
import { type Change, type Filter, type SearchRecord, PERIOD_WORDS, valuesOf } from './filters.ts'
import { RadioList } from './radio-list.tsx'

interface Props<K extends Filter['kind']> {
  filter: Filter & { kind: K }
  search: SearchRecord
  change: (change: Change) => void
}

/** A period that ends today and stays relative in the address, or days; one replaces the other. */
export function DateFields({ filter, search, change }: Props<'date' | 'dates'>) {
  if (filter.kind === 'date')
    return <DateField label={filter.label} field={filter.field} search={search} change={change} />
  const { from, until, period } = filter
  const cleared = period === undefined ? {} : { [period]: undefined }
  const changeDay = (patch: Record<string, unknown>) => change({ ...patch, ...cleared })
  return (
    <div className="flex flex-col gap-3">
      {period !== undefined && (
        <RadioList
          label={filter.label}
          value={valuesOf(search, period)[0]}
          options={[
            { value: undefined, label: 'Any time, or between two days' },
            ...PERIODS.map((value) => ({ value, label: PERIOD_WORDS[value] })),
          ]}
          onChange={(value) => change({ [period]: value, [from]: undefined, [until]: undefined })}
        />
      )}
      <DateField label="From" field={from} search={search} change={changeDay} />
      <DateField label="Until, inclusive" field={until} search={search} change={changeDay} />
      <p className="text-xs text-muted">Days begin at midnight UTC.</p>
    </div>
  )
}

function DateField({
  label,
  field,
  search,
  change,
}: {
  label: string
  field: string
  search: SearchRecord
  change: (patch: Record<string, unknown>) => void
}) {
  return (
    <Field label={label}>
      {(control) => (
        <Input
          {...control}
          type="date"
          min="1900-01-01"
          max="2100-12-31"
          value={valuesOf(search, field)[0] ?? ''}
          onChange={({ target: { value } }) => change({ [field]: value === '' ? undefined : value })}
        />
      )}
    </Field>
  )
}

export function YearFields({ filter: { from, until }, search, change }: Props<'years'>) {
  return (
    <div className="flex flex-col gap-3">
      {[
        { field: from, label: 'From' },
        { field: until, label: 'Until, inclusive' },
      ].map(({ field, label }) => (
        <Field key={field} label={label}>
          {(control) => (
            <Input
              {...control}
              type="number"
              min={1900}
              max={2100}
              step={1}
              placeholder="e.g. 2015"
              defaultValue={valuesOf(search, field)[0]}
              onChange={({ target: { value, validity } }) => {
                // A partly typed year does not count yet.
                if (validity.valid) change({ [field]: value === '' ? undefined : Number(value) })
              }}
            />
          )}
        </Field>
      ))}
    </div>
  )
}
