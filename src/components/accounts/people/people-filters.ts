import { ACCOUNT_STATUSES } from '#contract/accounts/accounts.ts'
import { ROLES } from '#contract/endpoint.ts'
import type { listAccounts } from '#contract/accounts/people.ts'
import { roleWords, statusWords } from '~/components/accounts/role-labels.ts'
import type { Filter } from '~/components/data-table/filters/filters.ts'
import { statusFilter } from '~/components/data-table/filters/fixed.ts'
import type { FilterField } from '~/components/data-table/address/search.ts'

export const peopleFilters: readonly Filter<FilterField<typeof listAccounts.query>>[] = [
  { kind: 'contains', field: 'name', label: 'Name or email' },
  {
    kind: 'choice',
    field: 'role',
    label: 'Role',
    choices: ROLES.map((role) => ({ value: role, label: roleWords[role].label })),
  },
  statusFilter('status', ACCOUNT_STATUSES, statusWords),
]
