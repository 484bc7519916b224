import { Outlet, createFileRoute } from '@tanstack/react-router'
import { NarrowCard } from '~/components/shell/narrow-card.tsx'

/** For everyone, logged in or not. Emailed links open these screens: no token may leave in a Referer. */
export const Route = createFileRoute('/_public')({
  headers: () => ({ 'referrer-policy': 'no-referrer' }),
  head: () => ({ meta: [{ name: 'referrer', content: 'no-referrer' }] }),
  component: Public,
})

function Public() {
  const { session } = Route.useRouteContext()
  return (
    <NarrowCard brandName={session.brandName} userName={session.user?.name}>
      <Outlet />
    </NarrowCard>
  )
}
