import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { meQuery } from '~/server/accounts.functions.ts'

type AuthStatus = '' | 'loading' | 'success' | 'error'

/** The key of the login, which includes the first fetch of the user. */
export const LOGIN = ['login']

/** One state, derived from the last login and from the current user; empty before either exists. */
export function authStatus(queryClient: QueryClient): AuthStatus {
  const login = queryClient
    .getMutationCache()
    .findAll({ mutationKey: LOGIN, predicate: ({ state }) => state.status !== 'idle' })
    .at(-1)?.state.status
  const me = queryClient.getQueryState(meQuery.queryKey)
  if (login === 'pending' || (me?.status === 'pending' && me.fetchStatus === 'fetching')) return 'loading'
  if (me?.status === 'success') return 'success'
  return login === 'error' || me?.status === 'error' ? 'error' : ''
}

export function useAuthStatus(): AuthStatus {
  const queryClient = useQueryClient()
  return useSyncExternalStore(
    (changed) => {
      const stop = [
        queryClient.getMutationCache().subscribe(changed),
        queryClient.getQueryCache().subscribe(changed),
      ]
      return () => stop.forEach((end) => end())
    },
    () => authStatus(queryClient),
    () => authStatus(queryClient),
  )
}
