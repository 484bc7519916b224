import { RelativeTime } from '~/components/ui/relative-time.tsx'
import { none } from '~/components/data-table/filters/none.tsx'

/** The parts of columns that many tables share. Spread `actionsColumn`; the others are whole definitions or cells. */
export const actionsColumn = {
  id: 'actions',
  enableHiding: false,
  header: () => <span className="sr-only">Actions</span>,
  meta: { label: 'Actions', className: 'w-10' },
} as const

/** To spread into the columns of a table: the column, if the person may do what it offers. */
export const ifAllowed = <C,>(allowed: boolean, column: C): C[] => (allowed ? [column] : [])

export const idColumn = {
  header: 'Id',
  meta: { align: 'right', optional: true },
  cell: ({ getValue }: { getValue: () => number }) => (
    <span className="font-mono text-[13px]">{getValue()}</span>
  ),
} as const

export const timeCell = ({ getValue }: { getValue: () => string }) => (
  <RelativeTime iso={getValue()} className="whitespace-nowrap" />
)

/** A text or number that may be missing. */
export const orNone = ({ getValue }: { getValue: () => string | number | null }) => getValue() ?? none
