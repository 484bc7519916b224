import { Link } from '@tanstack/react-router'
import type { Notification } from '#contract/notifications.ts'
import { createAppColumnHelper } from '~/components/data-table/table/app-table.ts'
import { actionsColumn, timeCell } from '~/components/data-table/columns/usual-columns.tsx'
import { formatCounts, styleOf } from './ending-labels.ts'
import { Button } from '~/components/ui/button.tsx'
import { cn } from '~/lib/class-names.ts'

const column = createAppColumnHelper<Notification>()

export const notificationColumns = (onRead: (id: number) => void) =>
  column.columns([
    column.accessor('title', {
      header: 'Submission',
      enableHiding: false,
      enableSorting: false,
      // On a card the button is beside it.
      meta: { className: 'max-[699px]:pr-28!' },
      cell: ({ row: { original } }) => (
        <Link
          to="/modeling/submission/$id"
          params={{ id: String(original.submission_id) }}
          onClick={() => !original.read && onRead(original.id)}
          className={cn('break-words text-link hover:underline', !original.read && 'font-semibold')}
        >
          {original.title} {!original.read && <span className="sr-only">(unread)</span>}
        </Link>
      ),
    }),
    column.display({
      id: 'layers',
      header: 'Layers',
      meta: { fields: ['completed', 'failed', 'cancelled'] },
      cell: ({ row: { original } }) => {
        const { icon: Icon, ink } = styleOf(original)
        return (
          <span className="inline-flex items-center gap-2">
            <Icon aria-hidden="true" className={cn('size-4 shrink-0', ink)} />
            {formatCounts(original)}
          </span>
        )
      },
    }),
    column.accessor('created_at', { header: 'Ended', cell: timeCell }),
    column.display({
      ...actionsColumn,
      meta: { ...actionsColumn.meta, className: 'text-right!' },
      cell: ({ row: { original } }) =>
        !original.read && (
          <Button
            variant="quiet"
            size="small"
            aria-label={`Mark as read: ${original.title}`}
            onClick={() => onRead(original.id)}
          >
            Mark as read
          </Button>
        ),
    }),
  ])
