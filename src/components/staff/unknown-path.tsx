import { useRouteContext } from '@tanstack/react-router'
import { NarrowCard } from '~/components/shell/narrow-card.tsx'
import { NotFound } from '~/components/shell/failures/not-found.tsx'
import { StaffShell } from './staff-shell.tsx'

/** An address without a screen. */
export default function UnknownPath() {
  const { session } = useRouteContext({ from: '__root__' })
  return session.user ? (
    <StaffShell session={session} userName={session.user.name}>
      <NotFound />
    </StaffShell>
  ) : (
    <NarrowCard brandName={session.brandName}>
      <NotFound />
    </NarrowCard>
  )
}
