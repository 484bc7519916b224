import type { Me } from '#contract/accounts/accounts.ts'
import type { Account } from '#contract/accounts/people.ts'
import { roleLabel } from '~/components/accounts/role-labels.ts'
import { createAppColumnHelper } from '~/components/data-table/table/app-table.ts'
import { actionsColumn, idColumn, timeCell } from '~/components/data-table/columns/usual-columns.tsx'
import { none } from '~/components/data-table/filters/none.tsx'
import { RelativeTime } from '~/components/ui/relative-time.tsx'
import { AccountActions } from './account-actions.tsx'
import { AccountStatusBadge } from './account-status-badge.tsx'
import { AdmitButton } from './admit-button.tsx'

const column = createAppColumnHelper<Account>()

/** Column ids are the contract's sort fields; the others cannot be sorted. */
export const peopleColumns = (me: Me) =>
  column.columns([
    column.accessor('name', {
      header: 'Name',
      enableHiding: false,
      cell: ({ row: { original } }) => (
        <span className="block max-w-56 truncate font-medium max-[699px]:max-w-full" title={original.name}>
          {original.name}
          {original.id === me.id && <span className="font-normal text-muted"> (you)</span>}
        </span>
      ),
    }),
    column.accessor('email', {
      header: 'Email',
      meta: { className: 'max-[699px]:col-span-2' },
      cell: ({ getValue }) => (
        <span
          className="block max-w-60 truncate max-[1100px]:max-w-44 max-[699px]:max-w-full max-[699px]:break-words max-[699px]:whitespace-normal"
          title={getValue()}
        >
          {getValue()}
        </span>
      ),
    }),
    column.accessor('status', {
      header: 'Status',
      enableSorting: false,
      cell: ({ row: { original } }) => (
        <span className="flex items-center gap-2 max-[699px]:flex-wrap">
          <AccountStatusBadge status={original.status} />
          {original.status === 'waiting' && <AdmitButton account={original} />}
        </span>
      ),
    }),
    column.accessor('roles', {
      header: 'Role',
      enableSorting: false,
      cell: ({ getValue }) => {
        const names = getValue().map(({ name }) => roleLabel(name))
        return names.length > 0 ? names.join(', ') : none
      },
    }),
    column.accessor('last_used_at', {
      header: 'Last seen',
      cell: ({ getValue }) => {
        const at = getValue()
        return at === null ? none : <RelativeTime iso={at} className="whitespace-nowrap" />
      },
    }),
    column.accessor('sessions', {
      header: 'Sessions',
      enableSorting: false,
      meta: { align: 'right' },
    }),
    column.accessor('access_tokens', {
      header: 'Tokens',
      enableSorting: false,
      meta: { align: 'right', optional: true },
    }),
    column.accessor('submissions', {
      header: 'Submissions',
      enableSorting: false,
      meta: { align: 'right' },
      cell: ({ getValue }) => getValue().toLocaleString('en'),
    }),
    column.accessor('created_at', {
      header: 'Registered',
      meta: { optional: true },
      cell: timeCell,
    }),
    column.accessor('id', idColumn),
    column.display({
      ...actionsColumn,
      cell: ({ row: { original } }) => <AccountActions account={original} isMe={original.id === me.id} />,
    }),
  ])
