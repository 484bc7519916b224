import { Button } from '~/components/ui/button.tsx'
import { Field } from '~/components/ui/fields/field.tsx'
import { Input } from '~/components/ui/fields/input.tsx'
import { ChoiceFields } from './choice-fields.tsx'
import { DateFields, YearFields } from './date-fields.tsx'
import {
  type Change,
  type ControlledFilter,
  type FilteredList,
  type SearchRecord,
  valuesOf,
} from './filters.ts'
import { RadioList } from './radio-list.tsx'
import { RangeFields } from './range-fields.tsx'

/** The inside of a filter's popover. */
export function FilterFields({
  filter,
  search,
  list,
  change,
  close,
}: {
  filter: ControlledFilter
  search: SearchRecord
  list: FilteredList
  change: (change: Change) => void
  close: () => void
}) {
  if (filter.kind === 'choice') {
    return <ChoiceFields filter={filter} search={search} list={list} change={change} />
  }
  if (filter.kind === 'ranges') {
    return <RangeFields ranges={filter.ranges} search={search} change={change} />
  }
  if (filter.kind === 'flag') {
    return (
      <RadioList
        label={filter.label}
        value={valuesOf(search, filter.field)[0]}
        options={[
          { value: undefined, label: 'Any' },
          { value: 'true', label: filter.yes },
          { value: 'false', label: filter.no },
        ]}
        onChange={(value) => change({ [filter.field]: value === undefined ? undefined : value === 'true' })}
      />
    )
  }
  if (filter.kind === 'contains') {
    return (
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          const text = String(new FormData(event.currentTarget).get('text') as string).trim()
          change({ [filter.field]: text || undefined })
          close()
        }}
      >
        <Field label={`${filter.label} contains`} className="min-w-0 flex-1">
          {(control) => (
            <Input
              {...control}
              name="text"
              maxLength={200}
              defaultValue={valuesOf(search, filter.field)[0]}
              placeholder={filter.placeholder}
            />
          )}
        </Field>
        <Button type="submit">Apply</Button>
      </form>
    )
  }
  if (filter.kind === 'years') return <YearFields filter={filter} search={search} change={change} />
  return <DateFields filter={filter} search={search} change={change} />
}
