import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { look } from '../../support/fake-api.ts'
import { routerAt, show } from '../../support/shell-router.tsx'
import { aJob } from '../../support/submission-fakes.ts'
import { CATALOG, listQueries, prepareCatalog, showJobs, table } from '../../support/product-catalog.ts'

beforeEach(prepareCatalog)

describe('the view', () => {
  test('metrics are columns, two of them shown unless asked', async () => {
    show(routerAt(CATALOG))
    const grid = within(await table())
    expect(grid.getByRole('columnheader', { name: 'R² block' })).toBeTruthy()
    expect(grid.queryByRole('columnheader', { name: 'R² random' })).toBeNull()
    expect(grid.getByRole('gridcell', { name: '0.410' })).toBeTruthy()
    expect(grid.getByRole('gridcell', { name: '93.8\u202f%' })).toBeTruthy()
  })

  test('the columns that differ, of all there are, and back', async () => {
    const router = routerAt(`${CATALOG}?columns=round&dense=true`)
    showJobs([aJob({ id: 11, seed: 3, draws: 500 }), aJob({ id: 12, seed: 4, draws: 500, method: 'auto' })])
    show(router)
    const headers = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    await table()
    expect(headers()).toEqual(['', 'Job', 'Round', 'Actions'])
    await userEvent.click(screen.getByRole('button', { name: 'View' }))
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Only columns that differ' }))
    await waitFor(() => expect(headers()).toEqual(['', 'Job', 'Seed', 'Method', 'Actions']))
    expect(router.state.location.search).toMatchObject({ differ: true, dense: true })
    // Changing the columns starts from those shown.
    await userEvent.click(screen.getByRole('checkbox', { name: 'Draws' }))
    await waitFor(() => expect(headers()).toEqual(['', 'Job', 'Seed', 'Draws', 'Method', 'Actions']))
    expect(router.state.location.search).not.toHaveProperty('differ')
  })

  test('unknown columns in the address are named and can be removed; without any other the default ones show', async () => {
    const router = routerAt(`${CATALOG}?columns=nothing&columns=%5B%22status%22%5D`)
    showJobs([aJob({ id: 11 })])
    show(router)
    const grid = within(await table())
    expect(grid.getByRole('columnheader', { name: 'Status' })).toBeTruthy()
    expect(grid.queryByRole('columnheader', { name: 'Round' })).toBeNull()
    await act(() => router.navigate({ to: CATALOG, search: { columns: ['nothing', 'round'] } as never }))
    await waitFor(() => expect(grid.queryByRole('columnheader', { name: 'Status' })).toBeNull())
    expect(grid.getByRole('columnheader', { name: 'Round' })).toBeTruthy()
    expect(within(screen.getByRole('list', { name: 'Ignored' })).getByRole('listitem').textContent).toBe(
      "Ignored: columns 'nothing'. Allowed: those that the View menu lists.",
    )
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    await waitFor(() => expect(router.state.location.search).toMatchObject({ columns: 'round' }))
    expect(screen.queryByRole('list', { name: 'Ignored' })).toBeNull()
  })

  test('the row height is remembered, and an address that names it comes first', async () => {
    look.dense = true
    const router = routerAt(CATALOG)
    show(router)
    const cell = async () => (await table()).querySelector('.data-row > td')?.classList.contains('dense')
    expect(await cell()).toBe(true)
    await userEvent.click(screen.getByRole('button', { name: 'View' }))
    const choice = await screen.findByRole('checkbox', { name: 'Dense rows' })
    // Rows are cards below that width.
    expect(choice.closest(String.raw`.max-\[699px\]\:hidden`)).not.toBeNull()
    await userEvent.click(choice)
    await waitFor(async () => expect(await cell()).toBe(false))
    expect(document.cookie).toContain('density=comfortable')
    expect(router.state.location.href).toBe(CATALOG)
    await act(() => router.navigate({ to: CATALOG, search: { dense: true } }))
    await waitFor(async () => expect(await cell()).toBe(true))
  })

  test('a row height chosen in a saved view is a change of that view alone', async () => {
    look.dense = true
    const router = routerAt(`${CATALOG}?view=7`)
    show(router)
    const cell = async () => (await table()).querySelector('.data-row > td')?.classList.contains('dense')
    expect(await cell()).toBe(true)
    const remembered = document.cookie
    await userEvent.click(screen.getByRole('button', { name: 'View' }))
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Dense rows' }))
    await waitFor(async () => expect(await cell()).toBe(false))
    expect(router.state.location.search).toEqual({ view: 7, dense: false })
    expect(document.cookie).toBe(remembered)
    await act(() => router.navigate({ to: CATALOG, search: { view: 0 } }))
    await waitFor(async () => expect(await cell()).toBe(true))
  })

  test('chosen columns are remembered; the address says which, and an address or a view that does comes first', async () => {
    look.ownColumns = { listJobs: ['round', 'source_wave', 'gone'] }
    const router = routerAt(CATALOG)
    show(router)
    const headers = async () =>
      within(await table())
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent)
    await waitFor(() => expect(router.state.location.search).toEqual({ columns: ['round', 'source_wave'] }))
    expect(await headers()).toContain('Round')
    expect(await headers()).not.toContain('Status')
    expect(screen.queryByRole('list', { name: 'Ignored' })).toBeNull()

    await userEvent.click(screen.getByRole('button', { name: 'View' }))
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Status' }))
    await waitFor(async () => expect(await headers()).toContain('Status'))
    expect(document.cookie).toMatch(/columns=listJobs:[\w.]*status/)

    await act(() => router.navigate({ to: CATALOG, search: { columns: ['target'] } }))
    await waitFor(async () => expect(await headers()).not.toContain('Round'))
    await act(() => router.navigate({ to: CATALOG, search: { view: 7 } }))
    await waitFor(() => expect(router.state.location.search).toEqual({ view: 7 }))
    expect(await headers()).toContain('Submitted')

    const remembered = document.cookie
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Status' }))
    await waitFor(async () => expect(await headers()).not.toContain('Status'))
    expect(router.state.location.search).toMatchObject({ view: 7, columns: expect.any(Array) })
    expect(screen.getByText(/Save the view to keep them in it/)).toBeTruthy()
    expect(document.cookie).toBe(remembered)
    await act(() => router.navigate({ to: CATALOG, search: { view: 0 } }))
    await waitFor(() => expect(router.state.location.search).toMatchObject({ view: 0 }))
    await waitFor(async () => expect(await headers()).toContain('Status'))
    expect(await headers()).not.toContain('Target')
  })

  test('widths of columns are remembered: dragged, by key, by button, reset', async () => {
    look.columnWidths = { listJobs: { status: 90 }, listBands: { name: 200 } }
    show(routerAt(CATALOG))
    const header = async (name: string) => within(await table()).getByRole('columnheader', { name })
    const sizes = (name: string) =>
      [
        ...document.querySelectorAll<HTMLElement>(
          `[data-label="${name}"], th[data-column=${name.toLowerCase()}]`,
        ),
      ].map((cell) => cell.classList.contains('sized') && cell.style.getPropertyValue('--size'))
    await header('Status')
    expect(new Set(sizes('Status'))).toEqual(new Set(['90px']))
    expect(new Set(sizes('Submitted'))).toEqual(new Set([false]))
    // The page is not laid out in tests, so every header is this wide.
    vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(100)

    const handle = (await header('Status')).querySelector('.resize-handle')!
    await userEvent.hover(handle)
    fireEvent.pointerDown(handle, { clientX: 500, pointerId: 1, button: 0 })
    await waitFor(async () => expect((await header('Status')).className).toContain('resizing'))
    fireEvent.pointerMove(window, { clientX: 540, pointerId: 1, buttons: 1 })
    expect(new Set(sizes('Status'))).toEqual(new Set(['140px']))
    fireEvent.keyDown(window, { key: 'Escape' })
    expect(new Set(sizes('Status'))).toEqual(new Set(['90px']))
    fireEvent.pointerDown(handle, { clientX: 500, pointerId: 1, button: 0 })
    await waitFor(async () => expect((await header('Status')).className).toContain('resizing'))
    fireEvent.pointerMove(window, { clientX: 450, pointerId: 1, buttons: 1 })
    fireEvent.pointerUp(window, { clientX: 450, pointerId: 1 })
    await waitFor(() => expect(new Set(sizes('Status'))).toEqual(new Set(['50px'])))
    expect(document.cookie).toContain('column-widths=listBands:name-200|listJobs:status-50')
    // A press that ended before the code was there: the edge does not stick to the pointer.
    fireEvent.pointerDown(handle, { clientX: 500, pointerId: 1, button: 0 })
    await waitFor(async () => expect((await header('Status')).className).toContain('resizing'))
    fireEvent.pointerMove(window, { clientX: 700, pointerId: 1, buttons: 0 })
    expect((await header('Status')).className).not.toContain('resizing')
    expect(new Set(sizes('Status'))).toEqual(new Set(['50px']))

    within(await header('Status'))
      .getByRole('button')
      .focus()
    await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}')
    await waitFor(() => expect(new Set(sizes('Status'))).toEqual(new Set(['116px'])))
    await userEvent.click(screen.getByRole('button', { name: 'View' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Narrower: Status' }))
    await waitFor(() => expect(new Set(sizes('Status'))).toEqual(new Set(['84px'])))
    await userEvent.click(screen.getByRole('button', { name: 'Reset column widths' }))
    await waitFor(() => expect(new Set(sizes('Status'))).toEqual(new Set([false])))
    expect(document.cookie).toMatch(/column-widths=listBands:name-200(;|$)/)
    expect(screen.queryByRole('button', { name: 'Reset column widths' })).toBeNull()
  })

  test('columns and row height are in the address', async () => {
    const router = routerAt(CATALOG)
    show(router)
    expect(within(await table()).queryByRole('columnheader', { name: 'Round' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'View' }))
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Round' }))
    await waitFor(() =>
      expect(router.state.location.search).toMatchObject({ columns: expect.arrayContaining(['round']) }),
    )
    await userEvent.click(screen.getByRole('checkbox', { name: 'Dense rows' }))
    await waitFor(() => expect(router.state.location.search).toMatchObject({ dense: true }))
    await userEvent.click(screen.getByRole('checkbox', { name: 'Round' }))
    await waitFor(() => expect(router.state.location.href).toBe(`${CATALOG}?dense=true`))
    // The view is no matter of the service.
    expect(listQueries().every((query) => !('columns' in query) && !('dense' in query))).toBe(true)
  })

  test('arrow keys move from row to row', async () => {
    show(routerAt(CATALOG))
    const links = within(await table()).getAllByRole('link')
    links[0].focus()
    await userEvent.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(links[1])
    await userEvent.keyboard('{ArrowDown}{ArrowUp}')
    expect(document.activeElement).toBe(links[0])
  })
})
