import { useQuery } from '@tanstack/react-query'
import { everyClientQuery } from '~/server/projects.functions.ts'
import { choicesOf } from './choices-of.ts'
import type { Filter } from './filters.ts'

export function useClientFilter<F extends string>(field: F): Filter<F> {
  const clients = useQuery(everyClientQuery)
  return {
    kind: 'choice',
    field,
    label: 'Client',
    numeric: true,
    choices: choicesOf(clients, ({ id, name }) => ({ value: String(id), label: name })),
  }
}
