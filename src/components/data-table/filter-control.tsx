import { useRef, useState } from 'react'
import { Button } from '~/components/ui/button.tsx'
import { Field } from '~/components/ui/field.tsx'
import { ChevronDown } from '~/components/ui/icons.tsx'
import { Input } from '~/components/ui/input.tsx'
import { Popover } from '~/components/ui/popover.tsx'
import { ChoiceList } from './choice-list.tsx'
import {
  type Change,
  type ControlledFilter,
  type SearchRecord,
  countOf,
  toggled,
  valuesOf,
} from './filters.ts'
import { RangeFields } from './range-fields.tsx'

/** `replace`: the change belongs to the previous one, so that Back undoes both at once. */
export type OnFilter = (change: Change, options: { replace: boolean }) => void

/** A button with the filter's name and number of values; opens the matching control. */
export function FilterControl({
  filter,
  search,
  onFilter,
}: {
  filter: ControlledFilter
  search: SearchRecord
  onFilter: OnFilter
}) {
  const [open, setOpen] = useState(false)
  const changed = useRef(false)
  const count = countOf(filter, search)
  const change = (next: Change) => {
    onFilter(next, { replace: changed.current })
    changed.current = true
  }
  return (
    <Popover
      open={open}
      onOpenChange={(next) => {
        changed.current = false
        setOpen(next)
      }}
      label={filter.label}
      trigger={
        <Button
          variant={count > 0 ? 'pressed' : 'secondary'}
          size="small"
          className={count > 0 ? 'gap-1!' : 'gap-1! font-normal!'}
        >
          {filter.label}
          {count > 0 && (
            <span className="tabular">
              {count}
              <span className="sr-only"> chosen</span>
            </span>
          )}
          <ChevronDown aria-hidden="true" className="size-3.5! text-muted" />
        </Button>
      }
    >
      <Control filter={filter} search={search} change={change} close={() => setOpen(false)} />
    </Popover>
  )
}

function Control({
  filter,
  search,
  change,
  close,
}: {
  filter: ControlledFilter
  search: SearchRecord
  change: (change: Change) => void
  close: () => void
}) {
  if (filter.kind === 'choice') {
    return (
      <ChoiceList
        label={filter.label}
        choices={filter.choices}
        selected={valuesOf(search, filter.field)}
        typed={filter.typed}
        numeric={filter.numeric}
        placeholder={filter.placeholder}
        onToggle={(value) => change((before) => toggled(filter, before, value))}
      />
    )
  }
  if (filter.kind === 'ranges') {
    return <RangeFields ranges={filter.ranges} search={search} change={change} />
  }
  if (filter.kind === 'flag') {
    const value = valuesOf(search, filter.field)[0]
    return (
      <fieldset className="flex flex-col">
        <legend className="sr-only">{filter.label}</legend>
        {[
          { value: undefined, label: 'Any' },
          { value: 'true', label: filter.yes },
          { value: 'false', label: filter.no },
        ].map((option) => (
          <label key={option.label} className="flex min-h-8 items-center gap-2 rounded px-2 hover:bg-hover">
            <input
              type="radio"
              name={filter.field}
              className="size-4 accent-secondary"
              checked={value === option.value}
              onChange={() =>
                change({ [filter.field]: option.value === undefined ? undefined : option.value === 'true' })
              }
            />
            {option.label}
          </label>
        ))}
      </fieldset>
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
  const years = filter.kind === 'years'
  const fields =
    'from' in filter
      ? [
          { field: filter.from, label: 'From' },
          { field: filter.until, label: 'Until, inclusive' },
        ]
      : [{ field: filter.field, label: filter.label }]
  return (
    <div className="flex flex-col gap-3">
      {fields.map(({ field, label }) => (
        <Field key={field} label={label}>
          {(control) => (
            <Input
              {...control}
              {...(years
                ? { type: 'number', min: 1900, max: 2100, step: 1, placeholder: 'e.g. 2015' }
                : { type: 'date', min: '1900-01-01', max: '2100-12-31' })}
              defaultValue={years ? valuesOf(search, field)[0] : undefined}
              value={years ? undefined : (valuesOf(search, field)[0] ?? '')}
              onChange={(event) => {
                const { value, validity } = event.target
                // A partly typed year does not count yet.
                if (years && !validity.valid) return
                change({ [field]: value === '' ? undefined : years ? Number(value) : value })
              }}
            />
          )}
        </Field>
      ))}
    </div>
  )
}
