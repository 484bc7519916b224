import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Body } from '#contract/endpoint.ts'
import type { readNotifications as call } from '#contract/notifications.ts'
import { type NotificationPage, readNotifications } from '~/server/notifications.functions.ts'
import { showFailure } from '~/components/shell/snackbar/snackbar-outcomes.ts'

type Which = Body<typeof call>

/** Marks as read at once; if the service cannot, the marks come back with a message. */
export function useReadNotifications() {
  const client = useQueryClient()
  const lists = { queryKey: ['notifications', 'list'] }
  return useMutation({
    mutationFn: (which: Which) => readNotifications({ data: which }),
    onMutate: async (which) => {
      await client.cancelQueries(lists)
      const before = client.getQueriesData<NotificationPage>(lists)
      client.setQueriesData<NotificationPage>(lists, (page) => page && marked(page, which))
      return { before }
    },
    onError: (error, _which, context) => {
      for (const [key, page] of context?.before ?? []) client.setQueryData(key, page)
      showFailure(error)
    },
    onSettled: () => client.invalidateQueries(lists),
  })
}

function marked(page: NotificationPage, { ids, up_to }: Which): NotificationPage {
  const isMeant = (id: number) => (ids ? ids.includes(id) : id <= (up_to ?? 0))
  const newly = page.content.filter(({ id, read }) => !read && isMeant(id)).length
  return {
    ...page,
    content: page.content.map((one) => (isMeant(one.id) ? { ...one, read: true } : one)),
    // 'All' also marks those on other pages.
    unread: up_to === undefined ? Math.max(0, page.unread - newly) : 0,
  }
}
