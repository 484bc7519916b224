import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '~/components/ui/button.tsx'
import { Bookmark } from 'lucide-react'
import { Menu } from '~/components/ui/overlays/menu.tsx'
import { ViewItems } from './view-items.tsx'
import { viewsQuery } from '~/server/saved-views.functions.ts'
import { type ListViews, type ViewTask, isSameState } from './view-state.ts'
import { ViewDialogs } from './view-dialogs.tsx'

/** The name of the chosen view with what became of it, and everything that can be done with views. */
export function SavedViewsMenu({ list }: { list: ListViews }) {
  const { call, search } = list
  const client = useQueryClient()
  const [task, setTask] = useState<ViewTask>()
  const query = viewsQuery(call.name)
  const { data } = useQuery({ ...query, enabled: Boolean(search.view) })
  const current = data?.content.find(({ id }) => id === search.view)
  const edited = current !== undefined && !isSameState(call.parse(current.query), search)
  const state = current && (edited ? 'edited' : current.misfits.length > 0 ? 'no longer fits' : undefined)
  const warm = () => void client.prefetchQuery(query)
  return (
    <>
      <Menu
        label="Saved views"
        trigger={
          <Button
            variant={current ? 'pressed' : 'quiet'}
            size="small"
            className="max-w-60"
            title={current?.misfits.map((misfit) => `Left out: ${misfit}`).join('\n') || undefined}
            onPointerEnter={warm}
            onFocus={warm}
          >
            <Bookmark aria-hidden="true" />
            {current && <span className="sr-only">View: </span>}
            <span className={current ? 'truncate' : 'max-[449px]:sr-only'}>
              {current?.name ?? 'Saved views'}
            </span>
            {state && <span className="font-normal text-muted">{state}</span>}
          </Button>
        }
      >
        <ViewItems list={list} state={state} onTask={setTask} />
      </Menu>
      {task && <ViewDialogs list={list} current={current} task={task} onClose={() => setTask(undefined)} />}
    </>
  )
}
