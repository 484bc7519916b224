import { listNotifications } from '#contract/notifications.ts'
import { createFileRoute } from '@tanstack/react-router'
import { routeOf, searchOf } from '~/components/data-table/address/search.ts'
import { prefetchOnServer } from '~/components/data-table/prefetch-on-server.ts'
import { Bell } from 'lucide-react'
import { notificationsQuery } from '~/server/notifications.functions.ts'
import { NotificationsPage } from '~/components/notifications/notifications-page.tsx'

export const Route = createFileRoute('/_authed/notifications/')({
  ...routeOf(searchOf(listNotifications)),
  loader: ({ context: { queryClient }, deps }) =>
    prefetchOnServer(queryClient.prefetchQuery(notificationsQuery(deps))),
  staticData: {
    name: 'Notifications',
    title: 'Notifications',
    list: 'listNotifications',
    icon: Bell,
    breadcrumbs: ['Account', 'Notifications'],
  },
  component: NotificationsPage,
})
