import * as contract from '#contract/notifications.ts'
import { markRead } from '../../domain/notifications/mark-read.ts'
import { getPreferences, setPreferences } from '../../domain/notifications/preferences.ts'
import { type Route, route } from '../route.ts'

export const notificationsRoutes: Route[] = [
  route(contract.readNotifications, ({ body, actor }, { db }) => markRead(db, actor.id, body)),
  route(contract.getNotificationPreferences, ({ actor }, { db }) => getPreferences(db, actor.id)),
  route(contract.setNotificationPreferences, ({ body, actor }, { db }) => setPreferences(db, actor.id, body)),
]
