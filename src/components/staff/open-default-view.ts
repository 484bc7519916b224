import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { viewsQuery } from '~/server/saved-views.functions.ts'

/** Leads an address without a query to the person's default view of the list. Without an answer the list opens as it is. */
export async function openDefaultView(queryClient: QueryClient, list: string, to: string): Promise<void> {
  const views = await queryClient.fetchQuery(viewsQuery(list)).catch(() => undefined)
  const view = views?.content.find(({ is_default }) => is_default)
  if (!view) return
  const ignored = view.misfits.length > 0 ? view.misfits : undefined
  throw redirect({ to, search: { ...view.query, view: view.id, ignored } as never, replace: true })
}
