import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { getMe } from '#contract/accounts/accounts.ts'
import { LIST_NAMES } from '#contract/lists.ts'
import * as views from '#contract/lists/saved-views.ts'
import { listTags } from '#contract/projects/tag-list.ts'
import { isSameState, leaving, opening } from '~/components/data-table/views/view-state.ts'
import { ApiError } from '~/api/api-error.ts'
import { aMe } from '../support/accounts-fakes.ts'
import { answer, callsOf, fail, resetApi } from '../support/fake-api.ts'
import { pageOf } from '../support/submission-fakes.ts'
const { routerAt, show } = await import('../support/shell-router.tsx')

const me = aMe(['staff'])
const aView = (more: Partial<views.SavedView> = {}): views.SavedView => ({
  id: 7,
  list: 'listTags',
  name: 'Pilots',
  query: { name: 'pilot', sort_order: 'desc' },
  misfits: [],
  shared: false,
  owner_id: me.id,
  owner_name: me.name,
  is_default: false,
  may_change: true,
  updated_at: '2026-01-01T00:00:00.000Z',
  ...more,
})
const theirs = aView({
  id: 8,
  name: 'Newest',
  query: { sort_by: 'id', sort_order: 'desc' },
  shared: true,
  owner_id: 99,
  owner_name: 'Bo Berg',
  may_change: false,
})

beforeEach(() => {
  resetApi()
  answer(listTags, pageOf([{ id: 1, name: 'pilot', colour: '#1dd3b0', jobs: 3 }]))
  answer(views.listViews, pageOf([theirs, aView()]))
})

const searchOf = (router: ReturnType<typeof routerAt>) =>
  router.state.location.search as Record<string, unknown>
const openMenu = async (name: RegExp | string) => {
  await userEvent.click(await screen.findByRole('button', { name }))
  return within(await screen.findByRole('menu'))
}

test('choosing a view writes all of it into the address, and names it in the toolbar', async () => {
  const router = routerAt('/tags?name=draft&page=2&dense=true')
  show(router)
  const menu = await openMenu('Saved views')
  expect(await menu.findByRole('menuitemradio', { name: 'Newest · Bo Berg' })).toBeTruthy()
  await userEvent.click(menu.getByRole('menuitemradio', { name: 'Pilots' }))
  await waitFor(() => expect(searchOf(router)).toEqual({ name: 'pilot', sort_order: 'desc', view: 7 }))
  expect(await screen.findByRole('button', { name: /^View: ?Pilots$/ })).toBeTruthy()
  expect(callsOf(listTags).at(-1)?.query).toMatchObject({ name: 'pilot', sort_order: 'desc', skip: 0 })
})

test('an address with a view and a change of it is edited, and the change can be saved or discarded', async () => {
  answer(views.changeView, aView())
  const router = routerAt('/tags?view=7&name=pilot&sort_order=desc&sort_by=id')
  show(router)
  let menu = await openMenu(/Pilots\s*edited/)
  await userEvent.click(menu.getByRole('menuitem', { name: 'Save ‘Pilots’' }))
  expect(await screen.findByText('‘Pilots’ is saved.')).toBeTruthy()
  expect(callsOf(views.changeView)).toEqual([
    {
      params: { id: 7 },
      body: { query: { name: 'pilot', page_size: 10, sort_by: 'id', sort_order: 'desc' } },
    },
  ])
  menu = await openMenu(/Pilots\s*edited/)
  await userEvent.click(menu.getByRole('menuitem', { name: 'Discard changes' }))
  await waitFor(() => expect(searchOf(router)).toEqual({ name: 'pilot', sort_order: 'desc', view: 7 }))
  expect(screen.queryByText('edited')).toBeNull()
})

test('another page is no change of a view', () => {
  expect(
    isSameState({ name: 'a', page: 1, view: 7 }, { view: 7, page: 3, name: 'a', dense: undefined }),
  ).toBe(true)
  expect(isSameState({ name: 'a' }, { name: 'a', dense: true })).toBe(false)
})

test('the table is saved as a new view, with the objection of the service at the name', async () => {
  fail(views.createView, new ApiError(409, 'Taken.', [{ field: 'name', message: 'You have one already.' }]))
  const router = routerAt('/tags?name=pilot')
  show(router)
  await userEvent.click((await openMenu('Saved views')).getByRole('menuitem', { name: 'Save as new view' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Save as new view' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Save view' }))
  expect(callsOf(views.createView)).toEqual([])
  expect(dialog.getByText('Up to 60 characters.')).toBeTruthy()
  await userEvent.type(dialog.getByLabelText('Name'), 'Pilots')
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Share with everyone' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Save view' }))
  expect(await dialog.findAllByText(/You have one already/)).toHaveLength(2)
  answer(views.createView, aView())
  await userEvent.type(dialog.getByLabelText('Name'), ' 2')
  await userEvent.click(dialog.getByRole('button', { name: 'Save view' }))
  await waitFor(() => expect(searchOf(router)).toEqual({ name: 'pilot', view: 7 }))
  expect(callsOf(views.createView).at(-1)).toEqual({
    body: {
      list: 'listTags',
      name: 'Pilots 2',
      shared: true,
      query: { name: 'pilot', page_size: 10, sort_by: 'name', sort_order: 'asc' },
    },
  })
})

