import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  type Notification,
  getNotificationPreferences,
  listNotifications,
  readNotifications,
  setNotificationPreferences,
} from '#contract/notifications.ts'
import { listTags } from '#contract/projects/tag-list.ts'
import { ApiError } from '~/api/api-error.ts'
import { answer, callsOf, fail, resetApi } from '../support/fake-api.ts'
import { pageOf } from '../support/submission-fakes.ts'
const { routerAt, show } = await import('../support/shell-router.tsx')

const anEnding = (more: Partial<Notification> & { id: number }): Notification => ({
  submission_id: 100 + more.id,
  title: `Round ${more.id}`,
  completed: 3,
  failed: 0,
  cancelled: 0,
  created_at: new Date(Date.now() - 3_600_000).toISOString(),
  read: false,
  ...more,
})
let kept: Notification[]
beforeEach(() => {
  resetApi()
  kept = [
    anEnding({ id: 3, failed: 1 }),
    anEnding({ id: 2, completed: 0, cancelled: 2 }),
    anEnding({ id: 1, read: true }),
  ]
  answer(listTags, pageOf([]))
  answer(listNotifications, ({ query }: { query: { read?: boolean } }) => {
    const content = kept.filter(({ read }) => query.read === undefined || read === query.read)
    return { content, totalElements: content.length }
  })
  answer(readNotifications, ({ body }: { body: { ids?: number[]; up_to?: number } }) => {
    kept = kept.map((one) => ({
      ...one,
      read: one.read || (body.ids?.includes(one.id) ?? one.id <= (body.up_to ?? 0)),
    }))
    return { msg: 'Done' }
  })
})

async function openBell() {
  const router = routerAt('/tags')
  show(router)
  await userEvent.click(await screen.findByRole('button', { name: /^Notifications/ }))
  return { router, popover: within(await screen.findByRole('dialog', { name: 'Notifications' })) }
}

test('the bell counts what is unread, without having been pressed', async () => {
  show(routerAt('/tags'))
  await screen.findByRole('button', { name: 'Notifications, 2 unread' })
})

test('the list says how each submission ended; opening one marks it as read', async () => {
  const { router, popover } = await openBell()
  const links = await popover.findAllByRole('link', { name: /Round/ })
  expect(links.map(({ textContent }) => textContent)).toEqual([
    'Round 3 (unread)3 completed, 1 failed · 1 Hour ago',
    'Round 2 (unread)2 cancelled · 1 Hour ago',
    'Round 1 3 completed · 1 Hour ago',
  ])
  await userEvent.click(links[0] as HTMLElement)
  await waitFor(() => expect(router.state.location.pathname).toBe('/modeling/submission/103'))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(callsOf(readNotifications).map(({ body }) => body)).toEqual([{ ids: [3] }])
  await screen.findByRole('button', { name: 'Notifications, 1 unread' })
})

test('all are marked up to the newest that is shown', async () => {
  const { popover } = await openBell()
  await userEvent.click(await popover.findByRole('button', { name: 'Mark all as read' }))
  expect(callsOf(readNotifications).map(({ body }) => body)).toEqual([{ up_to: 3 }])
  await waitFor(() => expect(popover.queryByRole('button', { name: 'Mark all as read' })).toBeNull())
  expect(popover.queryByText('(unread)', { exact: false })).toBeNull()
})

test('the marks come back if they could not be saved', async () => {
  const { popover } = await openBell()
  await popover.findByRole('button', { name: 'Mark all as read' })
  fail(readNotifications, new ApiError(503, 'The database is not available.'))
  await userEvent.click(popover.getByRole('button', { name: 'Mark all as read' }))
  await screen.findByText('The database is not available.')
  expect(await popover.findAllByText('(unread)', { exact: false })).toHaveLength(2)
})

test('an empty list says what appears there, a failed one offers a retry', async () => {
  kept = []
  fail(listNotifications, new ApiError(503, 'The database is not available.'))
  const { popover } = await openBell()
  await popover.findByText('The database is not available.')
  answer(listNotifications, { content: [], totalElements: 0 })
  await userEvent.click(popover.getByRole('button', { name: 'Try again' }))
  await popover.findByText('No notifications yet')
})

test('returning to the window refetches', async () => {
  show(routerAt('/tags'))
  await screen.findByRole('button', { name: 'Notifications, 2 unread' })
  kept = kept.map((one) => ({ ...one, read: true }))
  // Fresh answers are not fetched again.
  const now = Date.now.bind(Date)
  vi.spyOn(Date, 'now').mockImplementation(() => now() + 10_000)
  window.dispatchEvent(new Event('visibilitychange'))
  await screen.findByRole('button', { name: 'Notifications' })
})

test('the page lists them with a filter, and marks one or all', async () => {
  show(routerAt('/notifications?read=false'))
  const table = within(await screen.findByRole('grid', { name: 'Notifications' }))
  await table.findByRole('link', { name: 'Round 3 (unread)' })
  expect(table.queryByText('Round 1')).toBeNull()
  await userEvent.click(table.getByRole('button', { name: 'Mark as read: Round 2' }))
  await waitFor(() => expect(table.queryByText(/Round 2/)).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'Mark all as read' }))
  await waitFor(() => expect(callsOf(readNotifications).at(-1)).toEqual({ body: { up_to: 3 } }))
})

test('preferences are saved at once, and taken back if that fails', async () => {
  answer(getNotificationPreferences, { in_workspace: true, by_email: false, failures_only: false })
  answer(setNotificationPreferences, ({ body }: { body: never }) => body)
  show(routerAt('/edit-user'))
  const email = await screen.findByRole('checkbox', { name: 'By email' })
  expect(email.getAttribute('aria-checked')).toBe('false')
  await userEvent.click(email)
  await screen.findByText('Notifications are saved')
  expect(callsOf(setNotificationPreferences)).toEqual([
    { body: { in_workspace: true, by_email: true, failures_only: false } },
  ])
  expect(email.getAttribute('aria-checked')).toBe('true')
  fail(setNotificationPreferences, new ApiError(503, 'The database is not available.'))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Failures only' }))
  await screen.findByText('The database is not available.')
  expect(screen.getByRole('checkbox', { name: 'Failures only' }).getAttribute('aria-checked')).toBe('false')
})

test('without a way to be notified, failures only has no effect and cannot be chosen', async () => {
  answer(getNotificationPreferences, { in_workspace: false, by_email: false, failures_only: false })
  show(routerAt('/edit-user'))
  const failures = await screen.findByRole('checkbox', { name: 'Failures only' })
  expect((failures as HTMLButtonElement).disabled).toBe(true)
})
