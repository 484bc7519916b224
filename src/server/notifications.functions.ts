import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import type { Query } from '#contract/endpoint.ts'
import * as notifications from '#contract/notifications.ts'
import { callApi } from './api.server.ts'

export const fetchNotifications = createServerFn({ method: 'GET' })
  .validator(notifications.listNotifications.query)
  .handler(({ data }) => callApi(notifications.listNotifications, { query: data }))

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
