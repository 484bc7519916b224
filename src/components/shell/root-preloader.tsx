import { type RegisteredRouter, type RouterState, useRouterState } from '@tanstack/react-router'
import { ApiError } from '~/api/api-error.ts'
import { Preloader } from './preloader.tsx'

type State = Pick<RouterState<RegisteredRouter['routeTree']>, 'matches'>

const profileOf = ({ matches }: State) => matches.find(({ routeId }) => routeId === '/_authed')

/** The root preloader flag: set until the logged-in person's profile has loaded, and while the session ends. */
export function rootPreloader(state: State): boolean {
  // Routes below what is not found stay as they are.
  if (state.matches.some(({ _notFound }) => _notFound)) return false
  const profile = profileOf(state)
  if (profile) return profile.status !== 'success'
  return state.matches.some(({ routeId }) => routeId === '/logout')
}

const CONTINUES = 'This page will continue automatically.'
const WAITING = `The service does not answer yet. ${CONTINUES}`

/** The service's own sentence where it asks to wait, as with too many calls. */
function waitingWords(error: unknown): string {
  const limited = error instanceof ApiError && (error.status === 429 || error.status === 503)
  return limited && error.detail ? `${error.detail} ${CONTINUES}` : WAITING
}

/** Replaces the page while the flag is set; the routes below continue to load. */
export function RootPreloader() {
  const isSet = useRouterState({ select: rootPreloader })
  const profile = useRouterState({ select: profileOf })
  if (!isSet) return null
  return (
    <Preloader
      message={profile?.status === 'error' ? waitingWords(profile.error) : undefined}
      lateMessage={profile && WAITING}
    />
  )
}
