import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SavedView } from '#contract/saved-views.ts'
import { WRITERS } from '#contract/endpoint.ts'
import { may } from '~/api/may.ts'
import { Button } from '~/components/ui/button.tsx'
import { Bookmark, BookmarkPlus, Pencil, Save, Share2, Star, Trash2, Undo2 } from '~/components/ui/icons.tsx'
import { loadedLater } from '~/components/ui/loaded-later.tsx'
import { Menu, MenuChoice, MenuItem, MenuLabel, MenuSeparator } from '~/components/ui/menu.tsx'
import { meQuery } from '~/server/accounts.functions.ts'
import { viewsQuery } from '~/server/saved-views.functions.ts'
import type { List } from '../list.ts'
import { useViewActions } from './use-view-actions.ts'
import { isSameState, leaving, opening, viewQueryOf } from './view-state.ts'

const ViewDialog = loadedLater(async () => (await import('./view-dialog.tsx')).ViewDialog)
const DeleteView = loadedLater(async () => (await import('./delete-view.tsx')).DeleteView)

/** The name of the chosen view with what became of it, and everything that can be done with views. */
export function SavedViewsMenu<R>({ list: { call, search, onSearch } }: { list: List<R> }) {
  const { name: list, parse } = call
  const [wanted, setWanted] = useState(false)
  const [dialog, setDialog] = useState<'save' | 'rename' | 'delete'>()
  const { data: me } = useQuery({ ...meQuery, enabled: false })
  const chosenId = search.view ?? 0
  const { data, isPending } = useQuery({ ...viewsQuery(list), enabled: wanted || chosenId > 0 })
  const actions = useViewActions(list)
  const views = data?.content ?? []
  const chosen = views.find(({ id }) => id === chosenId)
  const edited = chosen !== undefined && !isSameState(parse(chosen.query), search)
  const state = chosen && (edited ? 'edited' : chosen.misfits.length > 0 ? 'no longer fits' : undefined)
  const want = () => setWanted(true)
  const open = (id: string) => {
    const view = views.find((one) => String(one.id) === id)
    const hasDefault = me?.default_views?.includes(list) ?? false
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
  return (
    <>
      <Menu
        label="Saved views"
        trigger={
          <Button
            variant={chosen ? 'pressed' : 'quiet'}
            size="small"
            className="max-w-60"
            title={chosen?.misfits.map((misfit) => `Left out: ${misfit}`).join('\n') || undefined}
            onPointerEnter={want}
            onFocus={want}
          >
            <Bookmark aria-hidden="true" />
            {chosen && <span className="sr-only">View: </span>}
            <span className="truncate">{chosen?.name ?? 'Saved views'}</span>
            {state && <span className="font-normal text-muted">{state}</span>}
          </Button>
        }
      >
        {isPending && wanted && <MenuLabel>Loading the views</MenuLabel>}
        <MenuChoice
          value={String(chosen?.id ?? 0)}
          onChange={open}
          options={[{ value: '0', label: 'No view' }]}
        />
        {mine.length > 0 && <MenuLabel>My views</MenuLabel>}
        <MenuChoice value={String(chosenId)} onChange={open} options={mine} />
        {others.length > 0 && <MenuLabel>Shared by others</MenuLabel>}
        <MenuChoice value={String(chosenId)} onChange={open} options={others} />
        <MenuSeparator />
        {chosen && edited && (
          <MenuItem onSelect={() => open(String(chosen.id))}>
            <Undo2 aria-hidden="true" />
            Discard changes
          </MenuItem>
        )}
        {chosen?.may_change && state && (
          <MenuItem onSelect={() => void actions.save(chosen, viewQueryOf(search))}>
            <Save aria-hidden="true" />
            {`Save ‘${chosen.name}’`}
          </MenuItem>
        )}
        <MenuItem onSelect={() => setDialog('save')}>
          <BookmarkPlus aria-hidden="true" />
          Save as new view
        </MenuItem>
        {chosen && (
          <MenuItem onSelect={() => void actions.makeDefault(chosen.is_default ? undefined : chosen)}>
            <Star aria-hidden="true" />
            {chosen.is_default ? 'Stop opening with this view' : 'Open this table with this view'}
          </MenuItem>
        )}
        {chosen?.may_change && (
          <>
            {(writes || chosen.shared) && (
              <MenuItem onSelect={() => void actions.share(chosen, !chosen.shared)}>
                <Share2 aria-hidden="true" />
                {chosen.shared ? 'Stop sharing' : 'Share with everyone'}
              </MenuItem>
            )}
            <MenuItem onSelect={() => setDialog('rename')}>
              <Pencil aria-hidden="true" />
              Rename
            </MenuItem>
            <MenuItem className="text-error" onSelect={() => setDialog('delete')}>
              <Trash2 aria-hidden="true" />
              Delete
            </MenuItem>
          </>
        )}
      </Menu>
      {(dialog === 'save' || (dialog === 'rename' && chosen)) && (
        <ViewDialog
          list={list}
          query={viewQueryOf(search)}
          previous={dialog === 'rename' ? chosen : undefined}
          mayShare={writes}
          onSaved={async ({ id }) => {
            await actions.refresh()
            onSearch({ view: id }, { replace: true })
          }}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'delete' && chosen && (
        <DeleteView
          view={chosen}
          onDeleted={async () => {
            if (chosen.is_default) actions.forgetDefault()
            onSearch({ view: undefined }, { replace: true })
            await actions.refresh()
          }}
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
  )
}
