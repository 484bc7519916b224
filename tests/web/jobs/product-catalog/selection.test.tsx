import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { routerAt, show } from '../../support/shell-router.tsx'
import { aJob } from '../../support/submission-fakes.ts'
import { CATALOG, prepareCatalog, resetCatalog, showJobs, table } from '../../support/product-catalog.ts'

beforeEach(prepareCatalog)

describe('selecting rows', () => {
  const boxes = async () =>
    within(await table()).getAllByRole<HTMLInputElement>('checkbox', { name: /^Select ben/ })
  const bar = () => screen.getByRole('region', { name: 'Selected rows' })
  const three = [aJob({ id: 11 }), aJob({ id: 12 }), aJob({ id: 13 })]

  beforeEach(() => {
    showJobs(three, 31)
  })

  test('selects one row, several with Shift, the page or none, and keeps the address', async () => {
    const router = routerAt(CATALOG)
    show(router)
    const user = userEvent.setup()
    const [first, , third] = await boxes()
    await user.click(first)
    expect(bar().textContent).toContain('1 selected')
    await user.keyboard('{Shift>}')
    await user.click(third)
    await user.keyboard('{/Shift}')
    expect((await boxes()).map((box) => box.checked)).toEqual([true, true, true])
    await user.click(first)
    const page = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all rows of this page' })
    expect(page.indeterminate).toBe(true)
    await user.click(page)
    expect(bar().textContent).toContain('3 selected')
    await user.click(within(bar()).getByRole('button', { name: 'Clear the selection' }))
    expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull()
    expect(router.state.location.href).toBe(CATALOG)
  })

  test('arrow keys move between the checkboxes, and Shift extends the selection', async () => {
    show(routerAt(CATALOG))
    const [first, second] = await boxes()
    first.focus()
    await userEvent.keyboard(' {Shift>}{ArrowDown}{/Shift}')
    expect(document.activeElement).toBe(second)
    expect((await boxes()).map((box) => box.checked)).toEqual([true, true, false])
  })

  test('keeps the selection across pages', async () => {
    show(routerAt(CATALOG))
    await userEvent.click((await boxes())[0])
    showJobs([aJob({ id: 21 })], 31)
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
    await screen.findByRole('link', { name: /-21$/ })
    expect(bar().textContent).toContain('1 selected, 1 on other pages')
    await userEvent.click((await boxes())[0])
    expect(bar().textContent).toContain('2 selected, 1 on other pages')
  })

  test('two to four rows can be compared, on their own address', async () => {
    const router = routerAt(CATALOG)
    show(router)
    await userEvent.click((await boxes())[0])
    expect(within(bar()).queryByRole('button', { name: 'Compare' })).toBeNull()
    await userEvent.click((await boxes())[1])
    await userEvent.click(within(bar()).getByRole('button', { name: 'Compare' }))
    await waitFor(() => expect(router.state.location.href).toBe('/spatial-catalog/compare?jobs=11&jobs=12'))
  })

  test('is kept for Back from the comparison, not for a new visit', async () => {
    const router = routerAt(CATALOG)
    show(router)
    for (const box of (await boxes()).slice(0, 2)) await userEvent.click(box)
    await userEvent.click(within(bar()).getByRole('button', { name: 'Compare' }))
    await waitFor(() => expect(router.state.resolvedLocation?.pathname).toBe('/spatial-catalog/compare'))
    expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull()
    router.history.back()
    await screen.findByRole('region', { name: 'Selected rows' })
    expect(bar().textContent).toContain('2 selected')
    await router.navigate({ to: '/spatial-catalog' })
    await router.navigate({ to: CATALOG })
    await boxes()
    expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull()
  })

  test('viewers can only download the selected rows', async () => {
    resetCatalog('viewer')
    show(routerAt(CATALOG))
    await userEvent.click((await boxes())[0])
    const wide = within(bar()).getAllByRole('button')
    expect(wide.map((button) => button.textContent)).toEqual(['Download zip', 'Actions', ''])
  })

  test('shows how many rows an action applies to', async () => {
    showJobs([aJob({ id: 11 }), aJob({ id: 12, status: 'running' })])
    show(routerAt(CATALOG))
    for (const box of await boxes()) await userEvent.click(box)
    expect(within(bar()).getByRole('button', { name: 'Mark as final (1)' })).toBeTruthy()
    expect(within(bar()).getByRole<HTMLButtonElement>('button', { name: 'Remove final' }).disabled).toBe(true)
    expect(within(bar()).getByRole('button', { name: 'Cancel jobs (1)' })).toBeTruthy()
  })
})

