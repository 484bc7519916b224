import { Outlet, getRouteApi } from '@tanstack/react-router'
import { OtherAccount } from '~/components/accounts/login/other-account.tsx'
import { StaffShell } from './staff-shell.tsx'

const route = getRouteApi('/_authed')

export function StaffPage() {
  const { session, me } = route.useRouteContext()
  return (
    <StaffShell session={session} userName={me.name}>
      <Outlet />
      <OtherAccount id={me.id} name={me.name} />
    </StaffShell>
  )
}
