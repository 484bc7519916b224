import { type RegisteredRouter, type RouterState, useRouterState } from '@tanstack/react-router'
import { Preloader } from './preloader.tsx'

type State = Pick<RouterState<RegisteredRouter['routeTree']>, 'matches'>

const profileOf = ({ matches }: State) => matches.find(({ routeId }) => routeId === '/_authed')

/** The root preloader flag: set until the signed-in person's profile has loaded, and while the session ends. */
export function rootPreloader(state: State): boolean {
  const profile = profileOf(state)
  if (profile) return profile.status !== 'success'
  return state.matches.some(({ routeId }) => routeId === '/logout')
}

const WAITING = 'The service does not answer yet. This page will continue automatically.'

/** Replaces the page while the flag is set; the routes below continue to load. */
export function RootPreloader() {
  const isSet = useRouterState({ select: rootPreloader })
  const status = useRouterState({ select: (state) => profileOf(state)?.status })
  if (!isSet) return null
  return <Preloader message={status === 'error' ? WAITING : undefined} lateMessage={status && WAITING} />
}
