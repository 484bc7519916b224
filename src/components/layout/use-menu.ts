import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { routesByName } from './route-names.ts'

/** Keeps the entries whose screen exists and adds where they lead. */
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
