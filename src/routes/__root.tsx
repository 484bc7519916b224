import { Outlet, createRootRouteWithContext } from '@tanstack/react-router'
import { lazy } from 'react'
import type { RouterContext } from '~/router-context.ts'
import { documentHead } from '~/components/shell/document/document-head.ts'
import { Document } from '~/components/shell/document/document.tsx'
import { RootPreloader } from '~/components/shell/root-preloader.tsx'
import { RenderedAt } from '~/lib/time/clock.ts'
import { sessionQuery } from '~/server/accounts.functions.ts'

/** The frames of both kinds of screens: not part of every other screen's first load. */
const UnknownPath = lazy(() => import('~/components/staff/unknown-path.tsx'))

export const Route = createRootRouteWithContext<RouterContext>()({
  beforeLoad: async ({ context }) => ({ session: await context.queryClient.ensureQueryData(sessionQuery) }),
  head: ({ matches, match }) => {
    const title = matches.some(({ _notFound }) => _notFound)
      ? 'Not Found'
      : matches.findLast(({ staticData }) => staticData.title)?.staticData.title
    return documentHead(title, match.context.session)
  },
  component: Root,
  notFoundComponent: UnknownPath,
  shellComponent: Document,
})

function Root() {
  const renderedAt = Route.useRouteContext({ select: ({ session }) => session?.renderedAt ?? null })
  return (
    <RenderedAt value={renderedAt}>
      <RootPreloader />
      <Outlet />
    </RenderedAt>
  )
}