describe('the keyboard', () => {
  const focused = () => document.activeElement as HTMLElement
  const stops = async () =>
    [...(await table()).querySelectorAll<HTMLElement>('tbody :is(a, button, input, td, th)')].filter(
      ({ tabIndex }) => tabIndex === 0,
    )
  const row = () => focused().closest('tr')?.rowIndex

  test('the rows are one tab stop; arrows, Home, End and Page keys move along cells and controls', async () => {
    showJobs(Array.from({ length: 25 }, (_, at) => aJob({ id: at + 1 })))
    show(routerAt(`${CATALOG}?page_size=25`))
    const boxes = within(await table()).getAllByRole('checkbox')
    await waitFor(async () => expect(await stops()).toEqual([boxes[1]]))
    act(() => [...document.querySelectorAll<HTMLElement>('thead button')].at(-1)?.focus())
    await userEvent.tab()
    expect(focused()).toBe(boxes[1])
    await userEvent.keyboard('{ArrowRight}')
    expect(focused().textContent).toContain('Benin')
    await userEvent.keyboard('{ArrowDown}{ArrowRight}')
    expect(focused().role).toBe('gridcell')
    await userEvent.keyboard('{PageDown}')
    expect(row()).toBe(12)
    await userEvent.keyboard('{PageDown}{PageDown}')
    expect(row()).toBe(25)
    await userEvent.keyboard('{End}')
    expect(focused().getAttribute('aria-haspopup')).toBe('menu')
    await userEvent.keyboard('{ArrowUp}')
    // A row's menu opens with Enter; the arrow moves to the menu of the row above.
    expect([row(), screen.queryByRole('menu')]).toEqual([24, null])
    await userEvent.keyboard('{Control>}{Home}{/Control}')
    expect(focused()).toBe(boxes[1])
    expect(await stops()).toEqual([boxes[1]])
    await userEvent.tab({ shift: true })
    expect(focused().closest('thead')).toBeTruthy()
  })

  test('reaches the last of a hundred rows, which come in steps, and stays one tab stop', async () => {
    show(routerAt(CATALOG))
    await table()
    showJobs(Array.from({ length: 100 }, (_, at) => aJob({ id: at + 100 })))
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '100')
    // Finding them by role would take longer than they take.
    const rows = document.querySelector('tbody')!.rows
    await waitFor(() => expect(rows.length).toBe(100))
    const [first, ...others] = await stops()
    expect(others).toEqual([])
    act(() => first?.focus())
    await userEvent.keyboard('{Control>}{End}{/Control}')
    expect(row()).toBe(100)
    expect(await stops()).toEqual([focused()])
  })

  test('Space selects the row and Enter opens it, from any of its cells', async () => {
    const router = routerAt(CATALOG)
    show(router)
    const second = within(await table()).getAllByRole('row')[2]
    await waitFor(async () => expect(await stops()).toHaveLength(1))
    act(() =>
      within(second)
        .getAllByRole('gridcell')
        .find((cell) => cell.hasAttribute('tabindex'))
        ?.focus(),
    )
    await userEvent.keyboard(' ')
    expect(second.getAttribute('aria-selected')).toBe('true')
    await userEvent.keyboard(' ')
    expect(second.getAttribute('aria-selected')).toBe('false')
    await userEvent.keyboard('{Enter}')
    await waitFor(() =>
      expect(router.state.location.pathname).toContain('/report/ben-stunting-dhs-2018-r1-12'),
    )
  })

  test('rows that arrive later keep it one stop', async () => {
    show(routerAt(CATALOG))
    await table()
    showJobs([aJob({ id: 21 }), aJob({ id: 22 })], 31)
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
    await screen.findByRole('link', { name: /-21$/ })
    await waitFor(async () => expect(await stops()).toHaveLength(1))
  })
})
