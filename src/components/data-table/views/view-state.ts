import type { SavedView, ViewQuery } from '#contract/lists/saved-views.ts'
import type { Patch } from '~/components/data-table/filters/filters.ts'
import type { List } from '~/components/data-table/address/list.ts'

/** The part of a list that its saved views change. */
export type ListViews = Pick<List<never>, 'call' | 'search' | 'onSearch'>

/** What is done to views in a dialog. */
export type ViewTask = 'save' | 'rename' | 'delete'

/** What a view keeps of an address: all but the page, the notice and the view itself. */
export function viewQueryOf(search: object): ViewQuery {
  const { page: _page, ignored: _ignored, view: _view, ...rest } = search as Record<string, unknown>
  return Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)) as ViewQuery
}

const canonical = (search: object) =>
  JSON.stringify(Object.entries(viewQueryOf(search)).toSorted(([a], [b]) => (a < b ? -1 : 1)))

/** Whether two addresses show the same rows in the same way, on any page. */
export const isSameState = (a: object, b: object) => canonical(a) === canonical(b)

const cleared = (search: object): Patch =>
  Object.fromEntries(Object.keys(search).map((field) => [field, undefined]))

/** The change to an address that opens a view. */
export const opening = (search: object, { id, query, misfits }: SavedView): Patch => ({
  ...cleared(search),
  ...query,
  view: id,
  ignored: misfits.length > 0 ? misfits : undefined,
})

/** The change that leaves all views; with a default, the address has to say so. */
export const leaving = (search: object, hasDefault: boolean): Patch => ({
  ...cleared(search),
  view: hasDefault ? 0 : undefined,
})
