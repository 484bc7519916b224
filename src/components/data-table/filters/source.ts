import { useQuery } from '@tanstack/react-query'
import { sourcesQuery } from '~/server/jobs.functions.ts'
import { type ListQuery, choicesOf } from './choices-of.ts'
import type { Filter } from './filters.ts'

/** The sources of existing jobs. */
export function useSourceFilter<F extends string>(field: F): Filter<F> {
  return sourceFilter(field, useQuery(sourcesQuery))
}

/** Sources that are not listed may be typed. */
export const sourceFilter = <F extends string>(field: F, sources: ListQuery<string>): Filter<F> => ({
  kind: 'choice',
  field,
  label: 'Source',
  typed: true,
  choices: choicesOf(sources, (name) => ({ value: name, label: name })),
})
