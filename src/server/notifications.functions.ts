import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import type { Query } from '#contract/endpoint.ts'
import * as notifications from '#contract/notifications.ts'
import { callApi } from './http/api.server.ts'

const unreadOnly = notifications.listNotifications.query.parse({ read: false, limit: 1 })

/** A page, and how many notifications have not been read, on any page. */
export const fetchNotifications = createServerFn({ method: 'GET' })
  .validator(notifications.listNotifications.query)
  .handler(async ({ data }) => {
    const [page, { totalElements: unread }] = await Promise.all([
      callApi(notifications.listNotifications, { query: data }),
      callApi(notifications.listNotifications, { query: unreadOnly }),
    ])
    return { ...page, unread }
  })
export type NotificationPage = Awaited<ReturnType<typeof fetchNotifications>>

export const notificationsQuery = (query: Query<typeof notifications.listNotifications>) =>
  queryOptions({
    queryKey: ['notifications', 'list', query],
    queryFn: ({ signal }) => fetchNotifications({ data: query, signal }),
    placeholderData: keepPreviousData,
  })

export const readNotifications = createServerFn({ method: 'POST' })
  .validator(notifications.readNotifications.body)
  .handler(({ data }) => callApi(notifications.readNotifications, { body: data }))

const fetchPreferences = createServerFn({ method: 'GET' }).handler(() =>
  callApi(notifications.getNotificationPreferences, {}),
)
export const notificationPreferencesQuery = queryOptions({
  queryKey: ['notifications', 'preferences'],
  queryFn: ({ signal }) => fetchPreferences({ signal }),
})

export const setNotificationPreferences = createServerFn({ method: 'POST' })
  .validator(notifications.setNotificationPreferences.body)
  .handler(({ data }) => callApi(notifications.setNotificationPreferences, { body: data }))
