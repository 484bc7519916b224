import { listNotifications } from '#contract/notifications.ts'
import { searchOf } from '~/components/data-table/address/search.ts'

export const search = searchOf(listNotifications)
