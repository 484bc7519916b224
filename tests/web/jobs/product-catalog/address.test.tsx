import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { routerAt, show } from '../../support/shell-router.tsx'
import { CATALOG, lastQuery, prepareCatalog, table } from '../../support/product-catalog.ts'

beforeEach(prepareCatalog)

describe('the address is the state', () => {
  test('with an empty address, shows the first ten by time submitted, ascending', async () => {
    const router = routerAt(CATALOG)
    show(router)
    await table()
    expect(lastQuery()).toEqual({ limit: 10, skip: 0, sort_by: 'datetime_submitted', sort_order: 'asc' })
    expect(router.state.location.href).toBe(CATALOG)
    expect(screen.getByText('rows 1–2 of 31')).toBeTruthy()
  })

  test('sends every filter of the specification from the address', async () => {
    const filters = {
      id: [4],
      submission_id: [2],
      app_user_id: [1],
      tags: ['pilot'],
      iso3_code: ['BEN', 'KEN'],
      status: ['failed'],
      target: ['stunting'],
      source: ['DHS'],
      source_wave: ['2018'],
      source_date: '2018-05-01',
      round: ['1'],
      submit_date_start: '2026-01-01',
      submit_date_end: '2026-02-01',
      data_description: 'pilot',
      final: true,
      all_adm_pass: false,
      is_overfit: false,
    }
    const address = new URLSearchParams(
      Object.entries(filters).flatMap(([key, value]) => [value].flat().map((one) => [key, String(one)])),
    )
    show(routerAt(`${CATALOG}?${address}`))
    await table()
    expect(lastQuery()).toMatchObject(filters)
    const chips = within(screen.getByRole('list', { name: 'Chosen filters' })).getAllByRole('listitem')
    // One more for 'Clear all', one for the second country.
    expect(chips).toHaveLength(Object.keys(filters).length + 2)
  })

  test('changes page and page size', async () => {
    const router = routerAt(CATALOG)
    show(router)
    await table()
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
    await waitFor(() => expect(lastQuery()).toMatchObject({ limit: 10, skip: 10 }))
    expect(router.state.location.search).toMatchObject({ page: 2 })
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '25')
    await waitFor(() => expect(router.state.location.href).toBe(`${CATALOG}?page_size=25`))
    expect(lastQuery()).toMatchObject({ limit: 25, skip: 0 })
  })

  test('sorts by a header, and Back undoes it', async () => {
    const router = routerAt(CATALOG)
    show(router)
    const header = within(await table()).getByRole('columnheader', { name: 'Source' })
    expect(header.getAttribute('aria-sort')).toBe('none')
    await userEvent.click(within(header).getByRole('button'))
    await waitFor(() => expect(router.state.location.search).toMatchObject({ sort_by: 'source' }))
    await userEvent.click(within(header).getByRole('button'))
    await waitFor(() => expect(lastQuery()).toMatchObject({ sort_by: 'source', sort_order: 'desc' }))
    expect(header.getAttribute('aria-sort')).toBe('descending')
    // The third press turns the order again: there is no table without one.
    await userEvent.click(within(header).getByRole('button'))
    await waitFor(() => expect(header.getAttribute('aria-sort')).toBe('ascending'))
    expect(router.state.location.search).toMatchObject({ sort_by: 'source' })
    router.history.back()
    await waitFor(() => expect(header.getAttribute('aria-sort')).toBe('descending'))
    router.history.back()
    await waitFor(() => expect(header.getAttribute('aria-sort')).toBe('ascending'))
    router.history.back()
    await waitFor(() => expect(router.state.location.href).toBe(CATALOG))
    expect(header.getAttribute('aria-sort')).toBe('none')
  })
})

