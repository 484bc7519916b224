import { useQuery } from '@tanstack/react-query'
import { WRITERS } from '#contract/endpoint.ts'
import type { SavedView } from '#contract/lists/saved-views.ts'
import { may } from '~/api/may.ts'
import { BookmarkPlus, Pencil, Save, Share2, Pin, Trash2, Undo2 } from 'lucide-react'
import { MenuChoice, MenuItem, MenuLabel, MenuSeparator } from '~/components/ui/overlays/menu.tsx'
import { meQuery } from '~/server/accounts.functions.ts'
import { viewsQuery } from '~/server/saved-views.functions.ts'
import { useViewActions } from './use-view-actions.ts'
import { type ListViews, type ViewTask, leaving, opening, viewQueryOf } from './view-state.ts'

/** The views of a list, and what can be done with the chosen one. */
export function ViewItems({
  list: { call, search, onSearch },
  state,
  onTask,
}: {
  list: ListViews
  state: 'edited' | 'no longer fits' | undefined
  onTask: (task: ViewTask) => void
}) {
  const { data: me } = useQuery({ ...meQuery, enabled: false })
  const { data, isPending } = useQuery(viewsQuery(call.name))
  const actions = useViewActions(call.name)
  const views = data?.content ?? []
  const current = views.find(({ id }) => id === search.view)
  const open = (id: string) => {
    const view = views.find((one) => String(one.id) === id)
    const hasDefault = me?.default_views?.includes(call.name) ?? false
    onSearch(view ? opening(search, view) : leaving(search, hasDefault), { replace: false })
  }
  const writes = may(me, { access: WRITERS })
  const option = (view: SavedView) => ({
    value: String(view.id),
    label: [
      view.name,
      ...(view.owner_id === me?.id ? [] : [view.owner_name]),
      ...(view.is_default ? ['default'] : []),
    ].join(' · '),
  })
  const [mine, others] = [true, false].map((own) =>
    views.filter(({ owner_id }) => (owner_id === me?.id) === own).map(option),
  ) as [ReturnType<typeof option>[], ReturnType<typeof option>[]]
  const value = String(current?.id ?? 0)
  return (
    <>
      {isPending && <MenuLabel>Loading the views</MenuLabel>}
      <MenuChoice value={value} onChange={open} options={[{ value: '0', label: 'No view' }]} />
      {mine.length > 0 && <MenuLabel>My views</MenuLabel>}
      <MenuChoice value={value} onChange={open} options={mine} />
      {others.length > 0 && <MenuLabel>Shared by others</MenuLabel>}
      <MenuChoice value={value} onChange={open} options={others} />
      <MenuSeparator />
      {current && state === 'edited' && (
        <MenuItem onSelect={() => open(String(current.id))}>
          <Undo2 aria-hidden="true" />
          Discard changes
        </MenuItem>
      )}
      {current?.may_change && state && (
        <MenuItem onSelect={() => void actions.save(current, viewQueryOf(search))}>
          <Save aria-hidden="true" />
          {`Save ‘${current.name}’`}
        </MenuItem>
      )}
      <MenuItem onSelect={() => onTask('save')}>
        <BookmarkPlus aria-hidden="true" />
        Save as new view
      </MenuItem>
      {current && (
        <MenuItem onSelect={() => void actions.makeDefault(current.is_default ? undefined : current)}>
          <Pin aria-hidden="true" />
          {current.is_default ? 'Stop opening with this view' : 'Open this table with this view'}
        </MenuItem>
      )}
      {current?.may_change && (
        <>
          {(writes || current.shared) && (
            <MenuItem onSelect={() => void actions.share(current, !current.shared)}>
              <Share2 aria-hidden="true" />
              {current.shared ? 'Stop sharing' : 'Share with everyone'}
            </MenuItem>
          )}
          <MenuItem onSelect={() => onTask('rename')}>
            <Pencil aria-hidden="true" />
            Rename
          </MenuItem>
          <MenuItem className="text-error" onSelect={() => onTask('delete')}>
            <Trash2 aria-hidden="true" />
            Delete
          </MenuItem>
        </>
      )}
    </>
  )
}
