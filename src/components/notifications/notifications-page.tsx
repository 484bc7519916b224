import { searchOf } from '~/components/data-table/address/search.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { MAX_NOTIFICATIONS, listNotifications } from '#contract/notifications.ts'
import { DataTable } from '~/components/data-table/table/data-table.tsx'
import type { Filter } from '~/components/data-table/filters/filters.ts'
import { useTableSearch } from '~/components/data-table/address/use-table-search.ts'
import { useReadNotifications } from './use-read-notifications.ts'
import { Page } from '~/components/shell/page.tsx'
import { Button } from '~/components/ui/button.tsx'
import { Bell } from 'lucide-react'
import { notificationsQuery } from '~/server/notifications.functions.ts'
import { notificationColumns } from './notification-columns.tsx'

const search = searchOf(listNotifications)

const filters: Filter[] = [{ kind: 'flag', field: 'read', label: 'State', yes: 'Read', no: 'Unread' }]

const newest = notificationsQuery(listNotifications.query.parse({ limit: 1 }))

export function NotificationsPage() {
  const { query, address } = useTableSearch(search)
  const result = useQuery(notificationsQuery(query))
  const newestId = useQuery(newest).data?.content[0]?.id
  const { mutate, isPending } = useReadNotifications()
  const columns = useMemo(() => notificationColumns((id) => mutate({ ids: [id] })), [mutate])
  return (
    <Page
      title="Notifications"
      actions={
        newestId !== undefined &&
        (result.data?.unread ?? 0) > 0 && (
          <Button variant="secondary" busy={isPending} onClick={() => mutate({ up_to: newestId })}>
            Mark all as read
          </Button>
        )
      }
    >
      <p className="max-w-prose text-muted">
        Your finished submissions. The newest {MAX_NOTIFICATIONS} are kept.
      </p>
      <DataTable
        label="Notifications"
        pluralNoun="notifications"
        columns={columns}
        {...address}
        filters={filters}
        result={result}
        empty={{
          icon: Bell,
          title: 'No notifications yet',
          text: 'When all layers of one of your submissions have ended, it appears here.',
        }}
      />
    </Page>
  )
}
