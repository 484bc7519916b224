import { createFileRoute, redirect } from '@tanstack/react-router'
import { nextOf } from '~/components/shell/next-target.ts'
import { loadProfile } from '~/components/staff/load-profile.ts'
import { openDefaultView } from '~/components/staff/open-default-view.ts'
import { ProfileAway } from '~/components/staff/profile-away.ts'
import { StaffPage } from '~/components/staff/staff-page.tsx'

export const Route = createFileRoute('/_authed')({
  beforeLoad: async ({ context, location, matches, abortController }) => {
    const { session, queryClient, profileRetryMs } = context
    const next = nextOf(location, matches.at(-1))
    if (!session.loggedIn) throw redirect({ to: '/login', search: { next } })
    if (matches.some(({ staticData }) => staticData.underConstruction)) throw redirect({ to: '/' })
    const me = await loadProfile(queryClient, {
      retryMs: profileRetryMs,
      signal: abortController.signal,
      next,
    })
    const { list } = matches.at(-1)?.staticData ?? {}
    if (list && location.searchStr === '') {
      if (me.default_views?.includes(list)) await openDefaultView(queryClient, list, location.pathname)
      const [newest] = session.newestFirst[list] ?? []
      // On the same screen, the order has just been chosen.
      if (newest !== undefined && matches.at(-1)?.cause !== 'stay')
        throw redirect({
          to: location.pathname,
          search: { sort_by: newest, sort_order: 'desc' } as never,
          replace: true,
        })
    }
    return { me }
  },
  component: StaffPage,
  errorComponent: ProfileAway,
  pendingComponent: () => null,
})
