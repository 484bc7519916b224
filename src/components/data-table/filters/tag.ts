import { useQuery } from '@tanstack/react-query'
import { tagsQuery } from '~/server/tags.functions.ts'
import { choicesOf } from '../choices-of.ts'
import type { Filter } from '../filters.ts'

export function useTagFilter<F extends string>(field: F): Filter<F> {
  const tags = useQuery(tagsQuery)
  return {
    kind: 'choice',
    field,
    label: 'Tag',
    typed: true,
    choices: choicesOf(tags, ({ name }) => ({ value: name, label: name })),
  }
}