test('a shared view of another person can be opened with, but not changed', async () => {
  answer(views.setDefaultView, { msg: "This list opens with 'Newest'." })
  show(routerAt('/tags?view=8&sort_by=id&sort_order=desc'))
  const menu = await openMenu(/^View: ?Newest$/)
  for (const name of ['Rename', 'Delete', 'Share with everyone'])
    expect(menu.queryByRole('menuitem', { name })).toBeNull()
  await userEvent.click(menu.getByRole('menuitem', { name: 'Open this table with this view' }))
  expect(await screen.findByText("This list opens with 'Newest'.")).toBeTruthy()
  expect(callsOf(views.setDefaultView)).toEqual([{ body: { list: 'listTags', view_id: 8 } }])
})

test('a view is renamed, shared and deleted', async () => {
  answer(views.changeView, aView({ name: 'Pilots 2026' }))
  answer(views.deleteView, { msg: "The view 'Pilots' was deleted." })
  const router = routerAt('/tags?view=7&name=pilot&sort_order=desc')
  show(router)
  await userEvent.click(
    (await openMenu(/^View: ?Pilots$/)).getByRole('menuitem', { name: 'Share with everyone' }),
  )
  expect(await screen.findByText('‘Pilots’ is shared with everyone.')).toBeTruthy()
  await userEvent.click((await openMenu(/^View: ?Pilots$/)).getByRole('menuitem', { name: 'Rename' }))
  const name = await screen.findByLabelText('Name')
  await userEvent.type(name, ' 2026')
  await userEvent.click(screen.getByRole('button', { name: 'Rename' }))
  expect(await screen.findByText('‘Pilots’ is now ‘Pilots 2026’.')).toBeTruthy()
  expect(callsOf(views.changeView).map(({ body }) => body)).toEqual([
    { shared: true },
    { name: 'Pilots 2026' },
  ])
  await userEvent.click((await openMenu(/^View: ?Pilots$/)).getByRole('menuitem', { name: 'Delete' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Delete view' }))
  await waitFor(() => expect(searchOf(router)).toEqual({ name: 'pilot', sort_order: 'desc' }))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Saved views'))
})

test('viewers save views of their own, but do not share', async () => {
  resetApi(['viewer'])
  answer(listTags, pageOf([{ id: 1, name: 'pilot', colour: '#1dd3b0', jobs: 3 }]))
  answer(views.listViews, pageOf([aView()]))
  show(routerAt('/tags?view=7&name=pilot&sort_order=desc'))
  const menu = await openMenu(/^View: ?Pilots$/)
  expect(menu.queryByRole('menuitem', { name: 'Share with everyone' })).toBeNull()
  await userEvent.click(menu.getByRole('menuitem', { name: 'Save as new view' }))
  await screen.findByLabelText('Name')
  expect(screen.queryByRole('checkbox', { name: 'Share with everyone' })).toBeNull()
})

test('a view that no longer fits opens with what does, and says what it leaves out', async () => {
  answer(views.listViews, pageOf([aView({ misfits: ['sort_by=colour', 'gone=x'] })]))
  const router = routerAt('/tags')
  show(router)
  await userEvent.click(await (await openMenu('Saved views')).findByRole('menuitemradio', { name: 'Pilots' }))
  expect(await screen.findByText(/Ignored: sort_by 'colour'. Allowed: name, id/)).toBeTruthy()
  expect((await screen.findByRole('button', { name: /Pilots\s*no longer fits/ })).title).toBe(
    'Left out: sort_by=colour\nLeft out: gone=x',
  )
  const menu = await openMenu(/Pilots/)
  expect(menu.getByRole('menuitem', { name: 'Save ‘Pilots’' })).toBeTruthy()
})

test('an address without a query opens with the default; any query in it wins', async () => {
  answer(getMe, { ...me, default_views: ['listTags'] })
  answer(views.listViews, pageOf([aView(), { ...theirs, is_default: true }]))
  const router = routerAt('/tags')
  show(router)
  await screen.findByRole('button', { name: /^View: ?Newest$/ })
  expect(searchOf(router)).toEqual({ sort_by: 'id', sort_order: 'desc', view: 8 })
  expect(callsOf(listTags)[0]?.query).toMatchObject({ sort_by: 'id', sort_order: 'desc' })
  await userEvent.click((await openMenu(/^View: ?Newest$/)).getByRole('menuitemradio', { name: 'No view' }))
  await waitFor(() => expect(searchOf(router)).toEqual({ view: 0 }))
  const other = routerAt('/tags?name=draft')
  show(other)
  await waitFor(() => expect(searchOf(other)).toEqual({ name: 'draft' }))
})

test('without an answer about the views, the table opens as it is', async () => {
  answer(getMe, { ...me, default_views: ['listTags'] })
  fail(views.listViews, new ApiError(503, 'Overloaded.'))
  const router = routerAt('/tags')
  show(router)
  expect(await screen.findByRole('grid', { name: 'Tags' })).toBeTruthy()
  expect(searchOf(router)).toEqual({})
})

test('opening and leaving a view touches every field of the address', () => {
  const search = { name: 'x', dense: true, page: 4, ignored: ['a=b'] }
  expect(opening(search, aView())).toEqual({
    name: 'pilot',
    sort_order: 'desc',
    dense: undefined,
    page: undefined,
    ignored: undefined,
    view: 7,
  })
  expect([leaving(search, true).view, leaving(search, false).view]).toEqual([0, undefined])
})

test('every table screen names its list, and every list has a screen', () => {
  const named = Object.values(routerAt('/').routesById).flatMap(({ options }) => {
    const { list } = (options as { staticData?: { list?: string } }).staticData ?? {}
    return list === undefined ? [] : [list]
  })
  expect(named.toSorted()).toEqual(LIST_NAMES.toSorted())
})
