import { useQuery } from '@tanstack/react-query'
import { sourcesQuery } from '~/server/jobs.functions.ts'
import { choicesOf } from '../choices-of.ts'
import type { Filter } from '../filters.ts'

/** The sources of existing jobs; others may be typed. */
export function useSourceFilter<F extends string>(field: F): Filter<F> {
  const sources = useQuery(sourcesQuery)
  return {
    kind: 'choice',
    field,
    label: 'Source',
    typed: true,
    choices: choicesOf(sources, (name) => ({ value: name, label: name })),
  }
}