describe('several columns', () => {
  const header = async (name: RegExp) => within(await table()).getByRole('columnheader', { name })
  const press = async (user: ReturnType<typeof userEvent.setup>, name: RegExp) =>
    user.click(within(await header(name)).getByRole('button'))

  test('Shift and a click add a column, which the header, the call and the address name', async () => {
    const user = userEvent.setup()
    const router = routerAt(`${CATALOG}?sort_by=source&page=2`)
    show(router)
    await user.keyboard('{Shift>}')
    await press(user, /^Status/)
    await waitFor(() =>
      expect(router.state.location.search).toMatchObject({ sort_by: 'source', then_by: 'status' }),
    )
    await press(user, /^Status/)
    await waitFor(() =>
      expect(lastQuery()).toMatchObject({ sort_by: 'source', then_by: ['-status'], skip: 0 }),
    )
    await user.keyboard('{/Shift}')
    expect((await header(/^Source/)).getAttribute('aria-sort')).toBe('ascending')
    // Assistive technology may announce only one column as sorted.
    const second = await header(/^Status, sort 2, descending$/)
    expect(second.getAttribute('aria-sort')).toBe('none')
    expect(second.textContent).toContain('2')
  })

  test('the order is listed above the table: a column reverses or goes away', async () => {
    const router = routerAt(`${CATALOG}?sort_by=source&then_by=status&then_by=-round`)
    show(router)
    const list = await screen.findByRole('list', { name: 'Sort order' })
    await userEvent.click(within(list).getByRole('button', { name: 'Status, ascending: reverse' }))
    await waitFor(() =>
      expect(router.state.location.search).toMatchObject({ then_by: ['-status', '-round'] }),
    )
    await userEvent.click(await screen.findByRole('button', { name: /^Remove Source.* from the sort$/ }))
    await waitFor(() =>
      expect(router.state.location.search).toMatchObject({
        sort_by: 'status',
        sort_order: 'desc',
        then_by: '-round',
      }),
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Only Status' }))
    await waitFor(() => expect(router.state.location.search).not.toHaveProperty('then_by'))
    expect(screen.queryByRole('list', { name: 'Sort order' })).toBeNull()
  })

  test('the View menu sorts, reverses and adds a column', async () => {
    const router = routerAt(`${CATALOG}?sort_by=source`)
    show(router)
    await table()
    await userEvent.click(screen.getByRole('button', { name: 'View' }))
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Then by' }), 'Status')
    await waitFor(() =>
      expect(router.state.location.search).toMatchObject({ sort_by: 'source', then_by: 'status' }),
    )
    await userEvent.click(screen.getByRole('radio', { name: 'Descending' }))
    await waitFor(() =>
      expect(router.state.location.search).toMatchObject({
        sort_by: 'source',
        sort_order: 'desc',
        then_by: 'status',
      }),
    )
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Submitted')
    await waitFor(() => expect(router.state.location.href).toBe(`${CATALOG}?sort_order=desc`))
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Then by' }), 'Status')
    await waitFor(() => expect(router.state.location.search).toMatchObject({ then_by: 'status' }))
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Then by' }), 'Nothing else')
    await waitFor(() => expect(router.state.location.search).not.toHaveProperty('then_by'))
  })

  test('a hidden column that decides the order is named', async () => {
    show(routerAt(`${CATALOG}?sort_by=round&columns=status`))
    await table()
    await userEvent.click(screen.getByRole('button', { name: 'View' }))
    const by = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Sort by' })
    expect(by.selectedOptions[0]?.text).toBe('Round')
  })
})

describe('newest first', () => {
  const button = () => screen.findByRole('button', { name: 'Newest first' })

  test('one click turns it on and one off, from the first page and any order', async () => {
    const router = routerAt(`${CATALOG}?sort_by=target&page=2`)
    show(router)
    expect((await button()).getAttribute('aria-pressed')).toBe('false')
    await userEvent.click(await button())
    await waitFor(() => expect(router.state.location.href).toBe(`${CATALOG}?sort_order=desc`))
    expect(lastQuery()).toMatchObject({ sort_by: 'datetime_submitted', sort_order: 'desc', skip: 0 })
    expect((await button()).getAttribute('aria-pressed')).toBe('true')
    await userEvent.click(await button())
    await waitFor(() => expect(router.state.location.href).toBe(CATALOG))
    router.history.back()
    await waitFor(() => expect(router.state.location.href).toBe(`${CATALOG}?sort_order=desc`))
  })

  test('is remembered when one comes back by the menu, until another order is chosen', async () => {
    const router = routerAt(CATALOG)
    show(router)
    await userEvent.click(await button())
    await waitFor(() => expect(router.state.location.href).toBe(`${CATALOG}?sort_order=desc`))
    await router.navigate({ to: '/' })
    await router.navigate({ to: CATALOG })
    expect(router.state.location.href).toBe(`${CATALOG}?sort_order=desc`)
    await waitFor(async () => expect((await button()).getAttribute('aria-pressed')).toBe('true'))
    await userEvent.click(await button())
    await waitFor(() => expect(router.state.location.href).toBe(CATALOG))
    await router.navigate({ to: '/' })
    await router.navigate({ to: CATALOG })
    expect(router.state.location.href).toBe(CATALOG)
    expect(document.cookie).not.toContain('listJobs:datetime_submitted')
  })
})

test('the views set their filters; Failed shows its count', async () => {
  const router = routerAt(`${CATALOG}?iso3_code=BEN&page=2`)
  show(router)
  const views = within(await screen.findByRole('navigation', { name: 'Views' }))
  expect(views.getByRole('link', { name: 'All' }).getAttribute('aria-current')).toBe('true')
  await userEvent.click(await views.findByRole('link', { name: 'Failed 3' }))
  await waitFor(() => expect(router.state.location.href).toBe(`${CATALOG}?iso3_code=BEN&status=failed`))
  expect(views.getByRole('link', { name: /^Failed/ }).getAttribute('aria-current')).toBe('true')
})
