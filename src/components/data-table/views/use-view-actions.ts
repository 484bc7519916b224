import { useQueryClient } from '@tanstack/react-query'
import type { Me } from '#contract/accounts/accounts.ts'
import type { SavedView } from '#contract/lists/saved-views.ts'
import { showFailure, showSuccess } from '~/components/shell/snackbar/snackbar-outcomes.ts'
import { meQuery } from '~/server/accounts.functions.ts'
import { changeView, setDefaultView, viewsQuery } from '~/server/saved-views.functions.ts'

/** What can be done to a saved view without a dialog; the outcome is shown in the snackbar. */
export function useViewActions(list: string) {
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: viewsQuery(list).queryKey })
  /** The screen's address is resolved from it. */
  const setDefaults = (isDefault: boolean) =>
    client.setQueryData(meQuery.queryKey, (me: Me | undefined) => {
      if (!me) return me
      const others = (me.default_views ?? []).filter((one) => one !== list)
      return { ...me, default_views: isDefault ? [...others, list] : others }
    })
  const attempt = async (work: () => Promise<{ msg: string }>) => {
    try {
      showSuccess(await work())
      await refresh()
    } catch (error) {
      showFailure(error)
    }
  }
  return {
    refresh,
    forgetDefault: () => setDefaults(false),
    save: ({ id, name }: SavedView, query: SavedView['query']) =>
      attempt(async () => {
        await changeView({ data: { id, query } })
        return { msg: `‘${name}’ is saved.` }
      }),
    share: ({ id, name }: SavedView, shared: boolean) =>
      attempt(async () => {
        await changeView({ data: { id, shared } })
        return { msg: shared ? `‘${name}’ is shared with everyone.` : `‘${name}’ is no longer shared.` }
      }),
    makeDefault: (view: SavedView | undefined) =>
      attempt(async () => {
        const answer = await setDefaultView({ data: { list, view_id: view?.id ?? null } })
        setDefaults(view !== undefined)
        return answer
      }),
  }
}
