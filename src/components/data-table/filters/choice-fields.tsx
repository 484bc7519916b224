import { useQuery } from '@tanstack/react-query'
import { facetsQuery } from '~/server/facets.functions.ts'
import { ChoiceList } from './choice-list.tsx'
import {
  type Change,
  type Choice,
  type Filter,
  type FilteredList,
  type SearchRecord,
  toggled,
  valuesOf,
} from './filters.ts'
import { MatchSwitch } from './match-switch.tsx'

/** The options of a filter, with the number of rows of each where the list can count them. */
export function ChoiceFields({
  filter,
  search,
  list,
  change,
}: {
  filter: Filter & { kind: 'choice' }
  search: SearchRecord
  list: FilteredList
  change: (change: Change) => void
}) {
  // An option is as useful without its number: while it loads, and if it cannot be counted.
  const { data: counts } = useQuery(facetsQuery(list.name, list.query, filter.field))
  return (
    <>
      <MatchSwitch filter={filter} search={search} change={change} />
      <ChoiceList
        label={filter.label}
        choices={withCounts(filter.choices, counts)}
        selected={valuesOf(search, filter.field)}
        typed={filter.typed}
        numeric={filter.numeric}
        placeholder={filter.placeholder}
        onToggle={(value) => change((before) => toggled(filter, before, value))}
      />
    </>
  )
}

/** Fewer options are seen at a glance: they keep their places. */
const LONG = 10

/**
 * In a long list, the options that rows have come before the others, such as three of 250 countries. A filter without
 * options of its own offers the values that rows have.
 */
function withCounts(
  choices: readonly Choice[] | undefined,
  counts: ReadonlyMap<string, number> | undefined,
): readonly Choice[] | undefined {
  if (!counts || !choices) return choices
  if (choices.length === 0) return [...counts].map(([value, rows]) => ({ value, label: value, rows }))
  const counted = choices.map((one) => ({ ...one, rows: counts.get(one.value) ?? 0 }))
  return counted.length < LONG ? counted : counted.toSorted((a, b) => Number(b.rows > 0) - Number(a.rows > 0))
}
