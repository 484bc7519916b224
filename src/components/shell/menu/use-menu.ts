import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { WRITERS } from '#contract/endpoint.ts'
import { isAdmin } from '#contract/accounts/owners.ts'
import { may } from '~/api/may.ts'
import { meQuery, sessionQuery } from '~/server/accounts.functions.ts'
import { routesByName } from '~/components/shell/route-names.ts'

/** Keeps the entries whose screen exists and is of use to the person, and adds targets and titles. */
export function useExisting<T extends { name: string; writes?: true }>(
  entries: readonly T[],
): (T & { to: string; title: string | undefined })[] {
  const router = useRouter()
  const person = usePerson()
  return useMemo(() => {
    const routes = routesByName(router)
    return entries.flatMap((entry) => {
      const route = routes.get(entry.name)
      if (!route || (entry.writes && !may(person, { access: WRITERS }))) return []
      return [{ ...entry, to: route.to, title: route.title }]
    })
  }, [router, entries, person])
}

/** The name of the current page's menu entry: the one with the longest matching address. */
export function useCurrentEntry<T extends { name: string }>(entries: readonly T[]): string | undefined {
  const path = useLocation({ select: ({ pathname }) => pathname })
  return useExisting(entries)
    .map(({ name, to }) => ({ name, above: to.replace(/\/\{-\$.*$/, '') }))
    .filter(({ above }) => path === above || (above !== '/' && path.startsWith(`${above}/`)))
    .toSorted((a, b) => b.above.length - a.above.length)[0]?.name
}

/** By the profile, or by the cookie while it is loading. Only the service decides what a person may do. */
function usePerson() {
  const { user } = useSuspenseQuery(sessionQuery).data
  return useQuery({ ...meQuery, enabled: false }).data ?? user
}

export const useIsAdmin = (): boolean => isAdmin(usePerson())
