import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listNotifications } from '#contract/notifications.ts'
import { isNotOffered } from '~/api/api-error.ts'
import { Button } from '~/components/ui/button.tsx'
import { Bell as BellIcon } from 'lucide-react'
import { Popover } from '~/components/ui/overlays/popover.tsx'
import { notificationsQuery } from '~/server/notifications.functions.ts'
import { NotificationList } from './notification-list.tsx'

const EVERY_MS = 60_000
const newest = notificationsQuery(listNotifications.query.parse({}))

/** The bell with the number of unread notifications, and the list of the newest. */
export function Bell() {
  const [open, setOpen] = useState(false)
  // A screen that follows jobs live refetches it too.
  const result = useQuery({
    ...newest,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => !isNotOffered(state.error) && EVERY_MS,
  })
  if (isNotOffered(result.error)) return null
  const unread = result.data?.unread ?? 0
  return (
    <Popover
      label="Notifications"
      align="end"
      open={open}
      onOpenChange={setOpen}
      className="w-88! p-0!"
      trigger={
        <Button
          variant="bar"
          size="icon"
          className="relative"
          aria-label={unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`}
        >
          <BellIcon aria-hidden="true" />
          {unread > 0 && (
            <span
              aria-hidden="true"
              className="tabular absolute top-0.5 right-0 min-w-4 rounded-full bg-secondary px-1 text-center text-[11px] leading-4 font-semibold text-on-secondary"
            >
              {unread > 99 ? '99+' : unread}
            </span>
          )}
        </Button>
      }
    >
      <NotificationList result={result} onClose={() => setOpen(false)} />
    </Popover>
  )
}
