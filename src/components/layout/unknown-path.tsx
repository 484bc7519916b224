import { useRouteContext } from '@tanstack/react-router'
import { NarrowCard } from './narrow-card.tsx'
import { NotFound } from './not-found.tsx'
import { Shell } from './shell.tsx'

/** An address without a screen. */
export default function UnknownPath() {
  const { session } = useRouteContext({ from: '__root__' })
  return session.user ? (
    <Shell session={session} userName={session.user.name}>
      <NotFound />
    </Shell>
  ) : (
    <NarrowCard brandName={session.brandName}>
      <NotFound />
    </NarrowCard>
  )
}
