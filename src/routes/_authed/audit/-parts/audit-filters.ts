import { useQuery } from '@tanstack/react-query'
import { AUDIT_RESULTS, type listAudit } from '#contract/audit.ts'
import { choicesOf } from '~/components/data-table/choices-of.ts'
import type { Filter } from '~/components/data-table/filters.ts'
import type { FilterField } from '~/components/data-table/search.ts'
import { auditActionsQuery } from '~/server/audit.functions.ts'
import { usersQuery } from '~/server/users.functions.ts'
import { actionInWords, resultWords } from './audit-words.ts'

export function useAuditFilters(): Filter<FilterField<typeof listAudit.query>>[] {
  const people = useQuery(usersQuery)
  const actions = useQuery(auditActionsQuery)
  return [
    {
      kind: 'choice',
      field: 'who',
      label: 'Person',
      numeric: true,
      choices: choicesOf(people, ({ id, name }) => ({ value: String(id), label: name })),
    },
    {
      kind: 'choice',
      field: 'what',
      label: 'Action',
      choices: choicesOf(actions, (action) => ({ value: action, label: actionInWords(action) })),
    },
    {
      kind: 'choice',
      field: 'result',
      label: 'Result',
      choices: AUDIT_RESULTS.map((result) => ({ value: result, label: resultWords[result] })),
    },
    { kind: 'contains', field: 'record', label: 'Record', placeholder: 'jobs or jobs:42' },
    { kind: 'dates', from: 'from', until: 'to', label: 'When' },
  ]
}
