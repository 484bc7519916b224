import { z } from 'zod'
import { LIST_TIMEOUT_MS, READERS, defineEndpoint } from './endpoint.ts'
import { flag, id, listOf, listQuery, message } from './shapes.ts'

/** Maximum per person; the oldest are deleted first. */
export const MAX_NOTIFICATIONS = 200

/** A submission whose last job has ended. */
const notification = z.object({
  id: z.number().int(),
  submission_id: z.number().int(),
  title: z.string(),
  completed: z.number().int(),
  failed: z.number().int(),
  cancelled: z.number().int(),
  created_at: z.string(),
  read: z.boolean(),
})
export type Notification = z.output<typeof notification>

export const listNotifications = defineEndpoint({
  name: 'listNotifications',
  resource: 'notifications',
  summary: 'List notifications about your submissions that have ended, newest first',
  method: 'GET',
  path: '/users/me/notifications',
  query: listQuery(
    ['created_at', 'id'],
    { sortBy: 'created_at', sortOrder: 'desc' },
    { read: flag.optional() },
  ),
  answer: listOf(notification),
  timeoutMs: LIST_TIMEOUT_MS,
})

export const readNotifications = defineEndpoint({
  name: 'readNotifications',
  resource: 'notifications',
  summary: 'Mark notifications as read, either by id or all up to a given one',
  method: 'PUT',
  path: '/users/me/notifications',
  access: READERS,
  audit: 'notifications-read',
  body: z
    .strictObject({
      ids: z.array(id).min(1).max(MAX_NOTIFICATIONS).optional(),
      /** The newest that you have seen: one that arrives meanwhile stays unread. */
      up_to: id.optional(),
    })
    .refine(({ ids, up_to }) => (ids === undefined) !== (up_to === undefined), 'Send either ids or up_to.'),
  answer: message,
})

const notificationPreferences = z.strictObject({
  in_workspace: z.boolean(),
  by_email: z.boolean(),
  /** Only submissions with a failed layer. */
  failures_only: z.boolean(),
})
export type NotificationPreferences = z.output<typeof notificationPreferences>

export const getNotificationPreferences = defineEndpoint({
  name: 'getNotificationPreferences',
  resource: 'notifications',
  summary: 'Get your notification preferences',
  method: 'GET',
  path: '/users/me/notification-preferences',
  answer: notificationPreferences,
})

export const setNotificationPreferences = defineEndpoint({
  name: 'setNotificationPreferences',
  resource: 'notifications',
  summary: 'Update your notification preferences',
  method: 'PUT',
  path: '/users/me/notification-preferences',
  access: READERS,
  scope: 'session',
  audit: 'notification-preferences',
  body: notificationPreferences,
  answer: notificationPreferences,
})
