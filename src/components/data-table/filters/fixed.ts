import { ownValue } from '~/lib/own-value.ts'
import type { Filter } from './filters.ts'

/** One of the contract's enumerated values, as text; one without words is shown as is. */
export const wordsFilter = <F extends string, V extends string>(
  field: F,
  label: string,
  values: readonly V[] | undefined,
  words: Readonly<Record<V, string>>,
): Filter<F> => ({
  kind: 'choice',
  field,
  label,
  choices: values?.map((value) => ({ value, label: ownValue(words, value) ?? value })),
})

export const statusFilter = <F extends string, V extends string>(
  field: F,
  statuses: readonly V[] | undefined,
  words: Readonly<Record<V, string>>,
) => wordsFilter(field, 'Status', statuses, words)

/** Both days inclusive; `period` is the field of the periods that end today. */
export const datesFilter = <F extends string>(from: F, until: F, period: F, label: string): Filter<F> => ({
  kind: 'dates',
  from,
  until,
  period,
  label,
})

/** Both years inclusive. */
export const yearsFilter = <F extends string>(from: F, until: F, label: string): Filter<F> => ({
  kind: 'years',
  from,
  until,
  label,
})

/** Free-text values. */
export const typedFilter = <F extends string>(
  field: F,
  label: string,
  { placeholder, numeric }: { placeholder?: string; numeric?: boolean } = {},
): Filter<F> => ({ kind: 'choice', field, label, typed: true, choices: [], placeholder, numeric })

/** Yes, no or unset. */
export const yesNoFilter = <F extends string>(field: F, label: string): Filter<F> => ({
  kind: 'flag',
  field,
  label,
  yes: 'Yes',
  no: 'No',
})
