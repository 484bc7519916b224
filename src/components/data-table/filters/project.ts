import { useQuery } from '@tanstack/react-query'
import { everyProjectQuery } from '~/server/projects.functions.ts'
import { choicesOf } from './choices-of.ts'
import type { Filter } from './filters.ts'

/** By id in the address, by name and client on the screen. */
export function useProjectFilter<F extends string>(field: F): Filter<F> {
  const projects = useQuery(everyProjectQuery)
  return {
    kind: 'choice',
    field,
    label: 'Project',
    numeric: true,
    choices: choicesOf(projects, ({ id, name, client_name }) => ({
      value: String(id),
      label: name,
      ...(client_name !== null && { note: client_name }),
    })),
  }
}
