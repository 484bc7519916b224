import { useQuery } from '@tanstack/react-query'
import { choicesOf } from '~/components/data-table/filters/choices-of.ts'
import { statusFilter } from '~/components/data-table/filters/fixed.ts'
import { statusesQuery } from '~/server/jobs.functions.ts'
import { STATUS_WORDS } from './status-badge.tsx'

/** The statuses that the service lists; one may be unknown to this version. */
export function useJobStatusFilter<F extends string>(field: F) {
  const statuses = choicesOf(useQuery(statusesQuery), (status) => status)
  return statusFilter<F, string>(field, statuses, STATUS_WORDS)
}
