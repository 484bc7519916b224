import { useQuery } from '@tanstack/react-query'
import { choicesOf } from '~/components/data-table/choices-of.ts'
import type { Filter } from '~/components/data-table/filters.ts'
import { ownValue } from '~/lib/own-value.ts'
import { statusesQuery } from '~/server/jobs.functions.ts'
import { STATUS_WORDS } from './status-badge.tsx'

/** The statuses that the service lists; one unknown to this version is shown as is. */
export function useJobStatusFilter<F extends string>(field: F): Filter<F> {
  const statuses = useQuery(statusesQuery)
  const words: Readonly<Record<string, string>> = STATUS_WORDS
  return {
    kind: 'choice',
    field,
    label: 'Status',
    choices: choicesOf(statuses, (status) => ({ value: status, label: ownValue(words, status) ?? status })),
  }
}
