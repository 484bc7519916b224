import { Outlet, createFileRoute, redirect, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { nextOf } from '~/components/shell/next-target.ts'
import { OtherAccount } from '~/components/accounts/login/other-account.tsx'
import { openDefaultView } from './-default-view.ts'
import { loadProfile } from './-profile-guard.ts'
import { StaffShell } from './-staff-shell.tsx'

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
    if (list && location.searchStr === '' && me.default_views?.includes(list)) {
      await openDefaultView(queryClient, list, location.pathname)
    }
    return { me }
  },
  component: Authed,
  errorComponent: ProfileAway,
  pendingComponent: () => null,
})

function Authed() {
  const { session, me } = Route.useRouteContext()
  return (
    <StaffShell session={session} userName={me.name}>
      <Outlet />
      <OtherAccount id={me.id} name={me.name} />
    </StaffShell>
  )
}

/** The server gave up on the profile; the browser continues, behind the root preloader. */
function ProfileAway() {
  const router = useRouter()
  const { profileRetryMs } = Route.useRouteContext()
  useEffect(() => {
    const timer = setTimeout(() => void router.invalidate(), profileRetryMs)
    return () => clearTimeout(timer)
  }, [router, profileRetryMs])
  return null
}
