import { useQuery } from '@tanstack/react-query'
import { WRITERS } from '#contract/endpoint.ts'
import type { SavedView } from '#contract/lists/saved-views.ts'
import { may } from '~/api/may.ts'
import { meQuery } from '~/server/accounts.functions.ts'
import { DeleteView } from './delete-view.tsx'
import { useViewActions } from './use-view-actions.ts'
import { ViewDialog } from './view-dialog.tsx'
import { type ListViews, type ViewTask, viewQueryOf } from './view-state.ts'

/** Saves the table as a new view, or renames or deletes the chosen one. */
export function ViewDialogs({
  list: { call, search, onSearch },
  current,
  task,
  onClose,
}: {
  list: ListViews
  current: SavedView | undefined
  task: ViewTask
  onClose: () => void
}) {
  const { data: me } = useQuery({ ...meQuery, enabled: false })
  const actions = useViewActions(call.name)
  if (task === 'delete')
    return (
      current && (
        <DeleteView
          view={current}
          onDeleted={async () => {
            if (current.is_default) actions.forgetDefault()
            onSearch({ view: undefined }, { replace: true })
            await actions.refresh()
          }}
          onClose={onClose}
        />
      )
    )
  if (task === 'rename' && !current) return null
  return (
    <ViewDialog
      list={call.name}
      query={viewQueryOf(search)}
      previous={task === 'rename' ? current : undefined}
      mayShare={may(me, { access: WRITERS })}
      onSaved={async ({ id }) => {
        await actions.refresh()
        onSearch({ view: id }, { replace: true })
      }}
      onClose={onClose}
    />
  )
}
