import { useQuery } from '@tanstack/react-query'
import { tagsQuery } from '~/server/tags.functions.ts'
import { choicesOf } from './choices-of.ts'
import type { Filter } from './filters.ts'

/** `match` is the field that says whether rows need all of the tags or any. */
export function useTagFilter<F extends string>(field: F, match: F): Filter<F> {
  const tags = useQuery(tagsQuery)
  return {
    kind: 'choice',
    field,
    match,
    label: 'Tag',
    typed: true,
    choices: choicesOf(tags, ({ name }) => ({ value: name, label: name })),
  }
}
