import { Ban, CircleCheck, CircleX, TriangleAlert, type LucideIcon } from 'lucide-react'
import type { AuditEntry, AuditResult } from '#contract/audit.ts'
import { createAppColumnHelper } from '~/components/data-table/table/app-table.ts'
import { none } from '~/components/data-table/filters/none.tsx'
import { Badge, type Tone } from '~/components/ui/badge.tsx'
import { ExactTime } from './exact-time.tsx'
import { RecordCell } from './record-cell.tsx'
import { formatEntry, resultWords } from './audit-labels.ts'

const column = createAppColumnHelper<AuditEntry>()
const results: Readonly<Record<AuditResult, { tone: Tone; icon: LucideIcon }>> = {
  ok: { tone: 'success', icon: CircleCheck },
  denied: { tone: 'error', icon: Ban },
  rejected: { tone: 'warning', icon: TriangleAlert },
  failed: { tone: 'error', icon: CircleX },
}
const code = (text: string | null) =>
  text === null ? (
    none
  ) : (
    <span className="block max-w-64 truncate font-mono text-[13px]" title={text}>
      {text}
    </span>
  )
const detail = (text: string | null) =>
  text === null ? (
    none
  ) : (
    <span
      className="line-clamp-4 max-w-96 break-words min-[700px]:min-w-52 max-[699px]:line-clamp-none"
      title={text}
    >
      {text}
    </span>
  )

export const auditColumns = column.columns([
  column.accessor('at', {
    header: 'When',
    enableHiding: false,
    cell: ({ getValue }) => <ExactTime iso={getValue()} />,
  }),
  column.accessor('user_name', {
    header: 'Who',
    enableSorting: false,
    cell: ({ row: { original } }) => (
      <span className="block max-w-48 truncate" title={original.user_name ?? undefined}>
        {original.user_name ?? <span className="text-muted">Not logged in</span>}
      </span>
    ),
  }),
  column.accessor('action', {
    header: 'Action',
    enableSorting: false,
    cell: ({ row: { original } }) => <span className="block min-[700px]:w-40">{formatEntry(original)}</span>,
  }),
  column.accessor('result', {
    header: 'Result',
    enableSorting: false,
    cell: ({ getValue }) => <Badge {...results[getValue()]}>{resultWords[getValue()]}</Badge>,
  }),
  column.accessor('record', {
    header: 'Record',
    enableSorting: false,
    cell: ({ row: { original } }) => <RecordCell entry={original} />,
  }),
  column.accessor('detail', {
    header: 'Detail',
    enableSorting: false,
    cell: ({ getValue }) => detail(getValue()),
  }),
  column.accessor('address', {
    header: 'From',
    enableSorting: false,
    cell: ({ getValue }) => code(getValue()),
  }),
  column.accessor('request_id', {
    header: 'Request',
    enableSorting: false,
    meta: { optional: true },
    cell: ({ getValue }) => code(getValue()),
  }),
])
