import { Outlet, createFileRoute, redirect } from '@tanstack/react-router'
import { NarrowCard } from '~/components/shell/narrow-card.tsx'

export const Route = createFileRoute('/_guest')({
  beforeLoad: ({ context }) => {
    if (context.session.loggedIn) throw redirect({ to: '/' })
  },
  component: Guest,
})

function Guest() {
  const { session } = Route.useRouteContext()
  return (
    <NarrowCard brandName={session.brandName}>
      <Outlet />
    </NarrowCard>
  )
}
