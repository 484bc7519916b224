import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { isAdmin } from '#contract/owners.ts'
import { meQuery, sessionQuery } from '~/server/accounts.functions.ts'
import { routesByName } from './route-names.ts'

/** Keeps the entries whose screen exists and adds their targets. */
export function useExisting<T extends { name: string }>(entries: readonly T[]): (T & { to: string })[] {
  const router = useRouter()
  return useMemo(() => {
    const routes = routesByName(router)
    return entries.flatMap((entry) => {
      const route = routes.get(entry.name)
      return route ? [{ ...entry, to: route.to }] : []
    })
  }, [router, entries])
}

/** The name of the current page's menu entry: the one with the longest matching address. */
export function useCurrentEntry<T extends { name: string }>(entries: readonly T[]): string | undefined {
  const path = useLocation({ select: ({ pathname }) => pathname })
  return useExisting(entries)
    .map(({ name, to }) => ({ name, above: to.replace(/\/\{-\$.*$/, '') }))
    .filter(({ above }) => path === above || (above !== '/' && path.startsWith(`${above}/`)))
    .toSorted((a, b) => b.above.length - a.above.length)[0]?.name
}

/** By the profile, or by the cookie while it is loading. Only the service decides what an admin may do. */
export function useIsAdmin(): boolean {
  const { user } = useSuspenseQuery(sessionQuery).data
  const me = useQuery({ ...meQuery, enabled: false }).data
  return isAdmin(me ?? user)
}
