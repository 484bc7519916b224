import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Notification } from '#contract/notifications.ts'
import { Button } from '~/components/ui/button.tsx'
import { EmptyState } from '~/components/ui/empty-state.tsx'
import { ErrorState } from '~/components/form/error-state.tsx'
import { BellOff } from 'lucide-react'
import { RelativeTime } from '~/components/ui/relative-time.tsx'
import { SkeletonLines } from '~/components/ui/skeleton.tsx'
import { cn } from '~/lib/class-names.ts'
import { formatCounts, styleOf } from './ending-labels.ts'
import type { NotificationPage } from '~/server/notifications.functions.ts'
import { useReadNotifications } from './use-read-notifications.ts'

const LINK = 'text-link hover:underline'

export function NotificationList({
  result,
  onClose,
}: {
  result: UseQueryResult<NotificationPage>
  onClose: () => void
}) {
  const { data, error, refetch, isFetching } = result
  const reading = useReadNotifications()
  const [first] = data?.content ?? []
  return (
    <>
      <div className="flex min-h-12 items-center justify-between gap-2 border-b px-3">
        <h2 className="font-semibold">Notifications</h2>
        {first && data && data.unread > 0 && (
          <Button variant="quiet" size="small" onClick={() => reading.mutate({ up_to: first.id })}>
            Mark all as read
          </Button>
        )}
      </div>
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />}
      {!data && !error && (
        <div className="p-3">
          <SkeletonLines lines={4} />
        </div>
      )}
      {data && !first && (
        <EmptyState icon={BellOff} title="No notifications yet">
          When all layers of one of your submissions have ended, it appears here.
        </EmptyState>
      )}
      {data && first && (
        <ul className="divide-y">
          {data.content.map((one) => (
            <Entry
              key={one.id}
              one={one}
              onOpen={() => {
                if (!one.read) reading.mutate({ ids: [one.id] })
                onClose()
              }}
            />
          ))}
        </ul>
      )}
      <div className="flex justify-between gap-2 border-t px-3 py-2">
        <Link to="/notifications" onClick={onClose} className={LINK}>
          Show all
        </Link>
        <Link to="/edit-user" hash="notifications" onClick={onClose} className={LINK}>
          Settings
        </Link>
      </div>
    </>
  )
}

function Entry({ one, onOpen }: { one: Notification; onOpen: () => void }) {
  const { icon: Icon, ink } = styleOf(one)
  return (
    <li>
      <Link
        to="/modeling/submission/$id"
        params={{ id: String(one.submission_id) }}
        onClick={onOpen}
        className="flex gap-3 px-3 py-2 hover:bg-hover"
      >
        <Icon aria-hidden="true" className={cn('mt-0.5 size-4 shrink-0', ink)} />
        <span className="min-w-0 flex-1">
          <span className={cn('block break-words', !one.read && 'font-semibold')}>
            {one.title} {!one.read && <span className="sr-only">(unread)</span>}
          </span>
          <span className="block text-xs text-muted">
            {formatCounts(one)} · <RelativeTime iso={one.created_at} />
          </span>
        </span>
        {!one.read && (
          <span aria-hidden="true" className="mt-1.5 size-2 shrink-0 rounded-full bg-secondary" />
        )}
      </Link>
    </li>
  )
}
