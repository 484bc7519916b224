import { useSuspenseQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { sessionQuery } from '~/server/accounts.functions.ts'

/** On the screen of one record, its name comes first, so that tabs and the browser's history distinguish records. */
export function useDocumentTitle(name: ReactNode): void {
  const { brandName } = useSuspenseQuery(sessionQuery).data
  const { screen, status } = useRouterState({
    select: ({ matches, status }) => {
      const leaf = matches.at(-1)
      return {
        screen: Object.keys(leaf?.params ?? {}).length > 0 ? leaf?.staticData.title : undefined,
        status,
      }
    },
    structuralSharing: true,
  })
  useEffect(() => {
    // The router writes the screen's title when a navigation ends.
    if (status === 'pending' || screen === undefined || typeof name !== 'string') return
    document.title = [...new Set([name, screen, brandName])].filter(Boolean).join(' – ')
  }, [name, screen, status, brandName])
}
