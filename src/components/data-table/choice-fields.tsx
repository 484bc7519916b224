import { skipToken, useQuery } from '@tanstack/react-query'
import { ChoiceList } from './choice-list.tsx'
import { type Change, type FacetQuery, type Filter, type SearchRecord, toggled, valuesOf } from './filters.ts'
import { MatchSwitch } from './match-switch.tsx'

const NO_COUNTS: FacetQuery = { queryKey: ['no-counts'], queryFn: skipToken }

/** The options of a filter, with the number of rows of each where the list can count them. */
export function ChoiceFields({
  filter,
  search,
  query,
  change,
}: {
  filter: Filter & { kind: 'choice' }
  search: SearchRecord
  query: SearchRecord
  change: (change: Change) => void
}) {
  // An option is as useful without its number: while it loads, and if it cannot be counted.
  const { data: counts } = useQuery(filter.counts?.(query) ?? NO_COUNTS)
  return (
    <>
      <MatchSwitch filter={filter} search={search} change={change} />
      <ChoiceList
        label={filter.label}
        choices={
          counts
            ? filter.choices?.map((one) => ({ ...one, rows: counts.get(one.value) ?? 0 }))
            : filter.choices
        }
        selected={valuesOf(search, filter.field)}
        typed={filter.typed}
        numeric={filter.numeric}
        placeholder={filter.placeholder}
        onToggle={(value) => change((before) => toggled(filter, before, value))}
      />
    </>
  )
}
