import { useQuery } from '@tanstack/react-query'
import { usersQuery } from '~/server/accounts.functions.ts'
import { choicesOf } from './choices-of.ts'
import type { Filter } from './filters.ts'

/** By id in the address, by name on the screen. */
export function usePersonFilter<F extends string>(field: F): Filter<F> {
  const people = useQuery(usersQuery)
  return {
    kind: 'choice',
    field,
    label: 'Person',
    numeric: true,
    choices: choicesOf(people, ({ id, name }) => ({ value: String(id), label: name })),
  }
}
