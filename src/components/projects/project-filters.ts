import { PROJECT_STATUSES, type listProjects } from '#contract/projects/project-list.ts'
import type { Filter } from '~/components/data-table/filters/filters.ts'
import { useClientFilter } from '~/components/data-table/filters/client.ts'
import { statusFilter } from '~/components/data-table/filters/fixed.ts'
import { usePersonFilter } from '~/components/data-table/filters/person.ts'
import type { FilterField } from '~/components/data-table/address/search.ts'
import { PROJECT_STATUS_WORDS } from './project-labels.ts'

export function useProjectFilters(): Filter<FilterField<typeof listProjects.query>>[] {
  const member = usePersonFilter('member')
  return [
    { kind: 'contains', field: 'name', label: 'Name' },
    useClientFilter('client_id'),
    statusFilter('status', PROJECT_STATUSES, PROJECT_STATUS_WORDS),
    { ...member, label: 'Member' },
  ]
}
