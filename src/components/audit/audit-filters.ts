import { useQuery } from '@tanstack/react-query'
import { AUDIT_RESULTS, type listAudit } from '#contract/audit.ts'
import { choicesOf } from '~/components/data-table/filters/choices-of.ts'
import type { Filter } from '~/components/data-table/filters/filters.ts'
import { datesFilter, wordsFilter } from '~/components/data-table/filters/fixed.ts'
import { usePersonFilter } from '~/components/data-table/filters/person.ts'
import type { FilterField } from '~/components/data-table/address/search.ts'
import { auditActionsQuery } from '~/server/audit.functions.ts'
import { formatAction, resultWords } from './audit-labels.ts'

export function useAuditFilters(): Filter<FilterField<typeof listAudit.query>>[] {
  const actions = useQuery(auditActionsQuery)
  return [
    usePersonFilter('who'),
    {
      kind: 'choice',
      field: 'what',
      label: 'Action',
      choices: choicesOf(actions, (action) => ({ value: action, label: formatAction(action) })),
    },
    wordsFilter('result', 'Result', AUDIT_RESULTS, resultWords),
    { kind: 'contains', field: 'record', label: 'Record', placeholder: 'jobs or jobs:42' },
    datesFilter('from', 'to', 'when', 'When'),
  ]
}
