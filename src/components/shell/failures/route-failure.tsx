import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { credentialsRejected } from '~/api/api-error.ts'
import { ErrorState } from '~/components/form/error-state.tsx'
import { nextHere } from '~/components/shell/next-target.ts'
import { Preloader } from '~/components/shell/preloader.tsx'

/** A screen that could not be loaded; a rejected session leads to the logout. */
export function RouteFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const over = credentialsRejected(error)
  useEffect(() => {
    if (over) void router.navigate({ to: '/logout', search: { next: nextHere(router) }, replace: true })
  }, [over, router])
  if (over) return <Preloader />
  const again = () => {
    reset()
    void router.invalidate()
  }
  return <ErrorState error={error} onRetry={again} />
}
