import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Job } from '#contract/jobs/job-shapes.ts'
import { cancelJob } from '#contract/jobs/jobs.ts'
import { answer, callsOf } from '../../support/fake-api.ts'
import { routerAt, show } from '../../support/shell-router.tsx'
import { FakeEventSource, aJob } from '../../support/submission-fakes.ts'
import {
  CATALOG,
  listQueries,
  prepareCatalog,
  resetCatalog,
  showJobs,
  table,
} from '../../support/product-catalog.ts'

beforeEach(prepareCatalog)

describe('rows', () => {
  test('link to the report and show reason and tags', async () => {
    show(routerAt(CATALOG))
    const rows = within(await table()).getAllByRole('row')
    expect(within(rows[1]).getByRole('link').getAttribute('href')).toBe(
      '/spatial-catalog/report/ben-stunting-dhs-2018-r1-11?list=%2Fmodeling%2Fproduct-catalog',
    )
    expect(within(rows[1]).getByText('Benin pilot · stunting · seed 3')).toBeTruthy()
    expect(within(rows[2]).getByText('Benin pilot · stunting · default seed')).toBeTruthy()
    expect(within(rows[2]).getByText('The survey has only 10 clusters; at least 50 are needed.')).toBeTruthy()
    expect(within(rows[1]).getByText('pilot')).toBeTruthy()
    expect(rows[1].querySelector('time')?.dateTime).toBe('2026-11-20T10:00:00.000Z')
  })

  test('a live event updates status and progress without a call', async () => {
    showJobs([aJob({ id: 11, status: 'running', fraction: 0.1, step: 'Reading' })])
    show(routerAt(CATALOG))
    await screen.findByText('Reading')
    const [source] = FakeEventSource.all
    expect(source?.url).toBe('/api/v1/modeling/v1/jobs/events')
    source?.heartbeat()
    await screen.findByText('Live')
    await waitFor(() => expect(listQueries()).toHaveLength(2))
    source?.job({ id: 11, status: 'running', fraction: 0.62, step: 'Drawing the surface' })
    await screen.findByText('Drawing the surface')
    expect(screen.getByText('62 %')).toBeTruthy()
    expect(listQueries()).toHaveLength(2)
  })

  test("a live event shows another person's mark and tags, and refetches the list once", async () => {
    showJobs([aJob({ id: 11 })])
    show(routerAt(CATALOG))
    const grid = within(await table())
    await grid.findByText('pilot')
    const [source] = FakeEventSource.all
    source?.heartbeat()
    await screen.findByText('Live')
    await waitFor(() => expect(listQueries()).toHaveLength(2))
    showJobs([aJob({ id: 11, final: true, tags: [] })])
    source?.job({ id: 11, status: 'completed', fraction: 1, final: true })
    await grid.findByText('Final')
    source?.job({ id: 11, status: 'completed', fraction: 1, final: true, tags: [] })
    await waitFor(() => expect(grid.queryByText('pilot')).toBeNull())
    await waitFor(() => expect(listQueries()).toHaveLength(3))
  })

  test('refetches for a job that enters, leaves and enters the filters', async () => {
    showJobs([])
    show(routerAt(`${CATALOG}?final=true`))
    await waitFor(() => expect(FakeEventSource.all).toHaveLength(1))
    const [source] = FakeEventSource.all
    source?.heartbeat()
    await screen.findByText('Live')
    for (const final of [true, false, true]) {
      const before = listQueries().length
      showJobs(final ? [aJob({ id: 11, final })] : [])
      source?.job({ id: 11, status: 'completed', fraction: 1, final })
      await waitFor(() => expect(listQueries().length).toBeGreaterThan(before))
      await waitFor(() => expect(screen.queryAllByText('Benin pilot · stunting')).toHaveLength(final ? 1 : 0))
    }
  })

  test('refetches every three seconds while the stream is down', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      show(routerAt(CATALOG))
      await table()
      const [source] = FakeEventSource.all
      source?.say('error')
      await screen.findByText('Refreshed every 3 seconds')
      const before = listQueries().length
      await vi.advanceTimersByTimeAsync(3000)
      expect(listQueries().length).toBe(before + 1)
      source?.heartbeat()
      await screen.findByText('Live')
      const after = listQueries().length
      await vi.advanceTimersByTimeAsync(9000)
      expect(listQueries().length).toBe(after)
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('cancel', () => {
  const open = async (over: Partial<Job> = {}) => {
    showJobs([aJob({ id: 11, status: 'pending', queue_position: 3, ...over })])
    show(routerAt(CATALOG))
    await screen.findByText('3rd in the queue')
    await userEvent.click(screen.getByRole('button', { name: 'Actions for ben-stunting-dhs-2018-r1-11' }))
    return screen.findByRole('menu')
  }
  test('is offered to the owner and shows the service’s message', async () => {
    answer(cancelJob, { msg: 'Job 11 was cancelled.' })
    await userEvent.click(within(await open()).getByRole('menuitem', { name: 'Cancel job' }))
    expect(callsOf(cancelJob)).toEqual([{ params: { id: 11 } }])
    await screen.findByText('Job 11 was cancelled.')
  })
  test('is offered to the person the submission was handed over to', async () => {
    const menu = await open({ app_user_id: 2, owner_id: 1 })
    expect(within(menu).getByRole('menuitem', { name: 'Cancel job' })).toBeTruthy()
  })
  test.each([
    { role: 'staff', shown: false },
    { role: 'admin', shown: true },
  ])('is offered for other people’s jobs to admins only: $role', async ({ role, shown }) => {
    resetCatalog(role)
    const menu = await open({ app_user_id: 1, owner_id: 2 })
    expect(within(menu).queryByRole('menuitem', { name: 'Cancel job' }) !== null).toBe(shown)
  })
  test('is hidden for viewers', async () => {
    resetCatalog('viewer')
    const menu = await open()
    expect(within(menu).getByRole('menuitem', { name: 'Open report' })).toBeTruthy()
    expect(within(menu).queryByRole('menuitem', { name: 'Cancel job' })).toBeNull()
  })
})

test('a dialog opened from a button returns the focus to it', async () => {
  showJobs([aJob({ id: 11 })])
  show(routerAt(CATALOG))
  await userEvent.click(await screen.findByRole('checkbox', { name: /^Select ben-/ }))
  const button = within(screen.getByRole('region', { name: 'Selected rows' })).getByRole('button', {
    name: 'Tags',
  })
  await userEvent.click(button)
  await screen.findByLabelText(/^Find a tag/)
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(button))
})

test('a dialog opened from a menu traps the focus and returns it to the menu’s button', async () => {
  showJobs([aJob({ id: 11 })])
  show(routerAt(CATALOG))
  const name = 'Actions for ben-stunting-dhs-2018-r1-11'
  const button = await screen.findByRole('button', { name })
  act(() => button.focus())
  await userEvent.keyboard('{Enter}')
  const item = await screen.findByRole('menuitem', { name: 'Tags' })
  act(() => item.focus())
  await userEvent.keyboard('{Enter}')
  const dialog = await screen.findByRole('dialog')
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
  for (let stop = 0; stop < 8; stop += 1) await userEvent.tab()
  expect(dialog.contains(document.activeElement)).toBe(true)
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe(name))
})

test('a layer of a simulated survey is marked', async () => {
  showJobs([aJob({ id: 11, simulated: true }), aJob({ id: 12 })])
  show(routerAt(CATALOG))
  const marked = await within(await table()).findAllByText(', from a simulated survey')
  expect(marked.map((mark) => mark.closest('tr')?.textContent)).toEqual([expect.stringContaining('-11')])
})
